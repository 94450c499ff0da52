/**
 * A permission request at its place in the transcript. It never takes the focus by itself; what counts as
 * an answer is decided in `arming.ts`, what is shown in `permission-subject.ts`, what is offered in
 * `option-list.ts`.
 */
import { ChevronDown } from 'lucide-react';
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { displayText } from '../../shared/text/display.ts';
import { useT } from '../i18n/use-t.ts';
import { useMcpServerNames } from '../sessions/session-mcp.tsx';
import { useOpenSession, useSession } from '../sessions/session-context.tsx';
import { describeError } from '../shell/error-words.ts';
import { Button } from '../ui/button.tsx';
import { onceOption, type Remember } from './always.ts';
import { AlwaysPanel } from './always-panel.tsx';
import { ChoiceButton } from './choice-button.tsx';
import { choicesOf, mostReadable, type Choice } from './choices.ts';
import { FactsView } from './facts-view.tsx';
import { FrameView } from './frame-view.tsx';
import { listOptions } from './option-list.ts';
import { pendingOf, subjectOf, toolCallOf } from './pending-request.ts';
import { registerPrompt, setPromptInView } from './prompt-places.ts';
import { ReadGate } from './read-gate.tsx';
import { TooLarge } from './too-large.tsx';
import { usePromptInput } from './use-prompt-input.ts';
import type { PendingPermission } from '../../shared/session/state.ts';

/** Nothing once the request is settled: its card keeps the decision as a line. */
export function PermissionPrompt({ requestId }: { readonly requestId: string }) {
  const pending = useSession(({ state }) => pendingOf(state, requestId));
  return pending === null ? null : <Prompt key={requestId} pending={pending} />;
}

