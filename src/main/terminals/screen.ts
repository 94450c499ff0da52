/** What a terminal shows, kept in main: so that nothing is lost whatever becomes of the window that shows it. */
import type { SerializeAddon } from '@xterm/addon-serialize';
import type { Terminal } from '@xterm/headless';
import { isAllowedReply, refuseSequences } from '../../shared/terminals/guard-sequences.ts';
import type { TerminalSize } from './pty-process.ts';

export interface Screen {
  /** `done` when it counts for the snapshot. */
  write(text: string, done: () => void): void;
  resize(size: TerminalSize): void;
  /** What has to be written into an empty screen of the same size to get this one, after all that was written so far. */
  snapshot(): Promise<string>;
  close(): void;
}

export type ScreenListeners = {
  /** What the program asked for, to be typed into it. */
  readonly onReply: (text: string) => void;
  readonly onTitle: (title: string) => void;
};

export type OpenScreen = (size: TerminalSize, listeners: ScreenListeners) => Promise<Screen>;

/** Lines above the screen that are kept. */
export const SCROLLBACK_LINES = 5000;

export const openScreen: OpenScreen = async (size, { onReply, onTitle }) => {
  const [terminal, serialize] = await Promise.all([openEmulator(size), import('@xterm/addon-serialize')]);
  const serializer = new (withDefault(serialize).SerializeAddon)();
  terminal.loadAddon(serializer);
  terminal.onData((text) => {
    if (isAllowedReply(text)) onReply(text);
  });
  terminal.onTitleChange((title) => onTitle(title.slice(0, 200)));
  return new HeadlessScreen(terminal, serializer);
};

/** An emulator without a window, that reads output as the one of the page does. */
export async function openEmulator(size: TerminalSize): Promise<Terminal> {
  const [headless, graphemes] = await Promise.all([
    import('@xterm/headless'),
    // Without it some emoji are narrower; no reason to have no terminal.
    import('@xterm/addon-unicode-graphemes').catch(() => null),
  ]);
  const terminal = new (withDefault(headless).Terminal)({
    ...size,
    scrollback: SCROLLBACK_LINES,
    allowProposedApi: true,
  });
  if (graphemes !== null) terminal.loadAddon(new (withDefault(graphemes).UnicodeGraphemesAddon)());
  refuseSequences(terminal.parser);
  return terminal;
}

/** Built for both kinds of modules, these packages name their parts here or there. */
function withDefault<Module extends object>(module: Module): Module {
  const { default: inner } = module as { default?: Module };
  return inner === undefined ? module : { ...module, ...inner };
}

class HeadlessScreen implements Screen {
  readonly #terminal: Terminal;
  readonly #serializer: SerializeAddon;

  constructor(terminal: Terminal, serializer: SerializeAddon) {
    this.#terminal = terminal;
    this.#serializer = serializer;
  }

  write(text: string, done: () => void): void {
    this.#terminal.write(text, done);
  }

  resize({ cols, rows }: TerminalSize): void {
    // Behind what was written for the old size.
    this.#terminal.write('', () => this.#terminal.resize(cols, rows));
  }

  snapshot(): Promise<string> {
    return new Promise((resolve) => {
      // Called between this and whatever is written later.
      this.#terminal.write('', () => resolve(this.#serializer.serialize()));
    });
  }

  close(): void {
    this.#terminal.dispose();
  }
}
