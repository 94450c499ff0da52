import type { KeyboardEvent } from 'react';

/** Arrow keys move between rows, Home and End to the first and last, the context key opens the row's menu. */
export function moveInList(event: KeyboardEvent<HTMLElement>): void {
  const root = event.currentTarget.closest('[data-session-list]');
  if (root === null || event.altKey || event.ctrlKey || event.metaKey) return;
  const rows = [...root.querySelectorAll<HTMLElement>('[data-session-row]')];
  const at = rows.findIndex((row) => row === event.currentTarget);
  if (at === -1) return;
  const target = targetRow(event.key, at, rows.length);
  if (target !== null) {
    event.preventDefault();
    rows[target]?.focus();
    return;
  }
  if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
    event.preventDefault();
    rows[at]?.parentElement?.querySelector<HTMLElement>('[aria-haspopup]')?.click();
  }
}

function targetRow(key: string, at: number, count: number): number | null {
  if (key === 'ArrowDown') return Math.min(at + 1, count - 1);
  if (key === 'ArrowUp') return Math.max(at - 1, 0);
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}
