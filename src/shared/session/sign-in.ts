/** How a person signs in to an agent, as the agent offers it, and how far that has come. */
import { isRecord, listOf, textOf } from './json-value.ts';
import type { JsonRecord } from './json-value.ts';

export type AuthVariable = {
  readonly name: string;
  readonly label: string | null;
  readonly secret: boolean;
  readonly optional: boolean;
};

export type AuthMethod = {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
} &
  /** The agent does it by itself when it is told to. */
  (
    | { readonly type: 'agent' }
    /** It reads variables of its environment. */
    | {
        readonly type: 'environment';
        readonly variables: readonly AuthVariable[];
        readonly link: string | null;
      }
    /**
     * A program of the agent is run and talked to. `command` null: the agent's own command, to which `args`
     * are appended; otherwise that command with `args` alone.
     */
    | {
        readonly type: 'terminal';
        readonly command: string | null;
        readonly args: readonly string[];
        readonly env: Readonly<Record<string, string>>;
      }
  );

export type SignIn =
  | { readonly status: 'needed' }
  | { readonly status: 'running'; readonly methodId: string; readonly how: 'agent' | 'terminal' }
  | { readonly status: 'failed'; readonly methodId: string; readonly message: string };

export type SignInOutcome =
  | { readonly type: 'ok' }
  | { readonly type: 'failed'; readonly message: string }
  | { readonly type: 'cancelled' };

/**
 * What an agent says about its own sign-in. Names and addresses of people are left out: they have no place in a
 * record. Labels ("OpenAI API key") are untrusted text.
 */
export type AgentAccount = {
  readonly state: 'authenticated' | 'unauthenticated' | 'not-required' | 'unknown';
  readonly labels: readonly string[];
};

const MAX_METHODS = 50;
const MAX_LABELS = 10;
const MAX_LABEL = 200;

/** The answer to `auth/status`, and what `auth/status_update` tells. Null when it is neither. */
export function decodeAccount(value: unknown): AgentAccount | null {
  if (!isRecord(value) || typeof value.state !== 'string') return null;
  const accounts = (listOf(value.accounts) ?? []).filter(isRecord);
  // Where the agent tells which one counts, the others are of no matter.
  const inForce = accounts.filter(({ active }) => active === true);
  return {
    state: stateOf(value.state),
    labels: (inForce.length > 0 ? inForce : accounts)
      .flatMap(({ label }) => (typeof label === 'string' && label !== '' ? [label.slice(0, MAX_LABEL)] : []))
      .slice(0, MAX_LABELS),
  };
}

/** What adapters sent before the protocol had a place for it: `_auth/status_update`. Null when it is not that. */
export function decodeOlderAccount(value: unknown): AgentAccount | null {
  if (!isRecord(value) || !isRecord(value.authStatus)) return null;
  const { kind, label } = value.authStatus;
  if (typeof kind !== 'string') return null;
  const none = kind === 'none' || kind === 'unauthenticated';
  return {
    state: none ? 'unauthenticated' : 'authenticated',
    labels: typeof label === 'string' && label !== '' ? [label.slice(0, MAX_LABEL)] : [],
  };
}

/** States that are not known count as unknown: the protocol says so. */
function stateOf(state: string): AgentAccount['state'] {
  switch (state) {
    case 'authenticated':
    case 'unauthenticated':
      return state;
    case 'not_required':
      return 'not-required';
    default:
      return 'unknown';
  }
}

export function decodeAuthMethods(value: unknown): readonly AuthMethod[] {
  const seen = new Set<string>();
  return (listOf(value) ?? []).slice(0, MAX_METHODS).flatMap((item) => {
    const method = decodeAuthMethod(item);
    if (method === null || seen.has(method.id)) return [];
    seen.add(method.id);
    return [method];
  });
}

function decodeAuthMethod(value: unknown): AuthMethod | null {
  if (!isRecord(value) || typeof value.id !== 'string') return null;
  const base = {
    id: value.id,
    name: textOf(value.name) ?? value.id,
    description: textOf(value.description) ?? null,
  };
  // Before the protocol had terminal methods, agents named a whole command in `_meta`.
  const legacy = isRecord(value._meta) ? value._meta['terminal-auth'] : undefined;
  if (value.type === 'terminal') {
    return { ...base, type: 'terminal', command: null, args: textsOf(value.args), env: envOf(value.env) };
  }
  if (value.type === 'env_var') {
    return {
      ...base,
      type: 'environment',
      variables: decodeVariables(value),
      link: textOf(value.link) ?? null,
    };
  }
  if (isRecord(legacy) && typeof legacy.command === 'string' && legacy.command !== '') {
    const { command, args, env } = legacy;
    return { ...base, type: 'terminal', command, args: textsOf(args), env: envOf(env) };
  }
  return { ...base, type: 'agent' };
}

function decodeVariables(value: JsonRecord): readonly AuthVariable[] {
  if (typeof value.varName === 'string') {
    return [{ name: value.varName, label: null, secret: true, optional: false }];
  }
  return (listOf(value.vars) ?? []).flatMap((item) =>
    isRecord(item) && typeof item.name === 'string'
      ? [
          {
            name: item.name,
            label: textOf(item.label) ?? null,
            secret: item.secret !== false,
            optional: item.optional === true,
          },
        ]
      : [],
  );
}

function textsOf(value: unknown): readonly string[] {
  return (listOf(value) ?? []).filter((item): item is string => typeof item === 'string');
}

/** By name, or as a list of names with values. */
function envOf(value: unknown): Readonly<Record<string, string>> {
  const pairs = Array.isArray(value)
    ? value.map((item: unknown) =>
        isRecord(item) ? ([item.name, item.value] as const) : ([null, null] as const),
      )
    : Object.entries(isRecord(value) ? value : {});
  const env: Record<string, string> = {};
  for (const [name, text] of pairs) {
    if (typeof name === 'string' && name !== '' && typeof text === 'string') env[name] = text;
  }
  return env;
}
