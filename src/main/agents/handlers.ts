/** `agents.*` of the IPC contract: the catalogue, and adding to it through the settings file. */
import type { agentsContract } from '../../shared/ipc/contract/agents.ts';
import type { Handlers } from '../../shared/ipc/handler.ts';
import { err } from '../../shared/result.ts';
import type { SettingsFile } from '../settings/settings-file.ts';
import type { AgentCatalogue } from './agent-catalogue.ts';
import { BUNDLED_AGENT_ID } from './catalogue.ts';

export function agentsHandlers(
  file: SettingsFile,
  catalogue: Pick<AgentCatalogue, 'usable' | 'subscribe'>,
): Handlers<typeof agentsContract> {
  return {
    'agents.watch': (_input, { emit }) => {
      let last = '';
      // Most changes of the catalogue, such as progress, are none here.
      const tell = () => {
        const { usable } = catalogue;
        const now = JSON.stringify(usable);
        if (now === last) return;
        last = now;
        emit(usable);
      };
      tell();
      return catalogue.subscribe(tell);
    },
    'agents.save': ({ agent, replace }) => {
      const index = file.state.settings.agents.findIndex((existing) => existing.id === agent.id);
      if (agent.id === BUNDLED_AGENT_ID || (index !== -1 && !replace)) {
        return err({ code: 'id-taken' as const, message: `an agent with the id ${agent.id} exists` });
      }
      return file.update(({ agents }) => {
        const at = agents.findIndex((existing) => existing.id === agent.id);
        const env = at === -1 ? agent.env : keepUnsentValues(agent.env, agents[at]?.env ?? {});
        return [{ path: ['agents', at === -1 ? agents.length : at], value: { ...agent, env } }];
      });
    },
    'agents.remove': ({ id }) => {
      if (!file.state.settings.agents.some((agent) => agent.id === id)) {
        return err({ code: 'not-found' as const, message: `no agent with the id ${id}` });
      }
      return file.update(({ agents }) => {
        const at = agents.findIndex((agent) => agent.id === id);
        return at === -1 ? [] : [{ path: ['agents', at], value: undefined }];
      });
    },
  };
}

/** The page never sees the values of variables: an empty one means "as it was". */
export function keepUnsentValues(
  sent: Record<string, string>,
  stored: Record<string, string>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [name, value === '' ? (stored[name] ?? '') : value]),
  );
}
