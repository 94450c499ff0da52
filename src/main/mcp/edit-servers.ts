/** Changes the person's MCP servers: definitions in the settings file, secrets in their own store. */
import { randomUUID } from 'node:crypto';
import { parse } from 'jsonc-parser';
import type { McpProblem, mcpContract } from '../../shared/ipc/contract/mcp.ts';
import type { McpServer, McpServerEntry, McpValue } from '../../shared/mcp/definition.ts';
import { valuesOf } from '../../shared/mcp/definition.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { isSecretName } from '../../shared/text/redact.ts';
import type { SettingsUpdateError } from '../settings/settings-file.ts';
import { userSecretKey } from './mcp-servers.ts';
import type { McpServers } from './mcp-servers.ts';
import { readServers } from './read-servers.ts';

type Keep = 'stored' | 'run';
type EditError =
  | SettingsUpdateError
  | { readonly code: 'not-found' | 'id-taken' | 'no-encryption'; readonly message: string };
type SaveInput = ReturnType<(typeof mcpContract)['mcp.save']['input']['parse']>;
type Removed = { readonly id: string; readonly raw: unknown; readonly secrets: readonly Secret[] };
type Secret = { readonly name: string; readonly value: string; readonly keep: Keep };

const KEY = 'mcpServers';
/** Removed ones that can be brought back. */
const MAX_REMOVED = 20;
/** Under which other programs keep theirs. */
const IMPORT_KEYS = ['mcpServers', 'servers', 'context_servers'];

const notFound = err({ code: 'not-found' as const, message: 'there is no such server' });
const idTaken = err({ code: 'id-taken' as const, message: 'another server has this name' });
const noEncryption = err({
  code: 'no-encryption' as const,
  message: 'the system offers nothing to encrypt with',
});

export class McpEditor {
  readonly #servers: McpServers;
  readonly #removed = new Map<string, Removed>();

  constructor(servers: McpServers) {
    this.#servers = servers;
  }

  async save({ previousId, id, entry, secrets, keep }: SaveInput): Promise<Result<null, EditError>> {
    const raw = this.#raw();
    if (previousId !== null && !Object.hasOwn(raw, previousId)) return notFound;
    if (id !== previousId && Object.hasOwn(raw, id)) return idTaken;
    if (this.#cannotKeep(Object.keys(secrets).length, keep)) return noEncryption;
    const before = this.#servers.user.servers.find((each) => each.id === previousId) ?? null;
    const old = before === null ? {} : valuesOf(before.entry);
    // Before the file changes: what it held in clear text may become a secret now.
    const given = new Map<string, Secret>();
    for (const [name, value] of Object.entries(valuesOf(entry))) {
      if (typeof value === 'string') continue;
      const was = Object.hasOwn(old, name) ? old[name] : undefined;
      const text = Object.hasOwn(secrets, name) ? secrets[name] : typeof was === 'string' ? was : undefined;
      if (text !== undefined && text !== '') given.set(name, { name, value: text, keep });
      else if (before !== null && before.id !== id) this.#copySecret(before.id, name, given);
    }
    if (this.#cannotKeep([...given.values()].filter((each) => each.keep === 'stored').length, keep)) {
      return noEncryption;
    }
    const written = await this.#write(id, rawOf(withKept(entry, old)), previousId);
    if (!written.ok) return written;
    return this.#keepSecrets(id, given, before, entry);
  }

  async enable(id: string, enabled: boolean): Promise<Result<null, EditError>> {
    if (!Object.hasOwn(this.#raw(), id)) return notFound;
    return this.#update([
      // The word of other programs for it, where somebody wrote that.
      { path: [KEY, id, 'disabled'], value: undefined },
      { path: [KEY, id, 'enabled'], value: enabled ? undefined : false },
    ]);
  }

  async remove(id: string): Promise<Result<{ readonly token: string }, EditError>> {
    const raw = this.#raw();
    if (!Object.hasOwn(raw, id)) return notFound;
    const { secrets } = this.#servers.ports;
    const kept = this.#secretNames(id).flatMap((name): Secret[] => {
      const key = userSecretKey(id, name);
      const value = secrets.get(key);
      return value === null ? [] : [{ name, value, keep: secrets.kept(key) === 'run' ? 'run' : 'stored' }];
    });
    const written = await this.#update([{ path: [KEY, id], value: undefined }]);
    if (!written.ok) return written;
    const token = randomUUID();
    this.#removed.set(token, { id, raw: raw[id], secrets: kept });
    for (const oldest of this.#removed.keys()) {
      if (this.#removed.size <= MAX_REMOVED) break;
      this.#removed.delete(oldest);
    }
    await secrets.delete(kept.map(({ name }) => userSecretKey(id, name)));
    this.#servers.changed();
    return ok({ token });
  }

