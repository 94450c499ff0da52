import { RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { TerminalState } from '../../shared/ipc/contract/terminals.ts';
import { useT } from '../i18n/use-t.ts';
import { describeError } from '../shell/error-words.ts';
import { useServices } from '../shell/services.tsx';
import { Button } from '../ui/button.tsx';
import { terminalPanel } from './panel-store.ts';

/** How the shell ended; what it showed stays. */
export function EndedBar({
  id,
  state,
}: {
  readonly id: string;
  readonly state: TerminalState & { readonly type: 'ended' };
}) {
  const { t } = useTranslation('terminals');
  const { t: shell } = useT();
  const { client, notices } = useServices();
  const restart = async () => {
    const answer = await client.request('terminals.restart', { terminalId: id });
    if (!answer.ok) {
      notices.show({ tone: 'fail', title: t('failed'), body: describeError(shell, answer.error) });
    }
    terminalPanel.setState(({ focusAsked }) => ({ focusAsked: focusAsked + 1 }));
  };
  return (
    <div
      role="status"
      className="flex flex-none items-center gap-3 border-t border-line bg-side px-3 py-1.5 text-fg-2"
    >
      <span className="min-w-0 flex-1">
        {state.code === null
          ? t('endedBySignal', { signal: state.signal ?? '?' })
          : t('endedWithCode', { code: state.code })}
      </span>
      <Button size="sm" icon={<RotateCw size={12} />} onClick={() => void restart()}>
        {t('restart')}
      </Button>
    </div>
  );
}
