import { useCallback, useRef, type KeyboardEvent } from 'react';
import { useServices } from '../shell/services.tsx';
import type { Services } from '../shell/services.tsx';
import { endSession } from '../shell/session-actions.ts';
import type { SidebarRow } from './session-order.ts';

/** Letters typed within so many ms are one word. */
const TYPING_MS = 900;

/**
 * Arrows move between rows, Home and End to the first and last, Left and Right fold and unfold, letters go to the
 * next session that begins with them, F2 renames, Delete moves to the trash, the context key opens the row's menu.
 */
export function useListKeys(
  rows: readonly SidebarRow[],
  moveTo: (key: string) => void,
): (event: KeyboardEvent<HTMLElement>) => void {
  const services = useServices();
  const typed = useRef({ text: '', at: 0 });

  return useCallback(
    (event: KeyboardEvent<HTMLElement>) => {
      const element = event.target as HTMLElement;
      const key = element.dataset['rowKey'];
      if (key === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.nativeEvent.isComposing) return;
      const at = rows.findIndex((row) => row.key === key);
      const row = rows[at];
      if (row === undefined) return;
      const done = () => event.preventDefault();

      const target = targetOf(rows, at, event.key);
      if (target !== null) {
        done();
        moveTo(target);
      } else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
        done();
        fold(services, rows, row, event.key === 'ArrowLeft', moveTo);
      } else if (event.key === 'F2' && row.type === 'session') {
        done();
        services.view.setState({ selectedId: row.id, layout: 'single', renamingId: row.id });
      } else if (event.key === 'Delete' && row.type === 'session') {
        done();
        void endSession(services, row.id, 'trash');
      } else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
        done();
        element.closest('[role="listitem"]')?.querySelector<HTMLElement>('[aria-haspopup]')?.click();
      } else if (/^[\p{L}\p{N}]$/u.test(event.key)) {
        const { text, at: before } = typed.current;
        const next = event.timeStamp - before > TYPING_MS ? event.key : text + event.key;
        typed.current = { text: next, at: event.timeStamp };
        const found = startingWith(services, rows, at, next);
        if (found === null) return;
        done();
        moveTo(found);
      }
    },
    [rows, moveTo, services],
  );
}

function targetOf(rows: readonly SidebarRow[], at: number, key: string): string | null {
  const last = rows.length - 1;
  const places: Readonly<Record<string, number>> = {
    ArrowDown: Math.min(at + 1, last),
    ArrowUp: Math.max(at - 1, 0),
    Home: 0,
    End: last,
    PageDown: Math.min(at + 10, last),
    PageUp: Math.max(at - 10, 0),
  };
  const place = places[key];
  return place === undefined ? null : (rows[place]?.key ?? null);
}

/** On a group: folds or unfolds it. On what stands in one: Left goes to the group. */
function fold(
  services: Services,
  rows: readonly SidebarRow[],
  row: SidebarRow,
  shut: boolean,
  moveTo: (key: string) => void,
): void {
  if (row.type === 'group') {
    setFolded(services, row.group.workspaceId, shut);
    return;
  }
  if (!shut) return;
  for (let at = rows.indexOf(row) - 1; at >= 0; at -= 1) {
    const above = rows[at];
    if (above?.type !== 'group') continue;
    moveTo(above.key);
    return;
  }
}

export function setFolded({ view }: Services, workspaceId: string, folded: boolean): void {
  view.setState((state) => {
    const rest = state.folded.filter((id) => id !== workspaceId);
    return { folded: folded ? [...rest, workspaceId] : rest };
  });
}

/** The next row that begins so, around the end; one letter again and again goes through all that do. */
function startingWith(
  services: Services,
  rows: readonly SidebarRow[],
  at: number,
  typed: string,
): string | null {
  const letters = [...typed.toLocaleLowerCase()];
  const same = letters.every((letter) => letter === letters[0]);
  const text = same ? (letters[0] ?? '') : letters.join('');
  const { byId } = services.sessions.getState();
  // While a word grows, the row that it has led to may stay.
  const from = letters.length > 1 && !same ? at : at + 1;
  for (let step = 0; step < rows.length; step += 1) {
    const row = rows[(from + step) % rows.length];
    if (row?.type !== 'session') continue;
    if ((byId.get(row.id)?.title ?? '').toLocaleLowerCase().startsWith(text)) return row.key;
  }
  return null;
}
