import { ChevronDown, ChevronRight, Copy, Ellipsis, LayoutGrid, Plus, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { displayText } from '../../shared/text/display.ts';
import { copyText, removeWorkspace, startSession, toggleGrid } from '../shell/actions.ts';
import { useCommandKey } from '../shell/commands/registry-context.tsx';
import { useServices, useSessionList, useView } from '../shell/services.tsx';
import { classNames } from '../ui/class-names.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu } from '../ui/menu.tsx';
import { Tooltip } from '../ui/tooltip.tsx';
import { NewSessionButton } from './new-session-button.tsx';
import { sessionGroups, type SessionGroup } from './session-order.ts';
import { SessionRow } from './session-row.tsx';

export function Sidebar() {
  const { t } = useTranslation(['sessions', 'shell']);
  const services = useServices();
  const gridKey = useCommandKey('view.grid');
  const grid = useView((view) => view.layout === 'grid');
  const enough = useSessionList((list) => list.ids.length > 1);
  return (
    <nav
      aria-label={t('shell:regions.sessions')}
      data-region="sessions"
      className="flex min-h-0 flex-col border-r border-line bg-side"
    >
      <div className="flex flex-none items-center gap-2 px-3 pt-3 pb-2">
        <NewSessionButton />
        <IconButton
          label={t('shell:commands.toggleGrid')}
          kbd={gridKey}
          variant="secondary"
          icon={<LayoutGrid size={15} />}
          aria-pressed={grid}
          disabled={!grid && !enough}
          onClick={() => toggleGrid(services)}
          className="aria-pressed:border-accent-line aria-pressed:bg-accent-soft aria-pressed:text-accent"
        />
      </div>
      <SessionGroups />
    </nav>
  );
}

function SessionGroups() {
  const { t } = useTranslation('sessions');
  const services = useServices();
  const workspaces = useStore(services.workspaces);
  const ids = useSessionList((list) => list.ids);
  // Which session belongs where never changes, so the ids alone decide when to group anew.
  const groups = useMemo(
    () => sessionGroups(workspaces ?? [], { ...services.sessions.getState(), ids }),
    [workspaces, ids, services],
  );
  const selectedId = useView((view) => view.selectedId);
  const folded = useView((view) => view.folded);
  const shown = groups.flatMap((group) => (folded.includes(group.workspaceId) ? [] : group.sessionIds));
  const tabbableId = selectedId !== null && shown.includes(selectedId) ? selectedId : (shown[0] ?? null);

  return (
    <div
      className="min-h-0 flex-1 overflow-y-auto pb-3"
      data-session-list
      aria-label={t('list')}
      role="group"
    >
      {groups.map((group) => (
        <Group
          key={group.workspaceId}
          group={group}
          folded={folded.includes(group.workspaceId)}
          tabbableId={tabbableId}
        />
      ))}
    </div>
  );
}

function Group({
  group,
  folded,
  tabbableId,
}: {
  readonly group: SessionGroup;
  readonly folded: boolean;
  readonly tabbableId: string | null;
}) {
  const { t } = useTranslation('sessions');
  const services = useServices();
  const { workspace, workspaceId, sessionIds } = group;
  const name = displayText(workspace?.name ?? workspaceId, 'line');
  const missing = workspace?.state === 'missing';
  const Chevron = folded ? ChevronRight : ChevronDown;
  const toggle = () =>
    services.view.setState((view) => ({
      folded: folded ? view.folded.filter((id) => id !== workspaceId) : [...view.folded, workspaceId],
    }));
  return (
    <section className="px-2 pt-2" aria-label={t('group', { workspace: name, count: sessionIds.length })}>
      <div className="group/head flex h-6 items-center gap-0.5">
        <Tooltip content={<bdi>{workspace?.path ?? workspaceId}</bdi>} side="right">
          <button
            type="button"
            aria-expanded={!folded}
            onClick={toggle}
            className={classNames(
              'flex min-w-0 flex-1 items-center gap-1.5 rounded-1 px-1 text-left text-11 leading-6 font-semibold tracking-[0.01em]',
              missing ? 'text-fg-3' : 'text-fg-2',
            )}
          >
            <Chevron size={12} className="flex-none text-fg-3" aria-hidden />
            <bdi className={classNames('truncate', missing && 'line-through')}>{name}</bdi>
            {missing && <span className="font-normal text-fail">{t('missing')}</span>}
            {folded && sessionIds.length > 0 && (
              <span className="num font-normal text-fg-3">{sessionIds.length}</span>
            )}
          </button>
        </Tooltip>
        {workspace !== null && (
          <span className="flex opacity-0 group-focus-within/head:opacity-100 group-hover/head:opacity-100 has-aria-expanded:opacity-100">
            {!missing && (
              <IconButton
                size="sm"
                label={t('newIn', { workspace: name })}
                icon={<Plus size={13} />}
                onClick={() => void startSession(services, { workspaceId })}
                className="h-5! w-5!"
              />
            )}
            <Menu
              align="end"
              trigger={
                <button
                  type="button"
                  aria-label={t('workspaceMenu', { workspace: name })}
                  className="flex size-5 items-center justify-center rounded-1 text-fg-2 hover:bg-hover aria-expanded:bg-active"
                >
                  <Ellipsis size={13} aria-hidden />
                </button>
              }
              entries={[
                {
                  type: 'action',
                  id: 'copy',
                  label: t('copyPath'),
                  icon: <Copy size={14} />,
                  onSelect: () => copyText(services, workspace.path),
                },
                {
                  type: 'action',
                  id: 'remove',
                  label: t('removeWorkspace'),
                  description: sessionIds.length > 0 ? t('removeBlocked') : undefined,
                  icon: <Trash2 size={14} />,
                  danger: true,
                  disabled: sessionIds.length > 0,
                  onSelect: () => void removeWorkspace(services, workspaceId),
                },
              ]}
            />
          </span>
        )}
      </div>
      {!folded && sessionIds.length > 0 && (
        <ul>
          {sessionIds.map((id, index) => (
            <SessionRow
              key={id}
              id={id}
              tabbable={id === tabbableId}
              position={index + 1}
              count={sessionIds.length}
            />
          ))}
        </ul>
      )}
      {!folded && sessionIds.length === 0 && workspace !== null && (
        <EmptyGroup path={workspace.path} missing={missing} workspaceId={workspaceId} name={name} />
      )}
    </section>
  );
}

function EmptyGroup({
  path,
  missing,
  workspaceId,
  name,
}: {
  readonly path: string;
  readonly missing: boolean;
  readonly workspaceId: string;
  readonly name: string;
}) {
  const { t } = useTranslation('sessions');
  const services = useServices();
  if (missing) {
    return (
      <div className="flex flex-col items-start gap-0.5 px-2 pb-1 pl-8 text-12 text-fg-3">
        <span className="max-w-full truncate">{t('missingHint', { path })}</span>
        <button
          type="button"
          onClick={() => void removeWorkspace(services, workspaceId)}
          className="rounded-1 font-medium text-accent hover:underline"
        >
          {t('removeWorkspace')}
        </button>
      </div>
    );
  }
  return (
    <button
      type="button"
      aria-label={t('newIn', { workspace: name })}
      onClick={() => void startSession(services, { workspaceId })}
      className="flex w-full items-center gap-2 rounded-2 px-2 py-1 text-left text-12 text-fg-3 hover:bg-hover hover:text-fg-2"
    >
      <span className="flex w-4 justify-center">
        <Plus size={13} aria-hidden />
      </span>
      {t('new')}
    </button>
  );
}
