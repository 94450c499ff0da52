import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { displayText } from '../../shared/text/display.ts';
import type { Activity, SessionSummary } from '../../shared/session/select.ts';
import { useT } from '../i18n/use-t.ts';
import { Since } from '../sessions/activity-line.tsx';
import { activityWords, titleWords } from '../sessions/activity-words.ts';
import { Moment } from '../sessions/moment.tsx';
import { acknowledge, markRead, restartSession, selectSession } from '../shell/actions.ts';
import { showKey } from '../shell/commands/key.ts';
import { useRegistry } from '../shell/commands/registry-context.tsx';
import { useServices, useSessionList, useView, type Services } from '../shell/services.tsx';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Kbd } from '../ui/kbd.tsx';
import { StatusGlyph } from '../ui/status-glyph.tsx';
import { PromptInPlace } from './prompt-in-place.tsx';
import { attentionQueue, countBlocking, isBlocking, type QueueItem } from './queue.ts';

/**
 * The queue over all sessions. J and K (or the arrows) move, Enter opens the session at its prompt, A brings the
 * prompt itself here, with all its rules about keys and reading, and D puts away what has been seen.
 */
export function AttentionList() {
  const { t } = useT();
  const services = useServices();
  const list = useSessionList((state) => state);
  const acknowledged = useView((view) => view.acknowledged);
  const queue = useMemo(() => attentionQueue(list, acknowledged), [list, acknowledged]);
  const blocking = countBlocking(list);
  const finished = queue.filter(({ kind }) => kind === 'finished');
  // The key, not the place: what is marked stays marked when the queue moves.
  const [markedKey, setMarkedKey] = useState<string | null>(queue[0]?.key ?? null);
  const [answeringKey, setAnsweringKey] = useState<string | null>(null);
  const marked = queue.find((item) => item.key === markedKey) ?? queue[0];
  const rows = useRef<HTMLUListElement>(null);

  const mark = (at: number) => {
    setMarkedKey(queue[at]?.key ?? null);
    rows.current?.querySelectorAll<HTMLElement>('[data-attention-row]')[at]?.focus();
  };
  const dismiss = (item: QueueItem) => {
    if (isBlocking(item)) return;
    const at = queue.indexOf(item);
    mark(at < queue.length - 1 ? at + 1 : Math.max(0, at - 1));
    seen(services, item);
  };
  const answer = (item: QueueItem) => {
    if (item.kind !== 'permission' || item.requestId === null) return;
    // Where it is on the page already, it is answered there: one prompt for one request.
    if (services.shown.store.getState().has(item.sessionId)) open(services, item);
    else setAnsweringKey(item.key);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || marked === undefined) return;
    const at = queue.indexOf(marked);
    const acts: Readonly<Record<string, (() => void) | undefined>> = {
      j: () => mark(Math.min(at + 1, queue.length - 1)),
      ArrowDown: () => mark(Math.min(at + 1, queue.length - 1)),
      k: () => mark(Math.max(at - 1, 0)),
      ArrowUp: () => mark(Math.max(at - 1, 0)),
      Home: () => mark(0),
      End: () => mark(queue.length - 1),
      a: () => answer(marked),
      d: () => dismiss(marked),
      Delete: () => dismiss(marked),
    };
    const act = acts[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };

  return (
    <div className="flex max-h-[70vh] flex-col">
      <h2 className="flex flex-none items-center gap-2 px-3.5 pt-3 pb-2 font-semibold">
        <StatusGlyph status={blocking > 0 ? 'needs-permission' : 'idle'} size={15} />
        {t('attention:title', { count: blocking })}
      </h2>
      {queue.length === 0 && <p className="px-3.5 pb-4 text-fg-3">{t('attention:empty')}</p>}
      <ul ref={rows} className="min-h-0 overflow-y-auto">
        {queue.map((item) => {
          const session = list.byId.get(item.sessionId);
          if (session === undefined) return null;
          return (
            <Item
              key={item.key}
              item={item}
              session={session}
              marked={item === marked}
              answering={item.key === answeringKey}
              onMark={() => setMarkedKey(item.key)}
              onAnswer={() => answer(item)}
              onDismiss={() => dismiss(item)}
              onKeyDown={onKeyDown}
            />
          );
        })}
      </ul>
      {queue.length > 0 && (
        <div className="flex flex-none items-center gap-2 border-t border-line py-1.5 pr-2 pl-3.5">
          <KeyHints />
          <span className="flex-1" />
          {finished.length > 0 && (
            <Button
              size="sm"
              variant="quiet"
              onClick={() => finished.forEach((item) => seen(services, item))}
            >
              {t('attention:dismissFinished', { count: finished.length })}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

function open(services: Services, item: QueueItem): void {
  selectSession(services, item.sessionId, { reveal: item.requestId });
}

/** The person has looked at it, or does not want to. */
function seen(services: Services, item: QueueItem): void {
  acknowledge(services, item.sessionId);
  if (item.kind === 'finished') void markRead(services, item.sessionId);
}

function KeyHints() {
  const { t } = useT();
  const { platform } = useRegistry();
  const hints = [
    [['J', 'K'], t('attention:keys.move')],
    [['Enter'], t('attention:keys.open')],
    [['A'], t('attention:keys.answer')],
    [['D'], t('attention:keys.dismiss')],
  ] as const;
  return (
    <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-11 text-fg-3">
      {hints.map(([keys, words]) => (
        <span key={words} className="flex items-center gap-1">
          {keys.map((key) => (
            <Kbd key={key}>{showKey(key, platform)}</Kbd>
          ))}
          {words}
        </span>
      ))}
    </p>
  );
}

function Item({
  item,
  session,
  marked,
  answering,
  onMark,
  onAnswer,
  onDismiss,
  onKeyDown,
}: {
  readonly item: QueueItem;
  readonly session: SessionSummary;
  readonly marked: boolean;
  /** Its prompt is shown here. */
  readonly answering: boolean;
  readonly onMark: () => void;
  readonly onAnswer: () => void;
  readonly onDismiss: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}) {
  const { t } = useT();
  const services = useServices();
  const blocks = isBlocking(item);
  return (
    <li onPointerMove={onMark} className={classNames('border-t border-line', marked && 'bg-active')}>
      <button
        type="button"
        data-attention-row
        tabIndex={marked ? 0 : -1}
        onClick={() => open(services, item)}
        onFocus={onMark}
        onKeyDown={onKeyDown}
        className="grid w-full grid-cols-[18px_minmax(0,1fr)_auto] gap-x-2.5 gap-y-0.5 px-3.5 pt-2.25 pb-1.75 text-left -outline-offset-3 rounded-3"
      >
        <StatusGlyph
          status={session.status}
          label={t(`sessions:status.${session.status}`)}
          className="mt-0.5"
        />
        <bdi className={classNames('block truncate', blocks && 'font-semibold')}>
          {titleWords(t, session.title)}
        </bdi>
        <span className="text-12 text-fg-3">
          {blocks ? <Since at={item.since} /> : <Moment at={item.since} />}
        </span>
        <span className="col-start-2 col-end-4 text-12 break-words text-fg-2">
          {activityWords(t, activityOfItem(item, session))}
          <span className="text-fg-3"> · {displayText(session.agentName, 'line')}</span>
        </span>
      </button>
      {answering && item.requestId !== null ? (
        <PromptInPlace sessionId={item.sessionId} requestId={item.requestId} />
      ) : (
        marked && <ItemActions item={item} session={session} onAnswer={onAnswer} onDismiss={onDismiss} />
      )}
    </li>
  );
}

function ItemActions({
  item,
  session,
  onAnswer,
  onDismiss,
}: {
  readonly item: QueueItem;
  readonly session: SessionSummary;
  readonly onAnswer: () => void;
  readonly onDismiss: () => void;
}) {
  const { t } = useT();
  const services = useServices();
  const { platform } = useRegistry();
  const blocks = isBlocking(item);
  const onPage = services.shown.store.getState().has(item.sessionId);
  return (
    <div className="flex flex-wrap gap-2 pr-3.5 pb-2.5 pl-10.5">
      <Button
        size="sm"
        variant="primary"
        kbd={showKey('Enter', platform)}
        onClick={() => open(services, item)}
      >
        {blocks ? t('attention:open') : t('attention:openFailed')}
      </Button>
      {item.kind === 'permission' && !onPage && (
        <Button size="sm" onClick={onAnswer}>
          {t('attention:answerHere')}
        </Button>
      )}
      {item.kind === 'failed' && (
        <Button
          size="sm"
          disabled={session.processRunning}
          onClick={() => void restartSession(services, item.sessionId)}
        >
          {t('attention:restart')}
        </Button>
      )}
      {!blocks && (
        <Button size="sm" variant="quiet" onClick={onDismiss}>
          {item.kind === 'finished' ? t('attention:markRead') : t('attention:dismiss')}
        </Button>
      )}
    </div>
  );
}

/** A session may have several requests: each item says its own. */
function activityOfItem({ requestId }: QueueItem, session: SessionSummary): Activity {
  const question = session.questions.find((each) => each.questionId === requestId);
  if (question !== undefined) return { type: 'question', subject: question.subject };
  const request = session.pending.find((each) => each.requestId === requestId);
  return request === undefined
    ? session.activity
    : { type: 'asks', kind: request.kind, subject: request.subject };
}