  async restore(token: string): Promise<Result<null, EditError>> {
    const removed = this.#removed.get(token);
    if (removed === undefined) return notFound;
    const { id, raw, secrets } = removed;
    if (Object.hasOwn(this.#raw(), id)) return idTaken;
    const written = await this.#write(id, raw, null);
    if (!written.ok) return written;
    this.#removed.delete(token);
    return this.#storeAll(id, secrets);
  }

  async import(
    text: string,
    keep: Keep,
  ): Promise<Result<{ added: readonly string[]; problems: readonly McpProblem[] }, EditError>> {
    const read = readServers(text, IMPORT_KEYS);
    const problems: McpProblem[] = [...read.problems];
    const raw = this.#raw();
    const fresh: { id: string; entry: McpServerEntry; secrets: Secret[] }[] = [];
    for (const { id, entry } of read.servers) {
      if (Object.hasOwn(raw, id)) {
        problems.push({ id, message: 'another server has this name', line: 1, column: 1 });
      } else {
        fresh.push({ id, ...withSecretsApart(entry, keep) });
      }
    }
    const count = fresh.reduce((sum, { secrets }) => sum + secrets.length, 0);
    if (this.#cannotKeep(count, keep)) return noEncryption;
    if (fresh.length === 0) return ok({ added: [], problems });
    const written = await this.#update(
      fresh.map(({ id, entry }) => ({ path: [KEY, id], value: rawOf(entry) })),
    );
    if (!written.ok) return written;
    for (const { id, secrets } of fresh) {
      const stored = await this.#storeAll(id, secrets);
      if (!stored.ok) return stored;
    }
    return ok({ added: fresh.map(({ id }) => id), problems });
  }

  async choose(
    agentId: string,
    off: readonly string[],
    workspace: boolean,
  ): Promise<Result<null, EditError>> {
    const isDefault = off.length === 0 && workspace;
    const { agentSettings } = this.#servers.ports.settings.state.settings;
    if (isDefault && !Object.hasOwn(agentSettings, agentId)) return ok(null);
    const value = isDefault
      ? undefined
      : { ...(off.length === 0 ? {} : { off: [...off] }), ...(workspace ? {} : { workspace }) };
    return this.#update([{ path: ['agentSettings', agentId, 'mcp'], value }]);
  }

  #cannotKeep(count: number, keep: Keep): boolean {
    return count > 0 && keep === 'stored' && !this.#servers.ports.secrets.canStore;
  }

  #copySecret(fromId: string, name: string, into: Map<string, Secret>): void {
    const { secrets } = this.#servers.ports;
    const key = userSecretKey(fromId, name);
    const value = secrets.get(key);
    if (value !== null) into.set(name, { name, value, keep: secrets.kept(key) === 'run' ? 'run' : 'stored' });
  }

