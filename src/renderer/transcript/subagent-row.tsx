import { Bot, Square } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { activityOf } from '../../shared/session/select.ts';
import { SafeText } from '../permissions/safe-text.tsx';
import { activityWords } from '../sessions/activity-words.ts';
import { useOpenSession, useSession } from '../sessions/session-context.tsx';
import { describeError } from '../shell/error-words.ts';
import { useServices } from '../shell/services.tsx';
import { useT } from '../i18n/use-t.ts';
import { Button } from '../ui/button.tsx';
import { StatusGlyph } from '../ui/status-glyph.tsx';
import { FoldLine } from './fold-line.tsx';
import type { SubagentRow } from './row.ts';
import { useFoldOpen, useTranscriptView } from './view-context.tsx';
import { toggleFold } from './view-store.ts';

/** A sub-agent in one line: who it is, what it does now. Its own rows follow while it is open. */
export const SubagentRowView = memo(function SubagentRowView({ row }: { readonly row: SubagentRow }) {
  const { t } = useTranslation('transcript');
  const words = useT();
  const view = useTranscriptView();
  const cwd = useSession(({ summary }) => summary?.cwd ?? '');
  const { entry, child } = row;
  const waits = useSession(({ state }) =>
    state.permissions.some(({ subagentId }) => subagentId === entry.subagentId),
  );
  const open = useFoldOpen(row.key) || waits;
  const over = useSession(({ state }) => state.phase.name !== 'ready');
  const running = !over && entry.state !== 'idle' && (entry.state !== '' || child?.active != null);
  const activity = running && child?.active != null ? activityOf(child, cwd) : null;
  const name = entry.title === '' ? t('subagent.unnamed') : entry.title;
  return (
    <div>
      <div className="flex items-center gap-2">
        <FoldLine open={open} onToggle={() => toggleFold(view, row.key)}>
          <Bot size={13} aria-hidden className="mr-1.5 inline-block align-[-2px]" />
          <SafeText text={name.slice(0, 200)} context="line" className="font-medium text-fg-2" />
          {' · '}
          {waits ? (
            <span className="text-needs">{t('subagent.state.requires_action')}</span>
          ) : activity !== null && activity.type !== 'waiting' ? (
            <SafeText text={activityWords(words.t, activity)} context="line" />
          ) : (
            <SubagentState
              state={over && entry.state === 'running' ? 'idle' : entry.state}
              running={running}
            />
          )}
        </FoldLine>
        {running && <StatusGlyph status={waits ? 'needs-permission' : 'running'} size={13} />}
        {running && entry.canCancel && <StopButton subagentId={entry.subagentId} name={name} />}
      </div>
      {open && entry.description !== null && entry.description !== '' && (
        <p className="selectable pl-5.25 text-12 text-fg-3">
          <SafeText text={entry.description.slice(0, 4000)} context="file" />
        </p>
      )}
      {open && child === null && <p className="pl-5.25 text-12 text-fg-3">{t('subagent.empty')}</p>}
    </div>
  );
});

function StopButton({ subagentId, name }: { readonly subagentId: string; readonly name: string }) {
  const { t } = useTranslation('transcript');
  const words = useT();
  const services = useServices();
  const { actions } = useOpenSession();
  const stop = async () => {
    const answer = await actions.cancelSubagent(subagentId);
    if (answer.ok) return;
    services.notices.show({
      tone: 'fail',
      title: t('subagent.stopFailed'),
      body: describeError(words.t, answer.error),
    });
  };
  return (
    <Button
      size="sm"
      variant="quiet"
      icon={<Square size={11} aria-hidden />}
      aria-label={t('subagent.stopLabel', { name })}
      onClick={() => void stop()}
    >
      {t('subagent.stop')}
    </Button>
  );
}

function SubagentState({ state, running }: { readonly state: string; readonly running: boolean }) {
  const { t } = useTranslation('transcript');
  if (state === 'running' || state === 'idle' || state === 'requires_action') {
    return <>{t(`subagent.state.${state}`)}</>;
  }
  if (state === '') return <>{t(running ? 'subagent.state.running' : 'subagent.state.idle')}</>;
  return <SafeText text={state.slice(0, 60)} context="line" />;
}
