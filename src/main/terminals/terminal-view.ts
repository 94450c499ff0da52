/** One reader of a terminal: gets the screen first, then what is added, and says how far it has come. */
import type { TerminalFrame } from '../../shared/ipc/contract/terminals.ts';

export class TerminalView {
  readonly #emit: (frame: TerminalFrame) => void;
  /** Null once the screen was sent. */
  #waiting: TerminalFrame[] | null = [];
  #at: number;

  constructor(at: number, emit: (frame: TerminalFrame) => void) {
    this.#at = at;
    this.#emit = emit;
  }

  /** Everything before it is on the reader's screen. */
  get at(): number {
    return this.#at;
  }

  begin(screen: TerminalFrame): void {
    this.#emit(screen);
    for (const frame of this.#waiting ?? []) this.#emit(frame);
    this.#waiting = null;
  }

  add(frame: TerminalFrame): void {
    if (this.#waiting === null) this.#emit(frame);
    else this.#waiting.push(frame);
  }

  acknowledge(at: number): void {
    this.#at = Math.max(this.#at, at);
  }
}