  async #keepSecrets(
    id: string,
    given: ReadonlyMap<string, Secret>,
    before: McpServer | null,
    entry: McpServerEntry,
  ): Promise<Result<null, EditError>> {
    const stored = await this.#storeAll(id, [...given.values()]);
    if (!stored.ok || before === null) return stored;
    const values = valuesOf(entry);
    const gone = secretNamesOf(before.entry)
      .filter((name) => before.id !== id || typeof values[name] !== 'object')
      .map((name) => userSecretKey(before.id, name));
    await this.#servers.ports.secrets.delete(gone);
    this.#servers.changed();
    return ok(null);
  }

  async #storeAll(id: string, secrets: readonly Secret[]): Promise<Result<null, EditError>> {
    try {
      for (const { name, value, keep } of secrets) {
        await this.#servers.ports.secrets.set(userSecretKey(id, name), value, keep);
      }
      return ok(null);
    } catch (error) {
      return err({ code: 'write-failed', message: error instanceof Error ? error.message : String(error) });
    } finally {
      this.#servers.changed();
    }
  }

  #write(id: string, value: unknown, previousId: string | null): Promise<Result<null, EditError>> {
    const renamed = previousId !== null && previousId !== id;
    return this.#update([
      ...(renamed ? [{ path: [KEY, previousId], value: undefined }] : []),
      { path: [KEY, id], value },
    ]);
  }

  async #update(edits: readonly { path: string[]; value: unknown }[]): Promise<Result<null, EditError>> {
    const { settings } = this.#servers.ports;
    const written = await settings.update(() => edits);
    if (written.ok) this.#servers.changed();
    return written;
  }

  /** As they stand in the settings, also those that cannot be used. */
  #raw(): Record<string, unknown> {
    const root: unknown = parse(this.#servers.ports.settings.text, [], { allowTrailingComma: true });
    const list: unknown = isObject(root) ? root[KEY] : undefined;
    return isObject(list) ? list : {};
  }

  #secretNames(id: string): readonly string[] {
    const server = this.#servers.user.servers.find((each) => each.id === id);
    return server === undefined ? [] : secretNamesOf(server.entry);
  }
}

function secretNamesOf(entry: McpServerEntry): readonly string[] {
  return Object.entries(valuesOf(entry)).flatMap(([name, value]) =>
    typeof value === 'string' ? [] : [name],
  );
}

/** The page is not sent what looks like a secret, and sends '' for it. */
function withKept(entry: McpServerEntry, old: Readonly<Record<string, McpValue>>): McpServerEntry {
  return withValues(entry, ([name, value]) => {
    const was = Object.hasOwn(old, name) ? old[name] : undefined;
    return value === '' && typeof was === 'string' && isSecretName(name) ? was : value;
  });
}

function withSecretsApart(entry: McpServerEntry, keep: Keep): { entry: McpServerEntry; secrets: Secret[] } {
  const secrets: Secret[] = [];
  const apart = withValues(entry, ([name, value]) => {
    if (typeof value !== 'string' || value === '' || value.includes('${env:')) return value;
    if (!isSecretName(name) && !/^(Bearer|Basic)\s/i.test(value)) return value;
    secrets.push({ name, value, keep });
    return { secret: true };
  });
  return { entry: apart, secrets };
}

function withValues(entry: McpServerEntry, of: (each: [string, McpValue]) => McpValue): McpServerEntry {
  const values = Object.fromEntries(Object.entries(valuesOf(entry)).map((each) => [each[0], of(each)]));
  return entry.type === 'stdio' ? { ...entry, env: values } : { ...entry, headers: values };
}

/** What goes into the file: nothing that goes without saying. */
function rawOf(entry: McpServerEntry): unknown {
  const values = valuesOf(entry);
  const hasValues = Object.keys(values).length > 0;
  const off = entry.enabled ? {} : { enabled: false };
  if (entry.type === 'stdio') {
    const { command, args, cwd } = entry;
    return {
      command,
      ...(args.length > 0 ? { args } : {}),
      ...(hasValues ? { env: values } : {}),
      ...(cwd === undefined ? {} : { cwd }),
      ...off,
    };
  }
  return { type: entry.type, url: entry.url, ...(hasValues ? { headers: values } : {}), ...off };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
