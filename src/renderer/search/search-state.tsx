import { Search as SearchIcon, SearchX, Unplug } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { IndexStatus, SearchProblem } from '../../shared/session/search.ts';
import { displayText } from '../../shared/text/display.ts';
import { useServices } from '../shell/services.tsx';
import { Button } from '../ui/button.tsx';
import type { Search } from './use-search.ts';

/** What stands in place of results. Null: there are some. */
export function SearchState({
  search,
  status,
}: {
  readonly search: Search;
  readonly status: IndexStatus | null;
}) {
  const { t } = useTranslation('search');
  const { view } = useServices();
  if (search.state === 'off' || status?.state === 'off') {
    return (
      <Stand icon={<Unplug size={20} aria-hidden />} title={t('off.title')}>
        {status?.state === 'off' && <p>{t(`off.${status.why}`)}</p>}
        {status?.state === 'off' && status.why !== 'not-started' && (
          <Button
            className="mt-2"
            onClick={() => view.setState({ overlay: { type: 'settings', section: 'storage' } })}
          >
            {t('off.next')}
          </Button>
        )}
      </Stand>
    );
  }
  if (search.state === 'failed') {
    return (
      <Stand icon={<SearchX size={20} aria-hidden />} title={t('failed.title')}>
        <p>{t('failed.body')}</p>
        <Button className="mt-2" onClick={search.again}>
          {t('failed.again')}
        </Button>
      </Stand>
    );
  }
  if (search.state === 'idle') {
    return (
      <Stand icon={<SearchIcon size={20} aria-hidden />} title={t('empty.title')}>
        <p>{t('empty.body')}</p>
        <p className="mt-2 text-12 text-fg-3">{t('empty.syntax')}</p>
      </Stand>
    );
  }
  if (search.state === 'done' && search.found.groups.length === 0) {
    const isBehind = status?.state === 'reading' || status?.state === 'checking';
    return (
      <Stand icon={<SearchX size={20} aria-hidden />} title={t('nothing.title')}>
        <p>{isBehind ? t('nothing.reading') : t('nothing.body')}</p>
      </Stand>
    );
  }
  return null;
}

function Stand({
  icon,
  title,
  children,
}: {
  readonly icon: ReactNode;
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center gap-1 px-10 py-12 text-center text-fg-2">
      <span className="mb-1 text-fg-3">{icon}</span>
      <p className="font-semibold text-fg">{title}</p>
      {children}
    </div>
  );
}

/** One quiet line while not everything can be found yet. */
export function IndexProgress({ status }: { readonly status: IndexStatus | null }) {
  const { t } = useTranslation('search');
  if (status === null || status.state === 'ready' || status.state === 'off') return null;
  const counted = status.state !== 'opening' && status.total > 0;
  return (
    <div className="flex items-center gap-2.5 border-b border-line px-3.5 py-1 text-12 text-fg-3">
      <span className="flex-1">
        {status.state === 'opening'
          ? t('progress.opening')
          : t(`progress.${status.state}`, { done: status.done, total: status.total })}
      </span>
      {counted && (
        <progress
          aria-label={t('results')}
          value={status.done}
          max={status.total}
          className="h-1 w-32 overflow-hidden rounded-full [&::-webkit-progress-bar]:bg-active [&::-webkit-progress-value]:bg-accent"
        />
      )}
    </div>
  );
}

export function SearchProblems({ problems }: { readonly problems: readonly SearchProblem[] }) {
  const { t } = useTranslation('search');
  if (problems.length === 0) return null;
  return (
    <ul className="border-b border-line px-3.5 py-1 text-12 text-needs">
      {problems.map(({ code, part }) => (
        <li key={`${code}-${part}`}>
          {t(`problems.${code}`, { part: displayText(part.slice(0, 80), 'line') })}
        </li>
      ))}
    </ul>
  );
}
