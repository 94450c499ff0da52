import { GripVertical, Pencil, SendHorizontal, X } from 'lucide-react';
import { useState, type DragEvent, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { QueuedPrompt } from '../../shared/session/state.ts';
import { useT } from '../i18n/use-t.ts';
import { SafeText } from '../permissions/safe-text.tsx';
import { useOpenSession, useSession } from '../sessions/session-context.tsx';
import { describeError, type AnyIpcError } from '../shell/error-words.ts';
import { classNames } from '../ui/class-names.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { draftOf, joinDrafts, partsOf, promptLine } from './draft.ts';
import { windowDrafts } from './draft-store.ts';
import { QueueEditor } from './queue-editor.tsx';

const dragType = 'application/x-switchyard-queued';

export function QueueRow({
  queued,
  place,
  count,
  onStep,
  onDrop,
  onTaken,
}: {
  readonly queued: QueuedPrompt;
  /** From 1. */
  readonly place: number;
  readonly count: number;
  readonly onStep: (by: 1 | -1) => void;
  /** Another one was dropped here. */
  readonly onDrop: (queueId: string, half: 'upper' | 'lower') => void;
  readonly onTaken: () => void;
}) {
  const { t } = useTranslation('composer');
  const words = useT();
  const session = useOpenSession();
  const runs = useSession(({ state }) => state.active !== null);
  const [busy, setBusy] = useState(false);
  const [editing, setEditing] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const drag = useDrop(onDrop);
  const { queueId, prompt } = queued;
  const attached = prompt.filter((block) => block.type !== 'text').length;
  const line = promptLine(prompt);

  const ask = async (
    act: Promise<{ readonly ok: true } | { readonly ok: false; readonly error: AnyIpcError }>,
  ) => {
    setBusy(true);
    setError(null);
    const answer = await act;
    setBusy(false);
    if (!answer.ok) setError(describeError(words.t, answer.error));
    return answer;
  };
  const save = async (text: string) => {
    const draft = { ...draftOf(prompt, () => crypto.randomUUID()), text };
    const answer = await ask(session.actions.editQueued(queueId, partsOf(draft)));
    setEditing(false);
    // It went meanwhile as it was: what was written is not lost.
    if (!answer.ok) windowDrafts().change(session.id, (now) => joinDrafts(now, draft));
  };
  const remove = async () => {
    const answer = await ask(session.actions.unqueue(queueId));
    // The row goes, and its buttons with it: focus needs a place.
    if (answer.ok) onTaken();
  };
  const sendNow = async () => {
    const answer = await ask(session.actions.sendNow(queueId));
    if (answer.ok) onTaken();
  };
  const onGripKey = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onStep(by === 1 ? 1 : -1);
  };

  if (editing) {
    return (
      <li data-queued={queueId}>
        <QueueEditor
          text={draftOf(prompt, () => '').text}
          attached={attached}
          onSave={(text) => void save(text)}
          onLeave={() => setEditing(false)}
        />
      </li>
    );
  }
  return (
    <li
      data-queued={queueId}
      {...drag.props}
      className={classNames(
        'flex min-h-7 flex-none items-center gap-1 rounded-2 border-y border-transparent',
        drag.over === 'upper' && 'border-t-accent!',
        drag.over === 'lower' && 'border-b-accent!',
      )}
    >
      <IconButton
        size="sm"
        data-queue-grip
        draggable
        label={t('queue.move', { place, count })}
        icon={<GripVertical size={12} />}
        disabled={count < 2}
        tooltipSide="top"
        className="w-5! cursor-grab"
        onKeyDown={onGripKey}
        onDragStart={(event) => {
          event.dataTransfer.setData(dragType, queueId);
          event.dataTransfer.effectAllowed = 'move';
        }}
      />
      <span className={classNames('num mr-1 flex-none', queued.held === true ? 'text-needs' : 'text-fg-3')}>
        {queued.held === true ? t('queue.held') : queued.now === true ? t('queue.now') : `${place}.`}
      </span>
      <button
        type="button"
        title={t('queue.edit')}
        className="min-w-0 flex-1 truncate rounded-1 text-left"
        onClick={() => setEditing(true)}
      >
        <SafeText
          text={line === '' ? t('queue.noText') : line}
          context="line"
          className="whitespace-nowrap"
        />
        {attached > 0 && <span className="text-fg-3"> {t('queue.attached', { count: attached })}</span>}
      </button>
      {error !== null && (
        <span role="alert" className="flex-none text-fail">
          {error}
        </span>
      )}
      <IconButton
        size="sm"
        label={t(runs ? 'queue.sendNowStops' : 'queue.sendNow')}
        icon={<SendHorizontal size={12} />}
        disabled={busy}
        tooltipSide="top"
        onClick={() => void sendNow()}
      />
      <IconButton
        size="sm"
        label={t('queue.edit')}
        icon={<Pencil size={12} />}
        disabled={busy}
        tooltipSide="top"
        onClick={() => setEditing(true)}
      />
      <IconButton
        size="sm"
        label={t('queue.remove')}
        icon={<X size={12} />}
        disabled={busy}
        tooltipSide="top"
        onClick={() => void remove()}
      />
    </li>
  );
}

/** Where another row would go that is held over this one. */
function useDrop(onDrop: (queueId: string, half: 'upper' | 'lower') => void) {
  const [over, setOver] = useState<'upper' | 'lower' | null>(null);
  const halfOf = (event: DragEvent<HTMLElement>) => {
    const { top, height } = event.currentTarget.getBoundingClientRect();
    return event.clientY < top + height / 2 ? 'upper' : 'lower';
  };
  return {
    over,
    props: {
      onDragOver: (event: DragEvent<HTMLElement>) => {
        if (!event.dataTransfer.types.includes(dragType)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'move';
        setOver(halfOf(event));
      },
      onDragLeave: () => setOver(null),
      onDrop: (event: DragEvent<HTMLElement>) => {
        setOver(null);
        const queueId = event.dataTransfer.getData(dragType);
        if (queueId === '') return;
        event.preventDefault();
        event.stopPropagation();
        onDrop(queueId, halfOf(event));
      },
    },
  };
}
