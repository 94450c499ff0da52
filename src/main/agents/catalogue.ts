/** The agents a session can be started with: the bundled one and those the person added in settings. */
import type { AgentSummary } from '../../shared/ipc/contract/agents.ts';
import type { CustomAgent, Settings } from '../../shared/ipc/contract/settings.ts';
import type { AgentLaunch } from './agent-link.ts';

export const BUNDLED_AGENT_ID = 'switchyard';

/** Every entry, the bundled one first, then the custom ones in the order of the file. */
export function catalogue(settings: Settings, bundled: AgentLaunch): readonly AgentSummary[] {
  return [
    summaryOf(bundled, 'bundled'),
    ...settings.agents.map((agent) => summaryOf(launchOfCustom(agent), 'custom')),
  ];
}

/** How to start the agent of that id; null when there is none. */
export function launchOf(agentId: string, settings: Settings, bundled: AgentLaunch): AgentLaunch | null {
  if (agentId === bundled.agentId) return bundled;
  const custom = settings.agents.find((agent) => agent.id === agentId);
  return custom === undefined ? null : launchOfCustom(custom);
}

function launchOfCustom(agent: CustomAgent): AgentLaunch {
  return { agentId: agent.id, name: agent.name, command: agent.command, args: agent.args, env: agent.env };
}

function summaryOf(launch: AgentLaunch, origin: AgentSummary['origin']): AgentSummary {
  return {
    id: launch.agentId,
    name: launch.name,
    origin,
    commandLine: origin === 'bundled' ? '' : [launch.command, ...launch.args].map(quoteForShow).join(' '),
    command: origin === 'bundled' ? '' : launch.command,
    args: origin === 'bundled' ? [] : launch.args,
    envNames: Object.keys(origin === 'bundled' ? {} : launch.env),
  };
}

/** For showing only: nothing runs what this returns. */
function quoteForShow(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
