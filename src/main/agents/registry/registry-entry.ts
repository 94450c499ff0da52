/**
 * One entry of the public registry of ACP agents, as far as we use it, and its lenient reading: one bad entry
 * never hides the others. The format: github.com/agentclientprotocol/registry, `registry/v1`.
 */
import { z } from 'zod';

export type PackageSource = {
  /** As npm or uv takes it, most often with a version: `@scope/name@1.2.3`, `name==1.2.3`. */
  readonly package: string;
  /** The program of the package, where it is not the only one. */
  readonly cmd: string | null;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
};

export type BinarySource = {
  readonly archive: string;
  /** 64 hex digits, lower case. */
  readonly sha256: string | null;
  readonly cmd: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
};

export type RegistryEntry = {
  readonly id: string;
  readonly name: string;
  /** Null where the entry has none: the newest is installed then. */
  readonly version: string | null;
  readonly description: string;
  readonly website: string | null;
  readonly license: string | null;
  readonly npx: PackageSource | null;
  readonly uvx: PackageSource | null;
  /** By platform: `linux-x86_64`, `darwin-aarch64`, … */
  readonly binary: Readonly<Record<string, BinarySource>>;
};

export type ParsedRegistry = {
  readonly entries: readonly RegistryEntry[];
  /** What was left out, for the log. */
  readonly dropped: readonly { readonly id: string; readonly why: string }[];
};

const text = z.string().max(2000);
const optionalText = text.nullish().catch(null);
const words = z.array(z.string().max(8192)).max(200).nullish();
/** Loaders and Node's own switches would make another program of it; a registry has no business with them. */
const REFUSED_NAME =
  /^(LD_|DYLD_|NODE_OPTIONS$|ELECTRON_|SWITCHYARD_|PATH$|PYTHONPATH$|PYTHONSTARTUP$|BASH_ENV$|ENV$)/i;
const variables = z
  .record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/), z.string().max(8192))
  .refine(
    (env) => Object.keys(env).every((name) => !REFUSED_NAME.test(name)),
    'sets a variable of the loader',
  )
  .nullish();

/** Never an option for npm or uv, a path, or an address: only what a registry of packages resolves. */
const packageSpec = z
  .string()
  .max(300)
  .regex(
    /^(@[a-z0-9~._-]+\/)?[a-zA-Z0-9_][a-zA-Z0-9._-]*((@|==|>=|~=)[a-zA-Z0-9.*+_-]+)?$/,
    'no package name',
  );

const packageSource = z.object({ package: packageSpec, cmd: text.nullish(), args: words, env: variables });

const binarySource = z.object({
  archive: z.string().max(2000),
  sha256: z
    .string()
    .regex(/^[0-9a-fA-F]{64}$/)
    .nullish(),
  cmd: z.string().min(1).max(1000),
  args: words,
  env: variables,
});

const entrySchema = z.object({
  id: z.string().regex(/^[a-z][a-z0-9-]{0,63}$/),
  name: z.string().trim().min(1).max(120),
  version: z
    .string()
    .regex(/^[\w][\w.+-]{0,63}$/)
    .nullish()
    .catch(null),
  description: text.nullish().catch(''),
  website: optionalText,
  repository: optionalText,
  license: optionalText,
  distribution: z.object({
    npx: z.unknown().optional(),
    uvx: z.unknown().optional(),
    binary: z.record(z.string(), z.unknown()).nullish().catch(null),
  }),
});

const registrySchema = z.object({ agents: z.array(z.unknown()).max(5000) });

/** Null when it is no registry at all. */
export function parseRegistry(value: unknown): ParsedRegistry | null {
  const registry = registrySchema.safeParse(value);
  if (!registry.success) return null;
  const entries = new Map<string, RegistryEntry>();
  const dropped: { id: string; why: string }[] = [];
  for (const [index, raw] of registry.data.agents.entries()) {
    const entry = parseEntry(raw);
    if (typeof entry === 'string') dropped.push({ id: idOf(raw) ?? `#${index}`, why: entry });
    else if (entries.has(entry.id)) dropped.push({ id: entry.id, why: 'a second entry with this id' });
    else entries.set(entry.id, entry);
  }
  return { entries: [...entries.values()], dropped };
}

function parseEntry(raw: unknown): RegistryEntry | string {
  const parsed = entrySchema.safeParse(raw);
  if (!parsed.success) return firstIssue(parsed.error);
  const { distribution, description, website, repository, version, license, ...rest } = parsed.data;
  const npx = packageSource.safeParse(distribution.npx);
  const uvx = packageSource.safeParse(distribution.uvx);
  // A platform that is not understood costs that platform, not the entry.
  const binary = Object.entries(distribution.binary ?? {}).flatMap(([platform, source]) => {
    const read = binarySource.safeParse(source);
    return read.success && isFetchable(read.data.archive) ? [[platform, toBinary(read.data)] as const] : [];
  });
  if (!npx.success && !uvx.success && binary.length === 0) {
    const { error } = distribution.npx === undefined ? uvx : npx;
    return `no way to install it is understood (${error === undefined ? 'none' : firstIssue(error)})`;
  }
  return {
    ...rest,
    version: version ?? null,
    description: description ?? '',
    website: website ?? repository ?? null,
    license: license ?? null,
    npx: npx.success ? toPackage(npx.data) : null,
    uvx: uvx.success ? toPackage(uvx.data) : null,
    binary: Object.fromEntries(binary),
  };
}

function toPackage(source: z.infer<typeof packageSource>): PackageSource {
  return {
    package: source.package,
    cmd: source.cmd ?? null,
    args: source.args ?? [],
    env: source.env ?? {},
  };
}

function toBinary(source: z.infer<typeof binarySource>): BinarySource {
  return {
    archive: source.archive,
    sha256: source.sha256?.toLowerCase() ?? null,
    cmd: source.cmd,
    args: source.args ?? [],
    env: source.env ?? {},
  };
}

/** Secret transport, or this machine itself: for a registry under test. */
export function isFetchable(address: string): boolean {
  try {
    const { protocol, hostname } = new URL(address);
    return protocol === 'https:' || (protocol === 'http:' && ['127.0.0.1', '[::1]'].includes(hostname));
  } catch {
    return false;
  }
}

function idOf(raw: unknown): string | null {
  if (typeof raw !== 'object' || raw === null || !('id' in raw)) return null;
  return typeof raw.id === 'string' ? raw.id.slice(0, 64) : null;
}

function firstIssue(error: z.ZodError): string {
  const [issue] = error.issues;
  return `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not understood'}`;
}
