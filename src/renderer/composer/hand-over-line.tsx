import { GitFork } from 'lucide-react';
import { displayText } from '../../shared/text/display.ts';
import { useTranslation } from 'react-i18next';
import { useT } from '../i18n/use-t.ts';
import { titleWords } from '../sessions/activity-words.ts';
import { useSession } from '../sessions/session-context.tsx';
import { useSessionList } from '../shell/services.tsx';

/** In a fork that its agent knows nothing of yet: what goes along with the first prompt. */
export function HandOverLine() {
  const waits = useSession(({ state, loaded }) => {
    const { turns, active, phase } = state;
    return loaded && turns.length === 0 && active === null && phase.name !== 'starting';
  });
  const fromId = useSession(({ summary }) => summary?.forkedFrom?.sessionId ?? null);
  return waits && fromId !== null ? <Line fromId={fromId} /> : null;
}

function Line({ fromId }: { readonly fromId: string }) {
  const { t } = useTranslation('composer');
  const { t: shared } = useT();
  const agent = useSession(({ summary }) => displayText(summary?.agentName ?? '', 'line'));
  const isPart = useSession(({ summary }) => (summary?.forkedFrom?.turnId ?? null) !== null);
  const isKnown = useSessionList((list) => list.byId.has(fromId));
  const title = useSessionList((list) => list.byId.get(fromId)?.title ?? null);
  const words = isKnown ? (isPart ? 'handOver.part' : 'handOver.all') : 'handOver.gone';
  return (
    <p className="flex items-start gap-1.5 px-3.5 pt-2 text-12 text-fg-2">
      <GitFork size={12} aria-hidden className="mt-0.75 flex-none text-fg-3" />
      <span className="min-w-0 break-words">{t(words, { agent, session: titleWords(shared, title) })}</span>
    </p>
  );
}
