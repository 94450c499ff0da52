/** Logs and reports out of the app: to the clipboard or into a file, always without what looks like a secret. */
import i18next from 'i18next';
import { copyText, showError } from '../shell/actions.ts';
import type { AnyIpcError } from '../shell/error-words.ts';
import type { Services } from '../shell/services.tsx';

/** `seqs` null: all that is kept. */
export async function copyProtocol(
  services: Services,
  sessionId: string,
  seqs: readonly number[] | null,
): Promise<void> {
  const answer = await services.client.request('protocol.export', { sessionId, seqs: mutable(seqs) });
  if (!answer.ok) return failed(services, answer.error);
  copyText(services, answer.value.text);
  services.notices.show({ tone: 'info', title: i18next.t('protocol:copied', { count: answer.value.count }) });
}

export async function saveProtocol(
  services: Services,
  sessionId: string,
  seqs: readonly number[] | null,
): Promise<void> {
  const answer = await services.client.request('protocol.export', { sessionId, seqs: mutable(seqs) });
  if (!answer.ok) return failed(services, answer.error);
  await saveText(services, nameOf('protocol', 'jsonl'), answer.value.text);
}

export async function copyReport(services: Services, sessionId: string): Promise<void> {
  const answer = await services.client.request('protocol.report', { sessionId, bodies: false });
  if (!answer.ok) return failed(services, answer.error);
  copyText(services, answer.value.text);
  services.notices.show({ tone: 'info', title: i18next.t('protocol:report.copied') });
}

export async function saveReport(
  services: Services,
  sessionId: string,
  options: { readonly bodies: boolean },
): Promise<void> {
  const answer = await services.client.request('protocol.report', { sessionId, ...options });
  if (!answer.ok) return failed(services, answer.error);
  await saveText(services, nameOf('report', 'md'), answer.value.text);
}

/** Asks where; says so when it could not be written, and nothing when the person thought better of it. */
export async function saveText(services: Services, suggestedName: string, text: string): Promise<void> {
  const answer = await services.client.request('app.saveText', { suggestedName, text });
  if (!answer.ok) return failed(services, answer.error);
  if (answer.value.saved) services.notices.show({ tone: 'info', title: i18next.t('protocol:saved') });
}

export function nameOf(what: string, ext: string): string {
  return `switchyard-${what}-${new Date().toISOString().slice(0, 19).replace(/[:T]/g, '-')}.${ext}`;
}

function failed(services: Services, error: AnyIpcError): void {
  showError(services, 'action', error);
}

function mutable(seqs: readonly number[] | null): number[] | null {
  return seqs === null ? null : [...seqs];
}
