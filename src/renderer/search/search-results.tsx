import {
  Bell,
  Bot,
  Brain,
  ChevronsDown,
  Ellipsis,
  Heading,
  User,
  Wrench,
  type LucideIcon,
} from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { SearchHit, SearchRole } from '../../shared/session/search.ts';
import { displayText } from '../../shared/text/display.ts';
import { useT } from '../i18n/use-t.ts';
import { SafeText } from '../permissions/safe-text.tsx';
import { titleWords } from '../sessions/activity-words.ts';
import { momentWords } from '../sessions/time-words.ts';
import { useServices, useSessionList } from '../shell/services.tsx';
import { classNames } from '../ui/class-names.ts';
import { choicesOfGroup, piecesOf, type Choice, type Found } from './found.ts';

const icons: Readonly<Record<SearchRole, LucideIcon>> = {
  user: User,
  agent: Bot,
  thought: Brain,
  tool: Wrench,
  notice: Bell,
  title: Heading,
};

export const optionId = (key: string) => `search-${key}`;

/** Grouped by session. The focus stays in the field: `selected` is the line that Enter opens. */
export function SearchResults({
  id,
  found,
  selected,
  onChoose,
}: {
  readonly id: string;
  readonly found: Found;
  readonly selected: string | null;
  readonly onChoose: (choice: Choice) => void;
}) {
  const { t } = useTranslation('search');
  useEffect(() => {
    if (selected !== null) document.getElementById(optionId(selected))?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  const [now] = useState(() => Date.now());
  return (
    <div id={id} role="listbox" aria-label={t('results')} className="p-1.5">
      {found.groups.map((group) => (
        <div
          key={group.sessionId}
          role="group"
          aria-labelledby={`search-group-${group.sessionId}`}
          className="pb-1.5"
        >
          <GroupHead sessionId={group.sessionId} />
          {choicesOfGroup(group).map((choice) => (
            <Line key={choice.key} choice={choice} selected={choice.key === selected} onChoose={onChoose}>
              {choice.type === 'hit' ? (
                <HitLine hit={choice.hit} now={now} />
              ) : (
                choice.type === 'more' && (
                  <span className="flex items-center gap-2.5 text-12 text-fg-3">
                    <Ellipsis size={14} aria-hidden />
                    {choice.atLeast
                      ? t('moreThan', { count: choice.count })
                      : t('more', { count: choice.count })}
                  </span>
                )
              )}
            </Line>
          ))}
        </div>
      ))}
      {found.next !== null && (
        <Line
          choice={{ type: 'next', key: 'next', cursor: found.next }}
          selected={selected === 'next'}
          onChoose={onChoose}
        >
          <span className="flex items-center gap-2.5 text-12 text-fg-2">
            <ChevronsDown size={14} aria-hidden />
            {t('next')}
          </span>
        </Line>
      )}
    </div>
  );
}

function GroupHead({ sessionId }: { readonly sessionId: string }) {
  const { t } = useT();
  const { t: words } = useTranslation('search');
  const services = useServices();
  const session = useSessionList((list) => list.byId.get(sessionId) ?? null);
  const workspaces = useStore(services.workspaces) ?? [];
  const workspace = workspaces.find(({ id }) => id === session?.workspaceId)?.name ?? '';
  return (
    <div id={`search-group-${sessionId}`} className="flex items-baseline gap-2 px-2 pt-1.5 pb-0.5">
      <bdi className="truncate font-semibold">
        {session === null ? words('unlisted', { id: sessionId.slice(0, 8) }) : titleWords(t, session.title)}
      </bdi>
      {session !== null && (
        <bdi className="flex-none truncate text-12 text-fg-3">
          {[workspace, session.agentName]
            .filter((part) => part !== '')
            .map((part) => displayText(part, 'line'))
            .join(' · ')}
        </bdi>
      )}
    </div>
  );
}

function Line({
  choice,
  selected,
  onChoose,
  children,
}: {
  readonly choice: Choice;
  readonly selected: boolean;
  readonly onChoose: (choice: Choice) => void;
  readonly children: ReactNode;
}) {
  return (
    // The focus stays in the field, whose keys move through the lines.
    <div
      id={optionId(choice.key)}
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(choice)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onChoose(choice);
      }}
      className={classNames('rounded-2 px-2 py-1', selected ? 'bg-active' : 'hover:bg-hover')}
    >
      {children}
    </div>
  );
}

function HitLine({ hit, now }: { readonly hit: SearchHit; readonly now: number }) {
  const { t, i18n } = useTranslation('search');
  const Icon = icons[hit.role];
  return (
    <span className="flex items-start gap-2.5">
      <Icon size={14} aria-label={t(`roles.${hit.role}`)} className="mt-0.75 flex-none text-fg-3" />
      <span className="line-clamp-2 min-w-0 flex-1 text-fg-2">
        {piecesOf(hit).map((piece, index) =>
          piece.isMatch ? (
            // The pieces of a snippet never move.
            // oxlint-disable-next-line react/no-array-index-key
            <mark key={index} className="rounded-1 bg-accent-soft font-medium text-fg">
              <SafeText text={piece.text} context="line" />
            </mark>
          ) : (
            // oxlint-disable-next-line react/no-array-index-key
            <SafeText key={index} text={piece.text} context="line" />
          ),
        )}
      </span>
      <time dateTime={new Date(hit.at).toISOString()} className="num mt-px flex-none text-12 text-fg-3">
        {momentWords(i18n.language, hit.at, now)}
      </time>
    </span>
  );
}
