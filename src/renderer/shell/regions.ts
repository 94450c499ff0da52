/** Moving the focus between the parts of the window. Parts name themselves with `data-region`. */
import { isVisible } from './visible.ts';

export function moveToRegion(by: 1 | -1): void {
  const regions = [...document.querySelectorAll<HTMLElement>('[data-region]')].filter(isVisible);
  if (regions.length === 0) return;
  const at = regions.findIndex((region) => region.contains(document.activeElement));
  const next = regions[(at + by + regions.length) % regions.length];
  if (next !== undefined) focusInside(next);
}

export function focusSessionList(): void {
  const list = document.querySelector<HTMLElement>('[data-region="sessions"]');
  if (list !== null) focusInside(list);
}

export function focusListFilter(): void {
  document.querySelector<HTMLElement>('[data-list-filter]')?.focus();
}

/** The message box of a session, where it is shown. */
export function focusComposer(sessionId: string | null): void {
  const root =
    sessionId === null ? document : document.querySelector(`[data-session="${CSS.escape(sessionId)}"]`);
  root?.querySelector<HTMLElement>('textarea, [contenteditable="true"]')?.focus();
}

function focusInside(region: HTMLElement): void {
  const preferred = region.querySelector<HTMLElement>('[data-focus-first]');
  const first =
    preferred ??
    [...region.querySelectorAll<HTMLElement>('button, [href], input, textarea, [tabindex="0"]')].find(
      isVisible,
    );
  if (first !== undefined && !region.hasAttribute('tabindex')) first.focus();
  else region.focus();
}