function Prompt({ pending }: { readonly pending: PendingPermission }) {
  const { t } = useTranslation('permission');
  const words = useT();
  const { requestId } = pending;
  const session = useOpenSession();
  const entry = useSession(({ state }) => toolCallOf(state, pending.toolCallId));
  const topmost = useSession(({ state }) => state.permissions[0]?.requestId === requestId);
  const cwd = useSession(({ summary }) => summary?.cwd ?? '/');
  const agentName = useSession(({ summary }) => summary?.agentName ?? '');
  const [answering, setAnswering] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [readKey, setReadKey] = useState<string | null>(null);
  const [always, setAlways] = useState<Remember | null>(null);
  const alwaysId = useId();

  const mcpServers = useMcpServerNames();
  const subject = useMemo(
    () => subjectOf(pending, entry, cwd, mcpServers),
    [pending, entry, cwd, mcpServers],
  );
  const options = useMemo(
    () => listOptions(pending.options, { argumentsGiven: subject.argumentsGiven }),
    [pending.options, subject.argumentsGiven],
  );
  // What the person judges: when it changes, nothing that was read or armed before counts.
  const contentKey = useMemo(
    () => JSON.stringify([subject.frame, subject.rest, options.offered, pending.offers]),
    [subject.frame, subject.rest, options.offered, pending.offers],
  );
  const tooLarge = subject.size > mostReadable;
  const read = readKey === contentKey;
  const offers = pending.offers ?? [];
  const once = offers.length === 0 ? null : onceOption(options);
  const choices = useMemo(
    () =>
      choicesOf(options, read, once === null || always === null ? null : { option: once, remember: always }),
    [options, read, once, always],
  );

  const answer = async (id: string) => {
    if (answering !== null) return;
    const choice = choices.find((each) => each.id === id);
    if (choice === undefined || (choice.type !== 'stop' && !choice.enabled)) return;
    setAnswering(id);
    setError(null);
    const result =
      choice.type === 'stop'
        ? await session.actions.cancel()
        : await session.actions.answerPermission(
            requestId,
            choice.option.optionId,
            choice.type === 'remember' ? choice.remember : undefined,
          );
    if (result.ok) return;
    setAnswering(null);
    setError(
      result.error.code === 'not-kept'
        ? t('notKept', { reason: displayText(result.error.message.slice(0, 500), 'line') })
        : t('failed', { reason: describeError(words.t, result.error) }),
    );
  };

  const root = useRef<HTMLElement>(null);
  // Another rule is another answer: what was armed for the one before does not count.
  const armedFor = always === null ? contentKey : `${contentKey} ${always.offer} ${always.scope}`;
  const input = usePromptInput({
    root,
    topmost,
    contentKey: armedFor,
    choices,
    onAnswer: (id) => void answer(id),
  });
  const buttonOf = (choice: Choice, index: number) => (
    <ChoiceButton
      key={choice.id}
      choice={choice}
      digit={topmost && index < 9 ? String(index + 1) : undefined}
      primary={
        index === choices.findIndex((each) => each.type === 'option' && each.option.kind === 'allow_once')
      }
      busy={answering === null ? 'no' : answering === choice.id ? 'this' : 'other'}
      unread={!read}
      {...input.buttonProps(choice.id, index)}
    />
  );

  useEffect(
    () =>
      registerPrompt({
        sessionId: session.id,
        requestId,
        askedAt: pending.askedAt,
        topmost,
        focus: () => {
          root.current?.scrollIntoView({ block: 'nearest' });
          root.current?.focus({ preventScroll: true });
        },
      }),
    [session.id, requestId, pending.askedAt, topmost],
  );

  useLayoutEffect(() => {
    const element = root.current;
    if (element === null) return;
    const observer = new IntersectionObserver(
      ([entryNow]) => setPromptInView(requestId, entryNow?.isIntersecting === true),
      { rootMargin: '-24px' },
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      setPromptInView(requestId, false);
    };
  }, [requestId]);

  return (
    <section
      ref={root}
      role="group"
      aria-label={t('label', { agent: agentName, what: t(`wants.${subject.wants}`) })}
      tabIndex={-1}
      data-request-id={requestId}
      data-permission-prompt={topmost ? 'first' : 'queued'}
      className="flex scroll-mt-12 scroll-mb-16 flex-col gap-2.5 rounded-b-3 px-3 pt-0.5 pb-3 outline-none focus-visible:outline-2 focus-visible:outline-offset-[-2px] focus-visible:outline-focus"
      {...input.rootProps}
    >
      {tooLarge ? (
        <TooLarge
          subject={subject}
          sessionId={session.id}
          toolCallId={pending.toolCallId}
          onRead={() => setReadKey(contentKey)}
        />
      ) : (
        <ReadGate contentKey={contentKey} label={t('gate.label')} onRead={() => setReadKey(contentKey)}>
          <FrameView frame={subject.frame} rest={subject.rest} />
        </ReadGate>
      )}
      <FactsView subject={subject} reason={pending.reason ?? null} />
      {options.troubles
        .filter((trouble) => trouble !== 'none')
        .map((trouble) => (
          <p key={trouble} className="text-12 text-needs">
            {t(`trouble.${trouble}`, { count: options.hidden })}
          </p>
        ))}
      <div className="flex flex-wrap items-center gap-2">
        {choices.map((choice, index) => choice.type !== 'remember' && buttonOf(choice, index))}
        {once !== null && (
          <Button
            variant="quiet"
            aria-expanded={always !== null}
            aria-controls={always === null ? undefined : alwaysId}
            onClick={() => setAlways(always === null ? { offer: 0, scope: 'session' } : null)}
          >
            {t('always.open')}
            <ChevronDown size={13} aria-hidden className={always === null ? undefined : 'rotate-180'} />
          </Button>
        )}
      </div>
      {once !== null && always !== null && (
        <AlwaysPanel id={alwaysId} offers={offers} remember={always} workspace={cwd} onChange={setAlways}>
          {choices.map((choice, index) => choice.type === 'remember' && buttonOf(choice, index))}
        </AlwaysPanel>
      )}
      {!topmost && <p className="text-11 text-fg-3">{t('queued')}</p>}
      {error !== null && (
        <p role="alert" className="text-12 text-fail">
          {error}
        </p>
      )}
    </section>
  );
}
