/** `catalogue.*` of the IPC contract. */
import type { catalogueContract } from '../../shared/ipc/contract/catalogue.ts';
import type { AgentSettings } from '../../shared/ipc/contract/settings.ts';
import type { Handlers } from '../../shared/ipc/handler.ts';
import { err, ok } from '../../shared/result.ts';
import type { SettingsFile } from '../settings/settings-file.ts';
import type { AgentCatalogue } from './agent-catalogue.ts';
import { keepUnsentValues } from './handlers.ts';

const noAgent = err({ code: 'no-agent' as const, message: 'no such agent' });

export function catalogueHandlers(
  catalogue: AgentCatalogue,
  file: SettingsFile,
): Handlers<typeof catalogueContract> {
  const { installer } = catalogue;
  return {
    'catalogue.watch': (_input, { emit }) => {
      emit(catalogue.state);
      const stop = catalogue.subscribe(() => emit(catalogue.state));
      catalogue.lookedAt();
      return stop;
    },
    'catalogue.refresh': async () => {
      await catalogue.refresh();
      return ok(null);
    },
    'catalogue.install': ({ id }) => {
      const answer = catalogue.install(id);
      return answer === 'begun' ? ok(null) : err({ code: answer, message: `${id} was not installed` });
    },
    'catalogue.cancel': ({ id }) => {
      installer.cancel(id);
      return ok(null);
    },
    'catalogue.dismiss': ({ id }) => {
      installer.dismiss(id);
      return ok(null);
    },
    'catalogue.rollBack': ({ id }) => installer.rollBack(id),
    'catalogue.uninstall': ({ id }) => installer.uninstall(id),
    'catalogue.environment': async ({ id }) => {
      const environment = await catalogue.environmentOf(id);
      return environment === null ? noAgent : ok(environment);
    },
    'catalogue.configure': ({ id, settings }) => {
      if (!catalogue.has(id)) return noAgent;
      return file.update(({ agentSettings }) => {
        const before = agentSettings[id];
        const env = keepUnsentValues(settings.env, before?.env ?? {});
        // The page does not know the providers, which may hold secrets; MCP servers are chosen elsewhere.
        const { providers, mcp } = before ?? {};
        const value = onlyWhatIsSaid({ ...settings, env, providers, mcp });
        return [{ path: ['agentSettings', id], value }];
      });
    },
  };
}

/** So that the file a person may edit holds nothing that says nothing. */
function onlyWhatIsSaid(settings: AgentSettings): Partial<AgentSettings> | undefined {
  const said = Object.entries(settings).filter(([name, value]) => {
    if (value === undefined) return false;
    if (name === 'env' || name === 'options') return Object.keys(value).length > 0;
    return name !== 'granted' || (Array.isArray(value) && value.length > 0);
  });
  return said.length === 0 ? undefined : Object.fromEntries(said);
}
