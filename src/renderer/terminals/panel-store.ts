/** Whether the terminals are shown, which one of each workspace, and how the person likes them. */
import { z } from 'zod';
import { createStore } from 'zustand';

export type TerminalOptions = {
  /** In px. */
  readonly fontSize: number;
  readonly copyOnSelect: boolean;
  readonly screenReader: boolean;
  readonly askBeforePaste: boolean;
};

export type TerminalPanel = {
  readonly open: boolean;
  /** Terminal by workspace. */
  readonly shown: Readonly<Record<string, string>>;
  readonly options: TerminalOptions;
  /** Counts what asks for the focus, and what asks for one more terminal. */
  readonly focusAsked: number;
  readonly newAsked: number;
};

export const FONT_SIZES = { smallest: 9, usual: 12, largest: 24 } as const;

const options = z.object({
  fontSize: z.number().int().min(FONT_SIZES.smallest).max(FONT_SIZES.largest),
  copyOnSelect: z.boolean(),
  screenReader: z.boolean(),
  askBeforePaste: z.boolean(),
});
const remembered = z.object({ open: z.boolean(), shown: z.record(z.string(), z.string()), options });
const key = 'switchyard.terminals';

export const terminalPanel = createStore<TerminalPanel>(() => ({
  ...recall(),
  focusAsked: 0,
  newAsked: 0,
}));

terminalPanel.subscribe(({ open, shown, options: chosen }, before) => {
  if (open === before.open && shown === before.shown && chosen === before.options) return;
  try {
    localStorage.setItem(key, JSON.stringify({ open, shown, options: chosen }));
  } catch {
    // The arrangement is simply not remembered.
  }
});

function recall(): z.infer<typeof remembered> {
  try {
    return remembered.parse(JSON.parse(localStorage.getItem(key) ?? ''));
  } catch {
    return {
      open: false,
      shown: {},
      options: {
        fontSize: FONT_SIZES.usual,
        copyOnSelect: false,
        screenReader: false,
        askBeforePaste: true,
      },
    };
  }
}

/** Where the focus goes back to when the panel closes. */
let opener: Element | null = null;

/** Shows and focuses it; hides it when it has the focus already. */
export function toggleTerminals(): void {
  const panel = document.querySelector('[data-region="terminals"]');
  if (terminalPanel.getState().open && panel?.contains(document.activeElement) === true) {
    hideTerminals();
    return;
  }
  if (!terminalPanel.getState().open) opener = document.activeElement;
  terminalPanel.setState(({ focusAsked }) => ({ open: true, focusAsked: focusAsked + 1 }));
}

export function askForTerminal(): void {
  if (!terminalPanel.getState().open) opener = document.activeElement;
  terminalPanel.setState(({ newAsked }) => ({ open: true, newAsked: newAsked + 1 }));
}

/** What runs in them goes on. */
export function hideTerminals(): void {
  terminalPanel.setState({ open: false });
  const back = opener;
  opener = null;
  requestAnimationFrame(() => {
    if (back instanceof HTMLElement && back.isConnected) back.focus();
  });
}

export function showTerminal(workspaceId: string, id: string): void {
  terminalPanel.setState(({ shown, focusAsked }) => ({
    shown: { ...shown, [workspaceId]: id },
    focusAsked: focusAsked + 1,
  }));
}

export function setTerminalOptions(patch: Partial<TerminalOptions>): void {
  terminalPanel.setState(({ options: before }) => ({ options: { ...before, ...patch } }));
}
