import { useCallback, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpenSession, useSession } from '../sessions/session-context.tsx';
import { showError } from '../shell/actions.ts';
import { useServices } from '../shell/services.tsx';
import { announce } from '../ui/live-region.tsx';
import { HeldLine } from './held-line.tsx';
import { beforeAfterDrop, beforeAfterStep } from './queue-order.ts';
import { QueueRow } from './queue-row.tsx';

/** Prompts that wait, in the order they will be sent: to change, to order, to send at once, to take out. */
export function QueueList({ onTaken }: { readonly onTaken: () => void }) {
  const { t } = useTranslation('composer');
  const queue = useSession(({ state }) => state.queue);
  const held = queue.some((queued) => queued.held === true);
  const { list, step, drop } = useMoving();
  if (queue.length === 0) return null;
  return (
    <div className="border-b border-line px-1.5 py-1">
      {held && <HeldLine />}
      <ol
        ref={list}
        aria-label={t('queue.label')}
        className="flex max-h-44 flex-col overflow-y-auto text-12 text-fg-2"
      >
        {queue.map((queued, index) => (
          <QueueRow
            key={queued.queueId}
            queued={queued}
            place={index + 1}
            count={queue.length}
            onStep={(by) => step(queued.queueId, by)}
            onDrop={(queueId, half) => drop(queueId, { queueId: queued.queueId, half })}
            onTaken={onTaken}
          />
        ))}
      </ol>
    </div>
  );
}

/** Moves in main, says where it went, and keeps the focus on what was moved. */
function useMoving() {
  const { t } = useTranslation('composer');
  const services = useServices();
  const session = useOpenSession();
  const queue = useSession(({ state }) => state.queue);
  const list = useRef<HTMLOListElement>(null);
  const movedId = useRef<string | null>(null);

  useLayoutEffect(() => {
    const id = movedId.current;
    if (id === null) return;
    const place = queue.findIndex((queued) => queued.queueId === id) + 1;
    if (place === 0) return;
    movedId.current = null;
    announce(t('queue.moved', { place, count: queue.length }));
    // Moving an element in the document takes the focus from it.
    list.current?.querySelector<HTMLElement>(`[data-queued="${CSS.escape(id)}"] [data-queue-grip]`)?.focus();
  }, [queue, t]);

  const move = useCallback(
    (queueId: string, before: string | null | undefined) => {
      if (before === undefined) return;
      movedId.current = queueId;
      void session.actions.moveQueued(queueId, before).then((answer) => {
        if (!answer.ok) showError(services, 'action', answer.error);
      });
    },
    [session, services],
  );
  const now = () => session.store.getState().state.queue;
  return {
    list,
    step: (queueId: string, by: 1 | -1) => move(queueId, beforeAfterStep(now(), queueId, by)),
    drop: (queueId: string, over: { readonly queueId: string; readonly half: 'upper' | 'lower' }) =>
      move(queueId, beforeAfterDrop(now(), queueId, over)),
  };
}
