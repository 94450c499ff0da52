import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { frameLine } from './frame-line.ts';
import { useMcpServerNames } from '../sessions/session-mcp.tsx';
import { useOpenSession, useSession } from '../sessions/session-context.tsx';
import { useCommandKey } from '../shell/commands/registry-context.tsx';
import { Elapsed } from '../transcript/elapsed.tsx';
import { Button } from '../ui/button.tsx';
import { StatusGlyph } from '../ui/status-glyph.tsx';
import { pendingOf, subjectOf, toolCallOf } from './pending-request.ts';
import { promptsInView, showPrompt } from './prompt-places.ts';
import { SafeText } from './safe-text.tsx';

/** A card that is only being rendered is not out of view yet. */
const patienceMs = 250;

/**
 * The first waiting request of the session in one line, above the composer, while its prompt is out of
 * view. It only leads there: nothing is answered from here.
 */
export function PendingBar() {
  const { t } = useTranslation('permission');
  const session = useOpenSession();
  const permissionId = useSession(({ state }) => state.permissions[0]?.requestId ?? null);
  const questionId = useSession(({ state }) => state.questions[0]?.questionId ?? null);
  const requestId = permissionId ?? questionId;
  const more = useSession(({ state }) => state.permissions.length + state.questions.length - 1);
  const inView = useStore(promptsInView, (ids) => requestId !== null && ids.has(requestId));
  const away = useStays(requestId !== null && !inView, requestId);
  const key = useCommandKey('permission.focus');
  if (requestId === null || !away) return null;
  return (
    <div
      role="group"
      aria-label={t('bar.label')}
      data-pending-bar
      className="mb-2 flex h-8 items-center gap-2 rounded-2 border border-needs-line bg-needs-soft pr-1 pl-2.5 text-12"
    >
      <StatusGlyph status={permissionId === null ? 'needs-answer' : 'needs-permission'} size={14} />
      {permissionId === null ? <QuestionLine questionId={requestId} /> : <Line requestId={requestId} />}
      {more > 0 && <span className="num flex-none text-fg-3">{t('bar.more', { count: more })}</span>}
      <Button size="sm" variant="quiet" kbd={key} onClick={() => showPrompt(session.id, requestId)}>
        {t('bar.show')}
      </Button>
    </div>
  );
}

function Line({ requestId }: { readonly requestId: string }) {
  const { t } = useTranslation('permission');
  const pending = useSession(({ state }) => pendingOf(state, requestId));
  const entry = useSession(({ state }) => (pending === null ? null : toolCallOf(state, pending.toolCallId)));
  const cwd = useSession(({ summary }) => summary?.cwd ?? '/');
  const mcpServers = useMcpServerNames();
  if (pending === null) return null;
  const subject = subjectOf(pending, entry, cwd, mcpServers);
  return (
    <>
      <span className="flex-none font-medium">{t(`wants.${subject.wants}`)}</span>
      <span className="mono min-w-0 flex-1 truncate text-[11.5px] text-fg-2">
        <SafeText text={frameLine(subject.frame)} context="line" className="whitespace-nowrap" />
      </span>
      <span className="text-fg-3">
        <Elapsed since={pending.askedAt} />
      </span>
    </>
  );
}

function QuestionLine({ questionId }: { readonly questionId: string }) {
  const pending = useSession(
    ({ state }) => state.questions.find((question) => question.questionId === questionId) ?? null,
  );
  if (pending === null) return null;
  return (
    <>
      <span className="min-w-0 flex-1 truncate font-medium">
        <SafeText
          text={pending.question.message.slice(0, 300)}
          context="line"
          className="whitespace-nowrap"
        />
      </span>
      <span className="text-fg-3">
        <Elapsed since={pending.askedAt} />
      </span>
    </>
  );
}

/** True once `on` has held for a while; false at once. `identity` starts the wait anew. */
function useStays(on: boolean, identity: string | null): boolean {
  const [held, setHeld] = useState<string | null>(null);
  useEffect(() => {
    if (!on) {
      setHeld(null);
      return;
    }
    const timer = setTimeout(() => setHeld(identity), patienceMs);
    return () => clearTimeout(timer);
  }, [on, identity]);
  return on && held === identity;
}
