/** One terminal: its shell, its screen, and whoever looks at it. A slow reader makes the program wait, nothing else. */
import type { TerminalFrame, TerminalState } from '../../shared/ipc/contract/terminals.ts';
import { OutputMerger } from './output-merger.ts';
import type { PtyProcess, TerminalSize } from './pty-process.ts';
import type { OpenScreen, Screen } from './screen.ts';
import { TerminalView } from './terminal-view.ts';

/** UTF-16 units that may be on their way to the screen or a reader: above the first the program waits. */
const HIGH_WATER = 256 * 1024;
const LOW_WATER = 64 * 1024;

/** What a program may have left behind that would get into the next one's way. */
const BEGIN_ANEW = '\u001b[?1049l\u001b[!p\u001b[?1l\u001b[?1000;1002;1003;1004;1006;2004l\u001b[0m\r\n';

export type TerminalListeners = {
  /** State or title are others. */
  readonly onChange: () => void;
};

export class Terminal {
  readonly #listeners: TerminalListeners;
  readonly #screen: Screen;
  readonly #views = new Map<string, TerminalView>();
  #size: TerminalSize;
  #pty: PtyProcess | null = null;
  #state: TerminalState = { type: 'running' };
  #title = '';
  #at = 0;
  #onScreen = 0;
  #paused = false;

  private constructor(size: TerminalSize, listeners: TerminalListeners, screen: Screen) {
    this.#size = size;
    this.#listeners = listeners;
    this.#screen = screen;
  }

  static async open(size: TerminalSize, listeners: TerminalListeners, open: OpenScreen): Promise<Terminal> {
    let terminal: Terminal | null = null;
    const screen = await open(size, {
      onReply: (text) => terminal?.write(text),
      onTitle: (title) => terminal?.setTitle(title),
    });
    terminal = new Terminal(size, listeners, screen);
    return terminal;
  }

  get state(): TerminalState {
    return this.#state;
  }
  get title(): string {
    return this.#title;
  }
  get size(): TerminalSize {
    return this.#size;
  }
  get pty(): PtyProcess | null {
    return this.#pty;
  }

  /** From now on `pty` is what runs in it. */
  attach(pty: PtyProcess): void {
    if (this.#pty !== null) this.#add(BEGIN_ANEW);
    this.#pty = pty;
    this.#paused = false;
    this.#title = '';
    this.#state = { type: 'running' };
    const merger = new OutputMerger((text) => this.#add(text));
    pty.onOutput((bytes) => merger.push(bytes));
    pty.resize(this.#size);
    void pty.exited.then(({ code, signal }) => {
      merger.end();
      this.#state = { type: 'ended', code, signal };
      this.#listeners.onChange();
    });
    this.#listeners.onChange();
  }

  write(text: string): void {
    if (this.#state.type === 'running') this.#pty?.write(text);
  }

  setTitle(title: string): void {
    if (title === this.#title) return;
    this.#title = title;
    this.#listeners.onChange();
  }

  resize(size: TerminalSize): void {
    if (size.cols === this.#size.cols && size.rows === this.#size.rows) return;
    this.#size = size;
    this.#screen.resize(size);
    for (const view of this.#views.values()) view.add({ type: 'resized', ...size });
    this.#pty?.resize(size);
  }

  /** A reader with the same id takes the place of the one before it. Returns the disposer. */
  watch(viewId: string, emit: (frame: TerminalFrame) => void): () => void {
    const view = new TerminalView(this.#at, emit);
    this.#views.set(viewId, view);
    const { cols, rows } = this.#size;
    const at = this.#at;
    void this.#screen.snapshot().then((text) => {
      if (this.#views.get(viewId) === view) view.begin({ type: 'screen', text, cols, rows, at });
    });
    return () => {
      if (this.#views.get(viewId) === view) this.#views.delete(viewId);
      this.#flow();
    };
  }

  acknowledge(viewId: string, at: number): void {
    this.#views.get(viewId)?.acknowledge(Math.min(at, this.#at));
    this.#flow();
  }

  close(): void {
    this.#views.clear();
    this.#screen.close();
  }

  #add(text: string): void {
    this.#at += text.length;
    const at = this.#at;
    this.#screen.write(text, () => {
      this.#onScreen = at;
      this.#flow();
    });
    for (const view of this.#views.values()) view.add({ type: 'output', text, at });
    this.#flow();
  }

  #flow(): void {
    const slowest = Math.min(this.#onScreen, ...[...this.#views.values()].map((view) => view.at));
    const onTheWay = this.#at - slowest;
    if (!this.#paused && onTheWay > HIGH_WATER) {
      this.#paused = true;
      this.#pty?.pause();
    } else if (this.#paused && onTheWay < LOW_WATER) {
      this.#paused = false;
      this.#pty?.resume();
    }
  }
}
