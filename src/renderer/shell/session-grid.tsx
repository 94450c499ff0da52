import { Maximize2, Plus, X } from 'lucide-react';
import { displayText } from '../../shared/text/display.ts';
import { useT } from '../i18n/use-t.ts';
import { titleWords } from '../sessions/activity-words.ts';
import { ChangedLines } from '../sessions/changed-lines.tsx';
import { Since } from '../sessions/activity-line.tsx';
import { useReadMark } from '../sessions/read-mark.ts';
import { SessionProvider } from '../sessions/session-context.tsx';
import { Moment } from '../sessions/moment.tsx';
import { SessionBody } from '../sessions/session-view.tsx';
import { useShownSession } from '../sessions/use-shown-session.ts';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { classNames } from '../ui/class-names.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu } from '../ui/menu.tsx';
import { StatusGlyph } from '../ui/status-glyph.tsx';
import { addToGrid, removeFromGrid } from './actions.ts';
import { useServices, useSessionList, useView } from './services.tsx';

/** Two to four sessions side by side. The selected one has the ring; Alt and the arrows move it. */
export function SessionGrid() {
  const { t } = useT();
  const ids = useView((view) => view.gridIds);
  return (
    <section
      aria-label={t('shell:regions.grid')}
      className={classNames(
        'grid min-h-0 flex-1 grid-cols-2 gap-px bg-line',
        ids.length > 2 ? 'grid-rows-2' : 'grid-rows-1',
      )}
    >
      <h1 className="sr-only">{t('shell:regions.grid')}</h1>
      {ids.map((id) => (
        <Tile key={id} id={id} />
      ))}
      {ids.length === 3 && <EmptyTile />}
    </section>
  );
}

function Tile({ id }: { readonly id: string }) {
  const services = useServices();
  const selected = useView((view) => view.selectedId === id);
  const { t } = useT();
  const session = useShownSession(id);
  const title = useSessionList((list) => list.byId.get(id)?.title ?? null);
  return (
    <section
      aria-label={titleWords(t, title)}
      data-session={id}
      data-region="session"
      aria-current={selected ? 'true' : undefined}
      onPointerDownCapture={() => services.view.setState({ selectedId: id })}
      onFocusCapture={() => services.view.setState({ selectedId: id })}
      className="relative flex min-h-0 min-w-0 flex-col bg-main"
    >
      <TileHeader id={id} />
      {session !== null && (
        <SessionProvider session={session}>
          <SessionBody compact />
        </SessionProvider>
      )}
      {selected && (
        <>
          <TileReadMark id={id} />
          <div aria-hidden className="pointer-events-none absolute inset-0 z-10 border-2 border-accent" />
        </>
      )}
    </section>
  );
}

function TileReadMark({ id }: { readonly id: string }) {
  useReadMark(id);
  return null;
}

function TileHeader({ id }: { readonly id: string }) {
  const { t } = useT();
  const services = useServices();
  const session = useSessionList((list) => list.byId.get(id));
  if (session === undefined) return <header className="h-9.5 flex-none border-b border-line" />;
  return (
    <header className="flex h-9.5 flex-none items-center gap-2 border-b border-line pr-1.5 pl-3">
      <StatusGlyph status={session.status} label={t(`sessions:status.${session.status}`)} />
      <h2 className="min-w-0 truncate font-semibold">
        <bdi>{titleWords(t, session.title)}</bdi>
      </h2>
      <Chip className="max-w-36 shrink-[4]">{displayText(session.agentName, 'line')}</Chip>
      <span className="min-w-0 flex-1" />
      <span className="num flex-none text-12 text-fg-3">
        {session.added > 0 || session.removed > 0 ? (
          <ChangedLines added={session.added} removed={session.removed} />
        ) : session.status === 'running' ? (
          <Since at={session.since} />
        ) : (
          <Moment at={session.since} />
        )}
      </span>
      <span className="flex flex-none">
        <IconButton
          size="sm"
          label={t('shell:grid.openAlone')}
          icon={<Maximize2 size={13} />}
          onClick={() => services.view.setState({ layout: 'single', selectedId: id })}
        />
        <IconButton
          size="sm"
          label={t('shell:grid.remove')}
          icon={<X size={13} />}
          onClick={() => removeFromGrid(services, id)}
        />
      </span>
    </header>
  );
}

function EmptyTile() {
  const { t } = useT();
  const services = useServices();
  const ids = useSessionList((list) => list.ids);
  const gridIds = useView((view) => view.gridIds);
  const others = ids.filter((id) => !gridIds.includes(id));
  return (
    <div className="flex items-center justify-center bg-side">
      {others.length === 0 ? (
        <p className="text-fg-3">{t('shell:grid.none')}</p>
      ) : (
        <Menu
          align="center"
          trigger={<Button icon={<Plus size={14} aria-hidden />}>{t('shell:grid.add')}</Button>}
          entries={others.map((id) => {
            const session = services.sessions.getState().byId.get(id);
            return {
              type: 'action' as const,
              id,
              label: titleWords(t, session?.title ?? null),
              description: displayText(session?.agentName ?? '', 'line'),
              icon: <StatusGlyph status={session?.status ?? 'idle'} size={14} />,
              onSelect: () => addToGrid(services, id),
            };
          })}
        />
      )}
    </div>
  );
}
