import { Ellipsis } from 'lucide-react';
import { memo, useMemo } from 'react';
import { useT } from '../i18n/use-t.ts';
import { agentOffers } from '../../shared/session/event.ts';
import type { SessionSummary } from '../../shared/session/select.ts';
import { selectSession } from '../shell/actions.ts';
import { useServices, useSessionList, useView } from '../shell/services.tsx';
import { classNames } from '../ui/class-names.ts';
import { StatusGlyph } from '../ui/status-glyph.tsx';
import { ActivityLine } from './activity-line.tsx';
import { titleWords } from './activity-words.ts';
import { ChangedLines } from './changed-lines.tsx';
import { moveInList } from './list-keys.ts';
import { Moment } from './moment.tsx';
import { SessionMenu } from './session-menu.tsx';

/**
 * One session in the sidebar. It renders when its own summary says something new, whatever the others do, and is
 * laid out only where it can be seen: a list of a thousand rows costs what the visible ones do.
 * `tabbable`: the one row of the list that Tab reaches; arrows move between rows.
 */
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
  const session = useSessionList((list) => list.byId.get(id));
  const selected = useView((view) => view.selectedId === id);
  const inGrid = useView((view) => view.layout === 'grid' && view.gridIds.includes(id));
  if (session === undefined) return null;
  const title = titleWords(t, session.title);
  return (
    <li
      className="group/row relative [contain-intrinsic-size:auto_51px] [content-visibility:auto]"
      aria-setsize={count}
      aria-posinset={position}
    >
      <button
        type="button"
        data-session-row={id}
        data-focus-first={tabbable ? '' : undefined}
        tabIndex={tabbable ? 0 : -1}
        aria-current={selected ? 'true' : undefined}
        onClick={() => selectSession(services, id)}
        onKeyDown={moveInList}
        onDoubleClick={() => services.view.setState({ renamingId: id, layout: 'single' })}
        className={classNames(
          'grid w-full grid-cols-[16px_minmax(0,1fr)_auto] items-center gap-x-2 gap-y-px rounded-2 px-2 py-1.5 text-left -outline-offset-2',
          selected ? 'bg-active' : 'hover:bg-hover',
          inGrid && !selected && 'bg-raised',
        )}
      >
        <StatusGlyph
          key={id}
          status={session.status}
          label={t(`sessions:status.${session.status}`)}
          className="row-span-2 mt-0.5 self-start"
        />
        <bdi
          className={classNames(
            'block truncate',
            session.unread ? 'font-[650]' : session.status === 'idle' ? 'font-normal' : 'font-medium',
          )}
        >
          {title}
        </bdi>
        <span className="text-11 text-fg-3 group-hover/row:invisible">
          <RowMeta session={session} />
        </span>
        <span className="col-start-2 col-end-4 truncate text-12 text-fg-3">
          <ActivityLine session={session} />
        </span>
      </button>
      <RowMenu
        id={id}
        title={title}
        agentName={session.agentName}
        offered={session.offers.join(' ')}
        processRunning={session.processRunning}
      />
    </li>
  );
});

/** Apart from its row, which says something new far more often than its menu does. */
const RowMenu = memo(function RowMenu({
  id,
  title,
  agentName,
  offered,
  processRunning,
}: {
  readonly id: string;
  readonly title: string;
  readonly agentName: string;
  /** The offers as one text: summaries bring a new array each time. */
  readonly offered: string;
  readonly processRunning: boolean;
}) {
  const { t } = useT();
  const offers = useMemo(() => agentOffers.filter((offer) => offered.split(' ').includes(offer)), [offered]);
  return (
    <SessionMenu
      session={{ id, agentName, offers, processRunning }}
      trigger={
        <button
          type="button"
          tabIndex={-1}
          aria-label={t('sessions:sessionMenu', { session: title })}
          className="absolute top-1.5 right-1.5 flex size-5 items-center justify-center rounded-1 text-fg-2 opacity-0 group-hover/row:opacity-100 hover:bg-line focus-visible:opacity-100 aria-expanded:bg-line aria-expanded:opacity-100"
        >
          <Ellipsis size={14} aria-hidden />
        </button>
      }
    />
  );
});

/** Changed lines where there are any, else the time of what is over. */
function RowMeta({ session }: { readonly session: SessionSummary }) {
  if (session.added > 0 || session.removed > 0) {
    return <ChangedLines added={session.added} removed={session.removed} />;
  }
  if (session.status === 'idle' || session.status === 'failed') return <Moment at={session.since} />;
  return null;
}
