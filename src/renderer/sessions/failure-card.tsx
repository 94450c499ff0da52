import { CircleX, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { displayText } from '../../shared/text/display.ts';
import type { Failure } from '../../shared/session/event.ts';
import { isRestarting } from '../../shared/session/select.ts';
import type { SessionState } from '../../shared/session/state.ts';
import { useT, type T } from '../i18n/use-t.ts';
import { showError } from '../shell/actions.ts';
import { useServices } from '../shell/services.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { ReportMenu } from '../protocol/report-menu.tsx';
import { failureDetail } from './failure-words.ts';
import { useOpenSession, useSession } from './session-context.tsx';
import { usePast } from './use-past.ts';

/** In a tile of the grid, and alone. */
const lastLines = { compact: 2, normal: 6 } as const;

/** Below the transcript when the agent process is not there: what happened, what was kept, what to do. */
export function FailureCard({ compact }: { readonly compact: boolean }) {
  const phase = useSession((view) => view.state.phase);
  const signIn = useSession((view) => view.state.signIn);
  const restarts = useSession((view) => isRestarting(view.state));
  // The card of the sign-in, or what is said of the restart, says what there is to say.
  if (signIn !== null || restarts) return null;
  switch (phase.name) {
    case 'failed':
      return <Failed failure={phase.failure} compact={compact} />;
    case 'stopped':
      // The next prompt starts it again: only what went wrong is worth a word.
      return phase.how === 'leaked' ? <Leaked /> : null;
    case 'new':
    case 'starting':
    case 'ready':
    case 'parked':
      return null;
  }
}

function Failed({ failure, compact }: { readonly failure: Failure; readonly compact: boolean }) {
  const { t } = useT();
  const services = useServices();
  const { id, store } = useOpenSession();
  const changedFiles = usePast()?.changedFiles ?? 0;
  const agentId = useSession((view) => view.summary?.agentId ?? null);
  const agent = useAgentName();
  const cwd = useSession((view) => view.summary?.cwd ?? '');
  const custom = services.agents.getState()?.some((each) => each.id === agentId && each.origin !== 'bundled');
  const tooOften = useSession(
    ({ state: { restart } }) => restart?.type === 'needs-you' && restart.why === 'too-often',
  );
  const lines = failure.stderrTail.slice(compact ? -lastLines.compact : -lastLines.normal);
  // Where there is nothing else to go by, a tile has the room for it too.
  const detail = !compact || lines.length === 0 ? failureDetail(failure) : '';
  return (
    <section
      aria-label={t(`sessions:failure.title.${failure.code}`, { agent })}
      data-failure={failure.code}
      className="rounded-3 border border-fail-line bg-raised"
    >
      <header className="flex items-start gap-2 px-3 pt-2.5 pb-1">
        <CircleX size={15} className="mt-0.75 flex-none text-fail" aria-hidden />
        <h2 className="min-w-0 flex-1 font-medium break-words">
          {t(`sessions:failure.title.${failure.code}`, { agent })}
          {exitWords(t, failure)}
        </h2>
      </header>
      <div className="flex flex-col gap-2.5 px-3 pb-3">
        <p className="text-12 text-fg-2">{t(`sessions:failure.next.${failure.code}`, { path: cwd })}</p>
        {detail !== '' && (
          <p className="selectable mono text-fg-2">
            <bdi className="break-words">{displayText(detail, 'line')}</bdi>
          </p>
        )}
        {lines.length > 0 && (
          <pre
            aria-label={t('sessions:failure.lastWords', { agent })}
            tabIndex={0}
            className="selectable mono max-h-32 overflow-auto rounded-2 border border-line bg-inset px-3 py-2 break-words whitespace-pre-wrap text-fg-2"
          >
            {lines.map((line) => displayText(line, 'line')).join('\n')}
          </pre>
        )}
        {tooOften && <p className="text-12 text-fg-2">{t('sessions:failure.tooOften')}</p>}
        <p className="text-12 text-fg-3">{keptWords(t, store.getState().state, changedFiles)}</p>
        <div className="flex flex-wrap items-center gap-2">
          <RestartButton />
          {custom === true && agentId !== null && (
            <Button
              size="sm"
              onClick={() =>
                services.view.setState({ overlay: { type: 'settings', section: 'agents', agentId } })
              }
            >
              {t('sessions:failure.editAgent')}
            </Button>
          )}
          <Button
            size="sm"
            variant="quiet"
            onClick={() => services.view.setState({ overlay: { type: 'log', sessionId: id } })}
          >
            {t('sessions:failure.showLog')}
          </Button>
          <ReportMenu sessionId={id} />
        </div>
      </div>
    </section>
  );
}

function Leaked() {
  const { t } = useT();
  const agent = useAgentName();
  return (
    <Banner tone="needs" title={t('sessions:stopped.title', { agent })}>
      {t('sessions:stopped.kept')} {t('sessions:stopped.leaked')}
    </Banner>
  );
}

function RestartButton() {
  const { t } = useT();
  const services = useServices();
  const { actions } = useOpenSession();
  const [busy, setBusy] = useState(false);
  const restart = async () => {
    setBusy(true);
    const answer = await actions.restart();
    setBusy(false);
    if (!answer.ok) showError(services, 'action', answer.error);
  };
  return (
    <Button
      variant="primary"
      size="sm"
      icon={<RotateCw size={13} aria-hidden />}
      disabled={busy}
      onClick={() => void restart()}
    >
      {t('sessions:failure.restart')}
    </Button>
  );
}

export function useAgentName(): string {
  return useSession((view) => displayText(view.summary?.agentName ?? view.state.agent?.name ?? '', 'line'));
}

function exitWords(t: T, failure: Failure): string {
  if (failure.signal !== null) return ` · ${t('sessions:failure.signal', { signal: failure.signal })}`;
  return failure.exitCode === null ? '' : ` · ${t('sessions:failure.exitCode', { code: failure.exitCode })}`;
}

function keptWords(t: T, state: SessionState, count: number): string {
  if (state.turns.length === 0 && state.active === null) return t('sessions:failure.keptNothing');
  return count === 0 ? t('sessions:failure.keptConversation') : t('sessions:failure.keptChanges', { count });
}
