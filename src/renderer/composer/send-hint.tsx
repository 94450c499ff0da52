import { useTranslation } from 'react-i18next';
import { showKey } from '../shell/commands/key.ts';
import { useRegistry } from '../shell/commands/registry-context.tsx';
import type { Readiness } from './readiness.ts';

/** What the key that sends will do now. */
export function SendHint({
  readiness,
  enterSends,
  sending,
  empty,
}: {
  readonly readiness: Readiness;
  readonly enterSends: boolean;
  readonly sending: boolean;
  readonly empty: boolean;
}) {
  const { t } = useTranslation('composer');
  const { platform } = useRegistry();
  const key = enterSends ? 'Enter' : showKey('Mod+Enter', platform);
  const words = sending
    ? t('hint.sending')
    : readiness.type === 'queues'
      ? t(readiness.behind === 'agent' ? 'hint.queuesForAgent' : 'hint.queues', { key })
      : t(readiness.type === 'wakes' ? 'hint.wakes' : 'hint.sends', { key });
  return (
    <span
      className={`flex-none px-1.5 text-12 text-fg-3 ${empty && readiness.type !== 'queues' ? 'invisible' : ''}`}
    >
      {words}
    </span>
  );
}
