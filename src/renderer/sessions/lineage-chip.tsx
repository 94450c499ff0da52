import { GitFork } from 'lucide-react';
import { useT } from '../i18n/use-t.ts';
import { selectSession } from '../shell/actions.ts';
import { useServices, useSessionList } from '../shell/services.tsx';
import { titleWords } from './activity-words.ts';
import { useSession } from './session-context.tsx';

/** Which session this one was forked from; opens it. */
export function LineageChip() {
  const { t } = useT();
  const services = useServices();
  const fromId = useSession(({ summary }) => summary?.forkedFrom?.sessionId ?? null);
  const known = useSessionList((list) => fromId !== null && list.byId.has(fromId));
  const title = useSessionList((list) => list.byId.get(fromId ?? '')?.title ?? null);
  if (fromId === null) return null;
  const icon = <GitFork size={12} aria-hidden className="flex-none" />;
  if (!known) {
    return (
      <span className="flex min-w-0 shrink-[6] items-center gap-1 text-12 text-fg-3">
        {icon}
        <span className="truncate">{t('lists:forkedFromGone')}</span>
      </span>
    );
  }
  return (
    <button
      type="button"
      onClick={() => selectSession(services, fromId)}
      className="flex min-w-0 shrink-[6] items-center gap-1 rounded-1 px-1 text-12 text-fg-3 hover:text-fg hover:underline"
    >
      {icon}
      <span className="truncate">
        {t('lists:forkedFrom')} <bdi>{titleWords(t, title)}</bdi>
      </span>
    </button>
  );
}
