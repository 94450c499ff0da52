/** What this window shows: pure view state. What must survive a reload is kept by `view-memory.ts`. */
import { createStore, type StoreApi } from 'zustand';
import { emptyFilter, type ListFilter } from '../sessions/list-filter.ts';

export type Overlay =
  | { readonly type: 'palette' }
  | { readonly type: 'help' }
  | { readonly type: 'search' }
  | { readonly type: 'attention' }
  | { readonly type: 'settings'; readonly section: SettingsSection; readonly agentId?: string }
  | { readonly type: 'doctor'; readonly agentId: string; readonly agentName: string }
  | {
      readonly type: 'confirm-stop';
      readonly sessionId: string;
      readonly ending: 'stop' | 'archive' | 'trash';
    }
  | { readonly type: 'trash' }
  | { readonly type: 'import' }
  | { readonly type: 'usage' }
  | { readonly type: 'confirm-delete'; readonly sessionId: string }
  | { readonly type: 'process'; readonly sessionId: string }
  | { readonly type: 'log'; readonly sessionId: string }
  | { readonly type: 'trust'; readonly workspaceId: string }
  /** `sessionId`: whose rules and workspace are shown. `ruleId`: the one to show at once. */
  | {
      readonly type: 'permissions';
      readonly page: PermissionsPage;
      readonly sessionId: string | null;
      readonly ruleId?: string;
    };
export type PermissionsPage = 'rules' | 'decisions' | 'try' | 'text';
export type SettingsSection = 'general' | 'agents' | 'mcp' | 'storage' | 'about';

export type View = {
  readonly selectedId: string | null;
  readonly layout: 'single' | 'grid';
  /** Sessions of the grid, at most four, in reading order. */
  readonly gridIds: readonly string[];
  readonly sidebar: 'open' | 'closed';
  /** Workspaces whose group is folded. */
  readonly folded: readonly string[];
  /** What the list of sessions shows. */
  readonly filter: ListFilter;
  readonly overlay: Overlay | null;
  /** Session whose title is being edited. */
  readonly renamingId: string | null;
  /** Attention items that were seen, by key. */
  readonly acknowledged: ReadonlySet<string>;
  /** Interrupted turns whose card was put away, by turn id. */
  readonly leftTurns: ReadonlySet<string>;
  /** The workspace that a new session starts in when none is selected. */
  readonly workspaceId: string | null;
};

export const mostTiles = 4;

export const emptyView: View = {
  selectedId: null,
  layout: 'single',
  gridIds: [],
  sidebar: 'open',
  folded: [],
  filter: emptyFilter,
  overlay: null,
  renamingId: null,
  acknowledged: new Set(),
  leftTurns: new Set(),
  workspaceId: null,
};

export type ViewStore = StoreApi<View>;

export function createViewStore(remembered: Partial<View>): ViewStore {
  return createStore<View>(() => ({ ...emptyView, ...remembered }));
}

/** Shows a session: in the grid when it is one of its tiles, else alone. */
export function withSelected(view: View, id: string): View {
  const layout = view.layout === 'grid' && view.gridIds.includes(id) ? 'grid' : 'single';
  return { ...view, selectedId: id, layout, overlay: null };
}

/** Turns the grid on with `ids` (at most four are taken) or off. Below two sessions there is no grid. */
export function withGrid(view: View, ids: readonly string[]): View {
  const gridIds = [...new Set(ids)].slice(0, mostTiles);
  if (gridIds.length < 2) return { ...view, layout: 'single', gridIds: [] };
  const selectedId =
    view.selectedId !== null && gridIds.includes(view.selectedId) ? view.selectedId : (gridIds[0] ?? null);
  return { ...view, layout: 'grid', gridIds, selectedId };
}

/**
 * After the list of sessions changed: forgets what is gone and selects the neighbour of what was selected.
 * Nothing selected (a workspace's start page) stays so, except for the first list.
 */
export function withSessions(view: View, before: readonly string[], ids: readonly string[]): View {
  const present = new Set(ids);
  const gridIds = view.gridIds.filter((id) => present.has(id));
  let { selectedId } = view;
  // One that was just created may be selected before the list names it.
  const known = before.length === 0 || selectedId === null || before.includes(selectedId);
  const gone = selectedId === null ? before.length === 0 : known && !present.has(selectedId);
  if (gone) {
    const at = selectedId === null ? -1 : before.indexOf(selectedId);
    const later = at < 0 ? undefined : before.slice(at + 1).find((id) => present.has(id));
    const earlier = before
      .slice(0, Math.max(at, 0))
      .filter((id) => present.has(id))
      .at(-1);
    selectedId = later ?? earlier ?? ids[0] ?? null;
  }
  const stays = selectedId === view.selectedId && gridIds.length === view.gridIds.length;
  if (stays) return view;
  const next = { ...view, selectedId, gridIds };
  return view.layout === 'grid' ? withGrid(next, gridIds) : next;
}
