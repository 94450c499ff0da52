import { Pause } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { SessionState } from '../../shared/session/state.ts';
import { useSession } from '../sessions/session-context.tsx';

/** Why prompts are held, and how to let them go. */
export function HeldLine() {
  const { t } = useTranslation('composer');
  const why = useSession(({ state }) => whyHeld(state));
  return (
    <p className="flex items-start gap-1.5 px-1.5 py-1 text-12 text-needs">
      <Pause size={12} aria-hidden className="mt-0.75 flex-none" />
      {t(`queue.why.${why}`)}
    </p>
  );
}

function whyHeld({ turns }: SessionState): 'cancelled' | 'refused' | 'failed' | 'interrupted' {
  for (let index = turns.length - 1; index >= 0; index -= 1) {
    const outcome = turns[index]?.outcome ?? null;
    if (outcome === null) continue;
    if (outcome.type === 'failed' || outcome.type === 'interrupted') return outcome.type;
    return outcome.reason === 'refusal' ? 'refused' : 'cancelled';
  }
  return 'cancelled';
}
