import { ArrowDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { promptsInView } from '../permissions/prompt-places.ts';
import { useSession } from '../sessions/session-context.tsx';
import type { SessionState } from '../../shared/session/state.ts';
import { Button } from '../ui/button.tsx';

/** Mounted when the person leaves the end, so that what came since is what came since then. */
export function JumpToLatest({
  state,
  onJump,
}: {
  readonly state: SessionState;
  readonly onJump: () => void;
}) {
  const { t } = useTranslation('transcript');
  const [before] = useState(() => newestEntry(state));
  const fresh = entriesAfter(state, before);
  // It must not lie over the buttons of a request.
  const asks = useSession(({ state }) => state.permissions);
  const questions = useSession(({ state }) => state.questions);
  const inView = useStore(promptsInView);
  if (asks.some(({ requestId }) => inView.has(requestId))) return null;
  if (questions.some(({ questionId }) => inView.has(questionId))) return null;
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center">
      <Button
        size="sm"
        className="pointer-events-auto rounded-full shadow-float"
        icon={<ArrowDown size={13} aria-hidden />}
        onClick={onJump}
      >
        {fresh > 0 ? t('jumpNew', { count: fresh }) : t('jump')}
      </Button>
    </div>
  );
}

function newestEntry({ turns, active }: SessionState): string | undefined {
  return active?.entries.at(-1)?.id ?? turns.at(-1)?.entries.at(-1)?.id;
}

/** Counted from the end: older ones that were loaded since are not new. */
function entriesAfter({ turns, active }: SessionState, id: string | undefined): number {
  if (id === undefined) return 0;
  let count = 0;
  for (let turn = turns.length; turn >= 0; turn -= 1) {
    const entries = (turn === turns.length ? active : turns[turn])?.entries ?? [];
    for (let index = entries.length - 1; index >= 0; index -= 1) {
      if (entries[index]?.id === id) return count;
      count += 1;
    }
  }
  return 0;
}
