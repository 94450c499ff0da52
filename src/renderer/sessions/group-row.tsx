import { ChevronDown, ChevronRight, Copy, Ellipsis, Plus, Trash2 } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { displayText } from '../../shared/text/display.ts';
import { copyText, removeWorkspace, startSession } from '../shell/actions.ts';
import { useServices, useSessionList } from '../shell/services.tsx';
import { classNames } from '../ui/class-names.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu } from '../ui/menu.tsx';
import { StatusGlyph } from '../ui/status-glyph.tsx';
import { Tooltip } from '../ui/tooltip.tsx';
import { countSessions } from './list-counts.ts';
import { setFolded } from './list-keys.ts';
import type { SidebarRow } from './session-order.ts';

type GroupOf<Type extends SidebarRow['type']> = Extract<SidebarRow, { readonly type: Type }>;

/** The head of a workspace: folds what stands under it, and then says what it hides. */
export const GroupRow = memo(function GroupRow({
  row,
  tabbable,
}: {
  readonly row: GroupOf<'group'>;
  readonly tabbable: boolean;
}) {
  const { t } = useTranslation(['sessions', 'lists']);
  const services = useServices();
  const { folded, group } = row;
  const { workspace, workspaceId, sessionIds } = group;
  const name = displayText(workspace?.name ?? workspaceId, 'line');
  const missing = workspace?.state === 'missing';
  const Chevron = folded ? ChevronRight : ChevronDown;
  return (
    <div
      role="listitem"
      className="group/head flex h-8 items-end gap-0.5 pb-px"
      onContextMenu={(event) => {
        event.preventDefault();
        event.currentTarget.querySelector<HTMLElement>('[aria-haspopup]')?.click();
      }}
    >
      <Tooltip content={<bdi>{workspace?.path ?? workspaceId}</bdi>} side="right">
        <button
          type="button"
          data-row-key={row.key}
          tabIndex={tabbable ? 0 : -1}
          aria-expanded={!folded}
          aria-label={t('group', { workspace: name, count: sessionIds.length })}
          onClick={() => setFolded(services, workspaceId, !folded)}
          className={classNames(
            'flex h-6 min-w-0 flex-1 items-center gap-1.5 rounded-1 px-1 text-left text-11 font-semibold tracking-[0.01em]',
            missing ? 'text-fg-3' : 'text-fg-2',
          )}
        >
          <Chevron size={12} className="flex-none text-fg-3" aria-hidden />
          <bdi className={classNames('truncate', missing && 'line-through')}>{name}</bdi>
          {missing && <span className="font-normal text-fail">{t('missing')}</span>}
          {sessionIds.length > 0 && <span className="num font-normal text-fg-3">{sessionIds.length}</span>}
          {folded && <Hidden workspaceId={workspaceId} />}
        </button>
      </Tooltip>
      {workspace !== null && (
        <span className="flex h-6 items-center opacity-0 group-focus-within/head:opacity-100 group-hover/head:opacity-100 has-aria-expanded:opacity-100">
          {!missing && (
            <IconButton
              size="sm"
              label={t('newIn', { workspace: name })}
              icon={<Plus size={13} />}
              tabIndex={-1}
              onClick={() => void startSession(services, { workspaceId })}
              className="h-5! w-5!"
            />
          )}
          <Menu
            align="end"
            trigger={
              <button
                type="button"
                tabIndex={-1}
                aria-label={t('workspaceMenu', { workspace: name })}
                className="flex size-5 items-center justify-center rounded-1 text-fg-2 hover:bg-hover aria-expanded:bg-active"
              >
                <Ellipsis size={13} aria-hidden />
              </button>
            }
            entries={[
              {
                type: 'action',
                id: 'new',
                label: t('new'),
                icon: <Plus size={14} />,
                disabled: missing,
                onSelect: () => void startSession(services, { workspaceId }),
              },
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
  );
});

/** What waits in a folded group. */
function Hidden({ workspaceId }: { readonly workspaceId: string }) {
  const { t } = useTranslation('lists');
  const needs = useSessionList((list) => countSessions(list).byWorkspace.get(workspaceId)?.needs ?? 0);
  const unread = useSessionList((list) => countSessions(list).byWorkspace.get(workspaceId)?.unread ?? 0);
  return (
    <>
      {needs > 0 && (
        <span
          className="num flex items-center gap-0.5 text-needs"
          title={t('counts.needs', { count: needs })}
        >
          <StatusGlyph status="needs-permission" size={12} />
          {needs}
        </span>
      )}
      {unread > 0 && (
        <span
          className="num flex items-center gap-0.5 text-done"
          title={t('counts.unread', { count: unread })}
        >
          <StatusGlyph status="finished-unread" size={12} />
          {unread}
        </span>
      )}
    </>
  );
}

export const EmptyGroupRow = memo(function EmptyGroupRow({
  row,
  tabbable,
}: {
  readonly row: GroupOf<'empty'>;
  readonly tabbable: boolean;
}) {
  const { t } = useTranslation('sessions');
  const services = useServices();
  const { workspace, workspaceId } = row.group;
  if (workspace === null) return <div role="listitem" />;
  const missing = workspace.state === 'missing';
  return (
    <div role="listitem">
      {missing && (
        <p className="truncate pr-2 pl-8 text-12 text-fg-3">{t('missingHint', { path: workspace.path })}</p>
      )}
      <button
        type="button"
        data-row-key={row.key}
        tabIndex={tabbable ? 0 : -1}
        aria-label={missing ? undefined : t('newIn', { workspace: displayText(workspace.name, 'line') })}
        onClick={() =>
          void (missing ? removeWorkspace(services, workspaceId) : startSession(services, { workspaceId }))
        }
        className={classNames(
          'flex items-center gap-2 rounded-2 px-2 py-1 text-left text-12 -outline-offset-2',
          missing
            ? 'ml-6 font-medium text-accent hover:underline'
            : 'w-full text-fg-3 hover:bg-hover hover:text-fg-2',
        )}
      >
        {!missing && (
          <span className="flex w-4 justify-center">
            <Plus size={13} aria-hidden />
          </span>
        )}
        {t(missing ? 'removeWorkspace' : 'new')}
      </button>
    </div>
  );
});
