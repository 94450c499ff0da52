/** What a person does with an entry of the catalogue: each asks main, and says in a notice what did not work. */
import i18next from 'i18next';
import type { CatalogueEntry } from '../../shared/ipc/contract/catalogue.ts';
import type { AgentSettings } from '../../shared/ipc/contract/settings.ts';
import { showError, startSession } from '../shell/actions.ts';
import type { AnyIpcError } from '../shell/error-words.ts';
import { describeError } from '../shell/error-words.ts';
import type { Services } from '../shell/services.tsx';

type EntryMethod =
  | 'catalogue.install'
  | 'catalogue.cancel'
  | 'catalogue.dismiss'
  | 'catalogue.rollBack'
  | 'catalogue.uninstall';

export async function askCatalogue(
  services: Services,
  method: EntryMethod,
  { id }: CatalogueEntry,
): Promise<void> {
  const answer = await services.client.request(method, { id });
  if (!answer.ok) showCatalogueError(services, answer.error);
}

export async function configureAgent(
  services: Services,
  id: string,
  settings: AgentSettings,
): Promise<boolean> {
  const answer = await services.client.request('catalogue.configure', { id, settings });
  if (!answer.ok) showError(services, 'saveSettings', answer.error);
  return answer.ok;
}

/** Starts a session with it and leaves the settings. */
export async function startWith(services: Services, { id }: CatalogueEntry): Promise<void> {
  services.view.setState({ overlay: null });
  await startSession(services, { agentId: id });
}

function showCatalogueError(services: Services, error: AnyIpcError): void {
  const code = error.code;
  const known = ['no-agent', 'busy', 'not-installable', 'in-use', 'write-failed'] as const;
  const own = known.find((each) => each === code);
  services.notices.show({
    tone: 'fail',
    title: i18next.t('catalogue:errors.title'),
    body: own === undefined ? describeError(i18next.t, error) : i18next.t(`catalogue:errors.${own}`),
  });
}
