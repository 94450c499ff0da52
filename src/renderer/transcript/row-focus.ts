/** Moving through rows by key: j and k (or the arrows once a row has the focus), Enter and Space unfold. */
import type { KeyboardEvent } from 'react';

const editable = 'input, textarea, select, [contenteditable="true"]';

/** Handles a key pressed anywhere in the list; anything it does not know is left alone. */
export function moveThroughRows(event: KeyboardEvent<HTMLElement>): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target as HTMLElement;
  if (target.closest(editable) !== null) return;
  const list = event.currentTarget;
  const row = target.closest<HTMLElement>('[data-row]');
  const onRow = target === row;
  const step =
    event.key === 'j' || (onRow && event.key === 'ArrowDown')
      ? 1
      : event.key === 'k' || (onRow && event.key === 'ArrowUp')
        ? -1
        : 0;
  if (step !== 0) {
    event.preventDefault();
    focusRow(list, row, step);
  } else if (onRow && (event.key === 'Enter' || event.key === ' ')) {
    const toggle = row.querySelector<HTMLElement>('[data-row-toggle]');
    if (toggle === null) return;
    event.preventDefault();
    toggle.click();
  }
}

function focusRow(list: HTMLElement, from: HTMLElement | null, step: 1 | -1): void {
  const rows = [...list.querySelectorAll<HTMLElement>('[data-row]')].sort(
    (one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top,
  );
  const view = list.getBoundingClientRect();
  const next =
    from === null
      ? step === 1
        ? rows.find((row) => row.getBoundingClientRect().top >= view.top)
        : rows.filter((row) => row.getBoundingClientRect().bottom <= view.bottom).at(-1)
      : rows[rows.indexOf(from) + step];
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: 'nearest' });
}
