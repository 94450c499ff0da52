/** What a session can be set to: its mode, the pace of speech, and whether it thinks aloud at length. */
import type {
  ClientCapabilities,
  SessionConfigOption,
  SessionModeState,
  SetSessionConfigOptionRequest,
} from '@agentclientprotocol/sdk/unstable';

export type Mode = 'ask' | 'accept-edits' | 'read-only';
export type Pace = 'instant' | 'natural' | 'slow';
export type Options = { readonly mode: Mode; readonly pace: Pace; readonly verbose: boolean };

const MODES: readonly { readonly id: Mode; readonly name: string; readonly description: string }[] = [
  { id: 'ask', name: 'Ask', description: 'Asks before every edit and every command' },
  {
    id: 'accept-edits',
    name: 'Accept edits',
    description: 'Edits files without asking, asks before commands',
  },
  { id: 'read-only', name: 'Read only', description: 'Finds and reads, refuses edits and commands' },
];

const PACES: readonly { readonly id: Pace; readonly name: string; readonly description: string }[] = [
  { id: 'instant', name: 'Instant', description: 'Answers at once' },
  { id: 'natural', name: 'Natural', description: 'Streams about 30 words a second' },
  { id: 'slow', name: 'Slow', description: 'Streams about 8 words a second' },
];

export function modeNamed(id: string): Mode | null {
  return MODES.find((mode) => mode.id === id)?.id ?? null;
}

function paceNamed(id: string | undefined): Pace | null {
  return PACES.find((pace) => pace.id === id)?.id ?? null;
}

/** The options of a new session; `SWITCHYARD_AGENT_PACE` sets the pace that it starts with. */
export function startingOptions(env: Readonly<Record<string, string | undefined>>): Options {
  return { mode: 'ask', pace: paceNamed(env['SWITCHYARD_AGENT_PACE']) ?? 'natural', verbose: false };
}

/** Options as a journal kept them, each checked; `SWITCHYARD_AGENT_PACE` wins over a kept pace. */
export function restoredOptions(kept: unknown, env: Readonly<Record<string, string | undefined>>): Options {
  const fresh = startingOptions(env);
  if (typeof kept !== 'object' || kept === null) return fresh;
  const { mode, pace, verbose } = kept as Record<string, unknown>;
  return {
    mode: modeNamed(String(mode)) ?? fresh.mode,
    pace: paceNamed(env['SWITCHYARD_AGENT_PACE']) ?? paceNamed(String(pace)) ?? fresh.pace,
    verbose: typeof verbose === 'boolean' ? verbose : fresh.verbose,
  };
}

export function modeState(options: Options): SessionModeState {
  return { currentModeId: options.mode, availableModes: MODES.map((mode) => ({ ...mode })) };
}

/**
 * The same modes once more as an option (a client that reads options ignores modes), then pace and thinking.
 * A client that does not announce boolean options gets a choice of on and off.
 */
export function configOptions(options: Options, client: ClientCapabilities): SessionConfigOption[] {
  const verbose = {
    id: 'verbose',
    name: 'Detailed thinking',
    description: 'Explains each step while it works',
    category: 'thought_level',
  };
  return [
    {
      id: 'mode',
      name: 'Mode',
      description: 'What needs your permission',
      category: 'mode',
      type: 'select',
      currentValue: options.mode,
      options: MODES.map(({ id, name, description }) => ({ value: id, name, description })),
    },
    {
      id: 'pace',
      name: 'Pace',
      description: 'How fast answers are streamed',
      category: 'model_config',
      type: 'select',
      currentValue: options.pace,
      options: PACES.map(({ id, name, description }) => ({ value: id, name, description })),
    },
    client.session?.configOptions?.boolean == null
      ? {
          ...verbose,
          type: 'select',
          currentValue: options.verbose ? 'on' : 'off',
          options: [
            { value: 'off', name: 'Off' },
            { value: 'on', name: 'On' },
          ],
        }
      : { ...verbose, type: 'boolean', currentValue: options.verbose },
  ];
}

/** The options after a `session/set_config_option`; null when the option or the value does not exist. */
export function withConfigOption(options: Options, request: SetSessionConfigOptionRequest): Options | null {
  const { configId, value } = request;
  switch (configId) {
    case 'mode': {
      const mode = modeNamed(String(value));
      return mode === null ? null : { ...options, mode };
    }
    case 'pace': {
      const pace = paceNamed(String(value));
      return pace === null ? null : { ...options, pace };
    }
    case 'verbose': {
      if (typeof value === 'boolean') return { ...options, verbose: value };
      return value === 'on' || value === 'off' ? { ...options, verbose: value === 'on' } : null;
    }
    default:
      return null;
  }
}
