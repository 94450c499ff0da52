/**
 * The environment of every process we start: built from a list of names, never copied. What is not
 * named there (keys, tokens, Electron's and Node's switches, our own variables) does not get through;
 * an agent that needs more is given it by name in its settings. Values come from the app's own environment
 * and from the person's shell, which knows the version managers that a desktop session does not. Pure.
 */
import { delimiter, isAbsolute } from 'node:path';
import { isSecretName } from '../../shared/text/redact.ts';
import { SECRET_NAME, whyWithheld } from './environment-names.ts';

/** Marks a process and all that it starts, so that they can be found again. */
export const RUN_TAG = 'SWITCHYARD_RUN';

export type Environment = { readonly [name: string]: string | undefined };

export type EnvironmentSources = {
  readonly appEnv: Environment;
  /** What the login shell exports; null while or where it is not known. */
  readonly shellEnv: Environment | null;
};

export type EnvironmentOptions = EnvironmentSources & {
  /** What the settings of an agent add. Wins over everything but the run tag. */
  readonly launchEnv: Environment;
  /** Names that the person lets through to this agent although they are withheld as a rule. */
  readonly granted?: readonly string[];
  readonly runId: string;
  readonly platform: NodeJS.Platform;
};

/** `both`: app and shell say the same. `default`: neither has a usable value. */
export type VariableSource = 'app' | 'shell' | 'both' | 'launch' | 'default' | 'tag';

export type ExplainedVariable = {
  readonly name: string;
  /** Null where the name speaks of a secret, which is given but not shown, and for the tag, new in each run. */
  readonly shown: string | null;
  readonly source: VariableSource;
};

export type EnvironmentExplanation = {
  /** By name. */
  readonly variables: readonly ExplainedVariable[];
  /** In the order of the search. Empty where the launch sets PATH itself. */
  readonly path: readonly { readonly entry: string; readonly source: 'app' | 'shell' | 'both' | 'default' }[];
  /** Relative and empty entries, which would run programs out of the workspace. */
  readonly droppedPathEntries: readonly string[];
  /** By name; values are nobody's business. */
  readonly withheld: readonly { readonly name: string; readonly why: 'secret' | 'not-listed' }[];
};

type Found = { readonly value: string; readonly source: VariableSource };

export function buildEnvironment(options: EnvironmentOptions): Record<string, string> {
  return Object.fromEntries([...resolve(options)].map(([name, { value }]) => [name, value]));
}

/** A shorter value is no secret, and stands elsewhere by chance. */
const SHORTEST_SECRET = 8;

/** Values of an environment that was built that must be shown nowhere. */
export function secretsOf(
  env: Readonly<Record<string, string>>,
  granted: readonly string[],
): readonly string[] {
  return Object.entries(env).flatMap(([name, value]) =>
    value.length >= SHORTEST_SECRET && (granted.includes(name) || isSecretName(name)) ? [value] : [],
  );
}

/** Why each variable is as it is: for people who ask why an agent finds another `node` than they do. */
export function explainEnvironment(options: EnvironmentOptions): EnvironmentExplanation {
  const resolved = resolve(options);
  const { appEnv, shellEnv, platform, launchEnv } = options;
  const names = new Set([...Object.keys(appEnv), ...Object.keys(shellEnv ?? {})]);
  const setsPath = Object.keys(launchEnv).some((name) => sameName(name, 'PATH', platform));
  const { entries, dropped } = pathOf(options);
  return {
    variables: [...resolved]
      .map(([name, { value, source }]) => ({
        name,
        shown: source === 'tag' || SECRET_NAME.test(name) ? null : value,
        source,
      }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    path: setsPath ? [] : entries,
    droppedPathEntries: setsPath ? [] : dropped,
    withheld: [...names]
      .filter((name) => !resolved.has(name) && !sameName(name, 'PATH', platform))
      .flatMap((name) => {
        const why = whyWithheld(name, platform);
        return why === null ? [] : [{ name, why }];
      })
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
  };
}

function resolve(options: EnvironmentOptions): Map<string, Found> {
  const { platform, launchEnv, granted = [], runId } = options;
  const resolved = new Map<string, Found>();
  for (const { env, source } of inOrder(options).reverse()) {
    for (const [name, value] of Object.entries(env)) {
      if (value === undefined) continue;
      if (whyWithheld(name, platform) !== null && !granted.includes(name)) continue;
      const same = resolved.get(name)?.value === value;
      resolved.set(name, { value, source: same ? 'both' : source });
    }
  }
  const { name: pathName, value: path, source: pathSource } = pathOf(options);
  if (path !== null) resolved.set(pathName, { value: path, source: pathSource });
  for (const [name, value] of Object.entries(launchEnv)) {
    if (value === undefined) continue;
    if (platform === 'win32') dropOtherSpellings(resolved, name);
    resolved.set(name, { value, source: 'launch' });
  }
  resolved.set(RUN_TAG, { value: runId, source: 'tag' });
  return resolved;
}

/**
 * Whose value counts first. Started from a terminal, the app has what is active there (a virtual
 * environment, a chosen Node); started from a desktop it has next to nothing, and the shell knows better.
 */
function inOrder({ appEnv, shellEnv }: EnvironmentSources) {
  const app = { env: appEnv, source: 'app' as const };
  if (shellEnv === null) return [app];
  const shell = { env: shellEnv, source: 'shell' as const };
  return isFromTerminal(appEnv) ? [app, shell] : [shell, app];
}

/** Shells count their level; a terminal says what it is. Desktop sessions may have the first alone. */
function isFromTerminal({ SHLVL, TERM }: Environment): boolean {
  return Number(SHLVL) >= 1 && TERM !== undefined && TERM !== '' && TERM !== 'dumb';
}

const FALLBACK_PATH = ['/usr/local/bin', '/usr/bin', '/bin'];

/** All that app or shell can find is found, in the order of the one that counts first. */
function pathOf(options: EnvironmentOptions) {
  const { appEnv, platform } = options;
  if (platform === 'win32') {
    const name = Object.keys(appEnv).find((each) => each.toUpperCase() === 'PATH') ?? 'Path';
    return { name, value: appEnv[name] ?? null, source: 'app' as const, entries: [], dropped: [] };
  }
  const sources = new Map<string, 'app' | 'shell' | 'both'>();
  const dropped: string[] = [];
  for (const { env, source } of inOrder(options)) {
    for (const entry of (env['PATH'] ?? '').split(delimiter)) {
      if (!isAbsolute(entry)) {
        if (env['PATH'] !== undefined) dropped.push(entry);
        continue;
      }
      const before = sources.get(entry);
      sources.set(entry, before === undefined || before === source ? source : 'both');
    }
  }
  const found = [...sources].map(([entry, source]) => ({ entry, source }));
  const entries =
    found.length > 0 ? found : FALLBACK_PATH.map((entry) => ({ entry, source: 'default' as const }));
  const [first] = entries;
  const isOne = entries.every(({ source }) => source === first?.source);
  const source: VariableSource = isOne && first !== undefined ? first.source : 'both';
  return { name: 'PATH', value: entries.map(({ entry }) => entry).join(delimiter), source, entries, dropped };
}

function sameName(a: string, b: string, platform: NodeJS.Platform): boolean {
  return platform === 'win32' ? a.toUpperCase() === b.toUpperCase() : a === b;
}

/** Windows knows `Path` and `PATH` as one name; two of them would be a coin toss. */
function dropOtherSpellings(resolved: Map<string, Found>, name: string): void {
  for (const existing of resolved.keys()) if (sameName(existing, name, 'win32')) resolved.delete(existing);
}
