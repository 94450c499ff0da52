import { Archive, Ellipsis, Pin } from 'lucide-react';
import { memo, useCallback } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { useT, type T } from '../i18n/use-t.ts';
import type { SessionSummary } from '../../shared/session/select.ts';
import { selectSession } from '../shell/actions.ts';
import { useServices, useSessionList, useView } from '../shell/services.tsx';
import { classNames } from '../ui/class-names.ts';
import { StatusGlyph } from '../ui/status-glyph.tsx';
import { ActivityLine } from './activity-line.tsx';
import { activityWords, titleWords } from './activity-words.ts';
import { ChangedLines } from './changed-lines.tsx';
import { Moment } from './moment.tsx';
import { menuFacts, SessionMenu } from './session-menu.tsx';

/** All that a row shows, as primitives: a summary that says nothing new to the eye renders nothing. */
function rowFacts(t: T, session: SessionSummary) {
  return {
    title: titleWords(t, session.title),
    status: session.status,
    unread: session.unread,
    words: activityWords(t, session.activity),
    // Since when it is silent says more than since when it runs.
    since: session.activity.type === 'silent' ? session.activity.since : session.since,
    added: session.added,
    removed: session.removed,
    pinned: session.pinned,
    archived: session.archived,
  };
}
type RowFacts = ReturnType<typeof rowFacts>;

/** `tabbable`: the one row of the list that Tab reaches; arrows move between rows. */
export const SessionRow = memo(function SessionRow({
  id,
  tabbable,
  position,
  count,
}: {
  readonly id: string;
  readonly tabbable: boolean;
  /** 1-based place among `count` rows of its group. */
  readonly position: number;
  readonly count: number;
}) {
  const { t } = useT();
  const services = useServices();
  const facts = useSessionList(
    useShallow(
      useCallback(
        ({ byId }: { readonly byId: ReadonlyMap<string, SessionSummary> }) => {
          const session = byId.get(id);
          return session === undefined ? null : rowFacts(t, session);
        },
        [id, t],
      ),
    ),
  );
  const selected = useView((view) => view.selectedId === id);
  const inGrid = useView((view) => view.layout === 'grid' && view.gridIds.includes(id));
  if (facts === null) return <div role="listitem" />;
  return (
    <div
      role="listitem"
      className="group/row relative"
      aria-setsize={count}
      aria-posinset={position}
      onContextMenu={(event) => {
        event.preventDefault();
        event.currentTarget.querySelector<HTMLElement>('[aria-haspopup]')?.click();
      }}
    >
      <button
        type="button"
        data-session-row={id}
        data-row-key={id}
        data-focus-first={tabbable ? '' : undefined}
        tabIndex={tabbable ? 0 : -1}
        aria-current={selected ? 'true' : undefined}
        onClick={() => selectSession(services, id)}
        onDoubleClick={() => services.view.setState({ renamingId: id, layout: 'single' })}
        className={classNames(
          'grid w-full grid-cols-[16px_minmax(0,1fr)_auto] items-center gap-x-2 gap-y-px rounded-2 px-2 py-1.5 text-left -outline-offset-2',
          selected ? 'bg-active' : 'hover:bg-hover',
          inGrid && !selected && 'bg-raised',
        )}
      >
        <StatusGlyph
          key={id}
          status={facts.status}
          label={t(`sessions:status.${facts.status}`)}
          className="row-span-2 mt-0.5 self-start"
        />
        <bdi
          className={classNames(
            'block truncate',
            facts.unread ? 'font-[650]' : facts.status === 'idle' ? 'font-normal' : 'font-medium',
            facts.archived && 'text-fg-2',
          )}
        >
          {facts.title}
        </bdi>
        <span className="flex items-center gap-1.5 text-11 text-fg-3 group-focus-within/row:invisible group-hover/row:invisible">
          <RowMeta facts={facts} />
        </span>
        <span className="col-start-2 col-end-4 truncate text-12 text-fg-3">
          <ActivityLine words={facts.words} status={facts.status} since={facts.since} />
        </span>
      </button>
      <RowMenu id={id} title={facts.title} />
    </div>
  );
});

/** Apart from its row, which says something new far more often than its menu does. */
const RowMenu = memo(function RowMenu({ id, title }: { readonly id: string; readonly title: string }) {
  const { t } = useT();
  const facts = useSessionList(
    useShallow(
      useCallback(
        ({ byId }: { readonly byId: ReadonlyMap<string, SessionSummary> }) => {
          const session = byId.get(id);
          return session === undefined ? null : menuFacts(session);
        },
        [id],
      ),
    ),
  );
  if (facts === null) return null;
  return (
    <SessionMenu
      session={facts}
      trigger={
        <button
          type="button"
          tabIndex={-1}
          aria-label={t('sessions:sessionMenu', { session: title })}
          className="absolute top-1.5 right-1.5 flex size-5 items-center justify-center rounded-1 text-fg-2 opacity-0 group-focus-within/row:opacity-100 group-hover/row:opacity-100 hover:bg-line aria-expanded:bg-line aria-expanded:opacity-100"
        >
          <Ellipsis size={14} aria-hidden />
        </button>
      }
    />
  );
});

/** Changed lines where there are any, else the time of what is over. */
function RowMeta({ facts }: { readonly facts: RowFacts }) {
  const { t } = useT();
  const changed = facts.added > 0 || facts.removed > 0;
  const over = facts.status === 'idle' || facts.status === 'failed' || facts.status === 'interrupted';
  return (
    <>
      {facts.pinned && <Pin size={11} role="img" aria-label={t('lists:pinned')} className="text-fg-3" />}
      {facts.archived && <Archive size={11} role="img" aria-label={t('lists:archived')} />}
      {changed ? (
        <ChangedLines added={facts.added} removed={facts.removed} />
      ) : (
        over && <Moment at={facts.since} />
      )}
    </>
  );
}
