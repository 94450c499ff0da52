/** Which change the diff pane shows. The shell gives the pane its room while something is open. */
import { createStore } from 'zustand';

export type OpenDiff = {
  readonly sessionId: string;
  readonly toolCallId: string;
  /** Which of the call's file changes, from 0. */
  readonly index: number;
};

export const review = createStore<{ readonly open: OpenDiff | null }>(() => ({ open: null }));

/** Where the focus goes back to when the pane closes. */
let opener: Element | null = null;

export function openDiff(diff: OpenDiff): void {
  if (review.getState().open === null) opener = document.activeElement;
  review.setState({ open: diff });
}

/** Closes the pane and gives the focus back to the card it was opened from. */
export function closeDiff(): void {
  if (review.getState().open === null) return;
  review.setState({ open: null });
  const back = opener;
  opener = null;
  requestAnimationFrame(() => {
    if (back instanceof HTMLElement && back.isConnected) back.focus();
  });
}
