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
import { useServices, useSessionList, useView } from '../shell/services.tsx';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Kbd } from '../ui/kbd.tsx';
import { StatusGlyph } from '../ui/status-glyph.tsx';
import { attentionQueue, countBlocking, isBlocking, type QueueItem } from './queue.ts';

/**
 * The queue over all sessions. J and K (or the arrows) move, Enter opens the session at its prompt.
 * Nothing is answered from here: a permission is answered where its exact command or change is in view.
 */
export function AttentionList() {
  const { t } = useT();
  const { platform } = useRegistry();
  const list = useSessionList((state) => state);
  const acknowledged = useView((view) => view.acknowledged);
  const queue = useMemo(() => attentionQueue(list, acknowledged), [list, acknowledged]);
  const blocking = countBlocking(list);
  // The key, not the place: what is marked stays marked when the queue moves.
  const [markedKey, setMarkedKey] = useState<string | null>(queue[0]?.key ?? null);
  const marked = queue.find((item) => item.key === markedKey) ?? queue[0];
  const rows = useRef<HTMLUListElement>(null);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || marked === undefined) return;
    const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = Math.min(Math.max(queue.indexOf(marked) + step, 0), queue.length - 1);
    setMarkedKey(queue[at]?.key ?? null);
    rows.current?.querySelectorAll<HTMLElement>('[data-attention-row]')[at]?.focus();
  };

  return (
    <div className="flex max-h-[70vh] flex-col">
      <h2 className="flex flex-none items-center gap-2 px-3.5 pt-3 pb-2 font-semibold">
        <StatusGlyph status={blocking > 0 ? 'needs-permission' : 'idle'} size={15} />
        {t('attention:title', { count: blocking })}
        <span className="flex-1" />
        <Kbd>{showKey('J', platform)}</Kbd>
        <Kbd>{showKey('K', platform)}</Kbd>
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
              onMark={() => setMarkedKey(item.key)}
              onKeyDown={onKeyDown}
            />
          );
        })}
      </ul>
    </div>
  );
}

function Item({
  item,
  session,
  marked,
  onMark,
  onKeyDown,
}: {
  readonly item: QueueItem;
  readonly session: SessionSummary;
  readonly marked: boolean;
  readonly onMark: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}) {
  const { t } = useT();
  const services = useServices();
  const blocks = isBlocking(item);
  const open = () => selectSession(services, item.sessionId, { reveal: item.requestId });
  return (
    <li onPointerMove={onMark} className={classNames('border-t border-line', marked && 'bg-active')}>
      <button
        type="button"
        data-attention-row
        tabIndex={marked ? 0 : -1}
        onClick={open}
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
      {marked && <ItemActions item={item} session={session} onOpen={open} />}
    </li>
  );
}

function ItemActions({
  item,
  session,
  onOpen,
}: {
  readonly item: QueueItem;
  readonly session: SessionSummary;
  readonly onOpen: () => void;
}) {
  const { t } = useT();
  const services = useServices();
  const { platform } = useRegistry();
  const blocks = isBlocking(item);
  const readIt = () => {
    acknowledge(services, item.sessionId);
    void markRead(services, item.sessionId);
  };
  return (
    <div className="flex flex-wrap gap-2 pr-3.5 pb-2.5 pl-10.5">
      <Button size="sm" variant="primary" kbd={showKey('Enter', platform)} onClick={onOpen}>
        {blocks ? t('attention:open') : t('attention:openFailed')}
      </Button>
      {item.kind === 'failed' && (
        <Button
          size="sm"
          disabled={session.processRunning}
          onClick={() => void restartSession(services, item.sessionId)}
        >
          {t('attention:restart')}
        </Button>
      )}
      {item.kind === 'finished' && (
        <Button size="sm" variant="quiet" onClick={readIt}>
          {t('attention:markRead')}
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
