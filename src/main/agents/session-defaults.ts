/** Starts agents as the catalogue says, and opens new sessions with the mode and the options that the person set. */
import type { ConfigOption, SessionModes } from '../../shared/session/content.ts';
import type { AgentHandlers, AgentLaunch, AgentLink, OpenedSession, StartAgent } from './agent-link.ts';

/** `prepare` has the last word on a launch, when it is about to happen. */
export function startPrepared(
  start: StartAgent,
  prepare: (launch: AgentLaunch, signal: AbortSignal) => Promise<AgentLaunch>,
): StartAgent {
  return async (launch, cwd, handlers, onStage, signal) => {
    const prepared = await prepare(launch, signal);
    const link = await start(prepared, cwd, handlers, onStage, signal);
    const { defaults } = prepared;
    return defaults === undefined ? link : withDefaults(link, defaults, handlers);
  };
}

type Defaults = NonNullable<AgentLaunch['defaults']>;

function withDefaults(link: AgentLink, defaults: Defaults, handlers: AgentHandlers): AgentLink {
  return {
    ...link,
    openSession: async (cwd, servers) =>
      applyDefaults(link, await link.openSession(cwd, servers), defaults, handlers),
  };
}

/** What the agent does not have, or refuses, is said in the session; the session goes on. */
async function applyDefaults(
  link: AgentLink,
  opened: OpenedSession,
  defaults: Defaults,
  handlers: AgentHandlers,
): Promise<OpenedSession> {
  const { acpSessionId } = opened;
  let { modes, options } = opened;
  const refused: string[] = [];
  if (defaults.mode !== null && defaults.mode !== modes?.currentModeId) {
    modes = await withMode(link, acpSessionId, modes, defaults.mode).catch(() => null);
    if (modes === null) {
      modes = opened.modes;
      refused.push(defaults.mode);
    }
  }
  for (const [id, value] of Object.entries(defaults.options)) {
    const option = options?.find((each) => each.id === id);
    if (option?.value === value) continue;
    const changed = await withOption(link, acpSessionId, option, value).catch(() => null);
    if (changed === null) refused.push(`${id} = ${value}`);
    else options = changed;
  }
  if (refused.length > 0) {
    handlers.onEvents(acpSessionId, [
      {
        type: 'notice',
        severity: 'warning',
        title: 'This agent does not take everything that its settings say.',
        description: `${refused.join(', ')}. Change it in Settings, Agents.`,
      },
    ]);
  }
  return { ...opened, modes, options };
}

async function withMode(
  link: AgentLink,
  acpSessionId: string,
  modes: SessionModes | null,
  wanted: string,
): Promise<SessionModes | null> {
  if (modes === null || !modes.available.some(({ id }) => id === wanted)) return null;
  await link.setMode(acpSessionId, wanted);
  return { ...modes, currentModeId: wanted };
}

async function withOption(
  link: AgentLink,
  acpSessionId: string,
  option: ConfigOption | undefined,
  value: string | boolean,
): Promise<readonly ConfigOption[] | null> {
  if (option === undefined) return null;
  return link.setOption(acpSessionId, option.id, value);
}
