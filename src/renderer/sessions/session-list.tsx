/** The list of the sidebar: one virtual list of groups and sessions, so that ten thousand cost what is seen. */
import { useCallback, useEffect, useMemo, useRef, useState, type FocusEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { useStore } from 'zustand';
import { useServices, useSessionList, useView } from '../shell/services.tsx';
import { EmptyGroupRow, GroupRow } from './group-row.tsx';
import { filterSelector, isFiltering } from './list-filter.ts';
import { useListKeys } from './list-keys.ts';
import { NothingFound } from './nothing-found.tsx';
import { sessionGroups, sidebarRows, workspaceNames, type SidebarRow } from './session-order.ts';
import { SessionRow } from './session-row.tsx';

export function SessionList() {
  const { t } = useTranslation('sessions');
  const { rows, searching } = useRows();
  const selectedId = useView((view) => view.selectedId);
  const indexOf = useMemo(() => new Map(rows.map(({ key }, index) => [key, index])), [rows]);
  const virtual = useRef<VirtualizerHandle>(null);
  const scroller = useRef<HTMLDivElement>(null);

  // One row is where Tab leads; it stays mounted wherever the list is scrolled to.
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const tabbable =
    activeKey !== null && indexOf.has(activeKey)
      ? activeKey
      : selectedId !== null && indexOf.has(selectedId)
        ? selectedId
        : (rows.find(({ type }) => type === 'session') ?? rows[0])?.key;
  const tabbableIndex = tabbable === undefined ? undefined : indexOf.get(tabbable);
  const keepMounted = useMemo(() => (tabbableIndex === undefined ? [] : [tabbableIndex]), [tabbableIndex]);

  const wanted = useRef<string | null>(null);
  const moveTo = useCallback(
    (key: string) => {
      const index = indexOf.get(key);
      if (index === undefined) return;
      setActiveKey(key);
      virtual.current?.scrollToIndex(index, { align: 'nearest' });
      wanted.current = key;
      focusSoon(scroller.current, wanted);
    },
    [indexOf],
  );
  const onKeyDown = useListKeys(rows, moveTo);
  const onFocus = useCallback((event: FocusEvent<HTMLElement>) => {
    const key = (event.target as Element).closest<HTMLElement>('[data-row-key]')?.dataset['rowKey'];
    if (key !== undefined) setActiveKey(key);
  }, []);

  const shownId = useRef<string | null>(null);
  useEffect(() => {
    if (selectedId === null || selectedId === shownId.current) return;
    const index = indexOf.get(selectedId);
    if (index === undefined) return;
    shownId.current = selectedId;
    virtual.current?.scrollToIndex(index, { align: 'nearest' });
  }, [selectedId, indexOf]);

  return (
    <div
      ref={scroller}
      data-session-list
      role="group"
      aria-label={t('list')}
      className="min-h-0 flex-1 overflow-y-auto px-2 pb-3"
      onKeyDown={onKeyDown}
      onFocus={onFocus}
    >
      {searching && rows.length === 0 && <NothingFound />}
      <div role="list">
        <Virtualizer
          ref={virtual}
          scrollRef={scroller}
          data={rows}
          keepMounted={keepMounted}
          bufferSize={240}
        >
          {(row: SidebarRow) => <Row key={row.key} row={row} tabbable={row.key === tabbable} />}
        </Virtualizer>
      </div>
    </div>
  );
}

function Row({ row, tabbable }: { readonly row: SidebarRow; readonly tabbable: boolean }) {
  switch (row.type) {
    case 'group':
      return <GroupRow row={row} tabbable={tabbable} />;
    case 'empty':
      return <EmptyGroupRow row={row} tabbable={tabbable} />;
    case 'session':
      return <SessionRow id={row.id} position={row.position} count={row.count} tabbable={tabbable} />;
  }
}

function useRows(): { readonly rows: readonly SidebarRow[]; readonly searching: boolean } {
  const services = useServices();
  const workspaces = useStore(services.workspaces);
  const filter = useView((view) => view.filter);
  const folded = useView((view) => view.folded);
  const keep = useView((view) => view.selectedId);
  const nameOf = useMemo(() => workspaceNames(workspaces ?? []), [workspaces]);
  const select = useMemo(() => filterSelector(filter, { nameOf, keep }), [filter, nameOf, keep]);
  const ids = useSessionList(select);
  const searching = isFiltering(filter);
  // Which session belongs where never changes, so the ids alone decide when to group anew.
  const rows = useMemo(
    () =>
      sidebarRows(sessionGroups(workspaces ?? [], services.sessions.getState().byId, ids), {
        folded,
        searching,
      }),
    [workspaces, services, ids, folded, searching],
  );
  return { rows, searching };
}

/** A row that comes into view takes the focus only once the list has measured it: some frames later. */
function focusSoon(
  root: HTMLElement | null,
  wanted: { readonly current: string | null },
  frames = 20,
  key = wanted.current,
): void {
  if (key === null || wanted.current !== key) return;
  const row = root?.querySelector<HTMLElement>(`[data-row-key="${CSS.escape(key)}"]`);
  row?.focus({ preventScroll: true });
  if (frames === 0 || (row !== undefined && row === document.activeElement)) return;
  requestAnimationFrame(() => focusSoon(root, wanted, frames - 1, key));
}
