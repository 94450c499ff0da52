/** The card around a question that waits, and where it is. It never takes the focus by itself. */
import { MessageCircleQuestion } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { QuestionEntry } from '../../shared/session/state.ts';
import { registerPrompt, setPromptInView } from '../permissions/prompt-places.ts';
import { SafeText } from '../permissions/safe-text.tsx';
import { useOpenSession, useSession } from '../sessions/session-context.tsx';
import { Elapsed } from '../transcript/elapsed.tsx';

export function QuestionFrame({
  entry,
  title,
  root,
  rootProps,
  children,
}: {
  readonly entry: QuestionEntry;
  readonly title: ReactNode;
  readonly root: RefObject<HTMLElement | null>;
  readonly rootProps: Record<string, unknown>;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation('question');
  const agent = useSession(({ summary }) => summary?.agentName ?? '');
  useQuestionPlace(entry, root);
  return (
    <section
      ref={root}
      role="group"
      aria-label={t('label', { agent })}
      tabIndex={-1}
      data-question-id={entry.questionId}
      className="flex scroll-mt-12 scroll-mb-16 flex-col gap-3 rounded-3 border border-needs-line bg-raised px-3 pt-2.5 pb-3 shadow-[0_0_0_3px_var(--needs-soft)] outline-none focus-visible:outline-2 focus-visible:outline-offset-[-2px] focus-visible:outline-focus"
      {...rootProps}
    >
      <header className="flex items-start gap-2">
        <MessageCircleQuestion size={15} aria-hidden className="mt-0.75 flex-none text-needs" />
        <h3 className="min-w-0 flex-1 font-medium">{title}</h3>
        <span className="text-12 text-fg-3">
          <Elapsed since={entry.at} />
        </span>
      </header>
      {entry.question.message !== '' && (
        <p className="selectable max-h-60 overflow-y-auto">
          <SafeText text={entry.question.message.slice(0, 16_000)} context="file" />
        </p>
      )}
      {children}
    </section>
  );
}

/** Tells where the card is, so that the queue, the command and the bar above the composer find it. */
function useQuestionPlace(entry: QuestionEntry, root: RefObject<HTMLElement | null>): void {
  const session = useOpenSession();
  const { questionId } = entry;
  const topmost = useSession(
    ({ state }) => state.permissions.length === 0 && state.questions[0]?.questionId === questionId,
  );
  useEffect(
    () =>
      registerPrompt({
        sessionId: session.id,
        requestId: questionId,
        askedAt: entry.at,
        topmost,
        focus: () => {
          root.current?.scrollIntoView({ block: 'nearest' });
          root.current?.focus({ preventScroll: true });
        },
      }),
    [session.id, questionId, entry.at, topmost, root],
  );
  useLayoutEffect(() => {
    const element = root.current;
    if (element === null) return;
    const observer = new IntersectionObserver(
      ([now]) => setPromptInView(questionId, now?.isIntersecting === true),
      { rootMargin: '-24px' },
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      setPromptInView(questionId, false);
    };
  }, [questionId, root]);
}

export function useQuestionRoot(): RefObject<HTMLElement | null> {
  return useRef<HTMLElement>(null);
}
