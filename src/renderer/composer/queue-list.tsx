import { CornerDownRight, Pencil, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { QueuedPrompt } from '../../shared/session/state.ts';
import { useT } from '../i18n/use-t.ts';
import { SafeText } from '../permissions/safe-text.tsx';
import { useOpenSession, useSession } from '../sessions/session-context.tsx';
import { describeError } from '../shell/error-words.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { draftOf, joinDrafts, promptLine } from './draft.ts';
import { windowDrafts } from './draft-store.ts';

/** Prompts that wait for the running turn, in the order they will be sent. */
export function QueueList({ onTaken }: { readonly onTaken: () => void }) {
  const { t } = useTranslation('composer');
  const queue = useSession(({ state }) => state.queue);
  if (queue.length === 0) return null;
  return (
    <ul
      aria-label={t('queue.label')}
      className="flex max-h-28 flex-col overflow-y-auto border-b border-line px-1.5 py-1 text-12 text-fg-2"
    >
      {queue.map((queued) => (
        <QueueRow key={queued.queueId} queued={queued} onTaken={onTaken} />
      ))}
    </ul>
  );
}

function QueueRow({ queued, onTaken }: { readonly queued: QueuedPrompt; readonly onTaken: () => void }) {
  const { t } = useTranslation('composer');
  const words = useT();
  const session = useOpenSession();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const attached = queued.prompt.filter((block) => block.type !== 'text').length;

  const take = async (then: 'edit' | 'drop') => {
    if (busy) return;
    setBusy(true);
    const result = await session.actions.unqueue(queued.queueId);
    setBusy(false);
    if (!result.ok) {
      setError(describeError(words.t, result.error));
      return;
    }
    if (then === 'edit') {
      const back = draftOf(queued.prompt, () => crypto.randomUUID());
      windowDrafts().change(session.id, (draft) => joinDrafts(draft, back));
    }
    // The row goes, and its buttons with it: focus needs a place.
    onTaken();
  };

  return (
    <li data-queued className="flex min-h-6 items-center gap-1.5 pl-1.5">
      <CornerDownRight size={12} aria-hidden className="flex-none text-fg-3" />
      <span className="flex-none text-fg-3" title={queued.held === true ? t('queue.heldHint') : undefined}>
        {t(queued.held === true ? 'queue.held' : 'queue.next')}
      </span>
      <span className="min-w-0 flex-1 truncate">
        <SafeText text={promptLine(queued.prompt)} context="line" className="whitespace-nowrap" />
        {attached > 0 && <span className="text-fg-3"> {t('queue.attached', { count: attached })}</span>}
      </span>
      {error !== null && (
        <span role="alert" className="flex-none text-fail">
          {error}
        </span>
      )}
      <IconButton
        size="sm"
        label={t('queue.edit')}
        icon={<Pencil size={12} />}
        disabled={busy}
        tooltipSide="top"
        onClick={() => void take('edit')}
      />
      <IconButton
        size="sm"
        label={t('queue.remove')}
        icon={<X size={12} />}
        disabled={busy}
        tooltipSide="top"
        onClick={() => void take('drop')}
      />
    </li>
  );
}
