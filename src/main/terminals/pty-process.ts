/** A program on a terminal of its own: what the rest of the app may know of it. */
import type { SupervisedProcess } from '../processes/spawn.ts';

/** In character cells. */
export type TerminalSize = { readonly cols: number; readonly rows: number };

export interface PtyProcess extends SupervisedProcess {
  /** Everything it writes, in order, until `exited` resolves: nothing comes after. One listener. */
  onOutput(listener: (bytes: Uint8Array) => void): void;
  write(text: string): void;
  resize(size: TerminalSize): void;
  /** Nothing is read any more; a program that goes on writing waits. */
  pause(): void;
  resume(): void;
}
