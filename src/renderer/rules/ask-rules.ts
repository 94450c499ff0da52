/** Asking main to change rules, and saying what did not work. */
import i18next from 'i18next';
import { displayText } from '../../shared/text/display.ts';
import { describeError, type AnyIpcError } from '../shell/error-words.ts';
import type { Services } from '../shell/services.tsx';

const OWN = ['file-broken', 'write-failed', 'no-rule', 'bad-rule'] as const;

export function rulesErrorWords(error: AnyIpcError): string {
  const own = OWN.find((each) => each === error.code);
  return own === undefined
    ? describeError(i18next.t, error)
    : i18next.t(`rules:errors.${own}`, { message: displayText(error.message.slice(0, 300), 'line') });
}

type Answer = { readonly ok: true } | { readonly ok: false; readonly error: AnyIpcError };

/** False when it did not work, which a notice has said. */
export async function askRules(services: Services, answer: Promise<Answer>): Promise<boolean> {
  const answered = await answer;
  if (answered.ok) return true;
  services.notices.show({
    tone: 'fail',
    title: i18next.t('rules:failed'),
    body: rulesErrorWords(answered.error),
  });
  return false;
}
