/** One command that runs for an agent: its output for the agent and, in small steps, for the card. */
import { StringDecoder } from 'node:string_decoder';
import type { Readable } from 'node:stream';
import type { TerminalPatch } from '../../../shared/session/content.ts';
import { TerminalOutput } from './terminal-output.ts';

export type TerminalExit = { readonly code: number | null; readonly signal: string | null };

/** What a terminal needs of its process. */
export interface TerminalProcess {
  readonly stdout: Readable;
  readonly stderr: Readable;
  readonly exited: Promise<TerminalExit>;
  /** Ends it and all that it started. Idempotent. */
  stop(): Promise<unknown>;
}

export type AgentTerminalOptions = {
  readonly id: string;
  readonly process: TerminalProcess;
  /** In bytes. */
  readonly outputLimit: number;
  /** For the cards, at most a few times a second. */
  readonly onPatch: (patch: TerminalPatch) => void;
};

/** How often a card hears of new output, in ms; rarer while more comes than a card can show. */
const STEP_MS = 150;
const LONGEST_STEP_MS = 2000;
/** UTF-16 units in one step; of more only the end is told. */
const MOST_A_STEP = 32 * 1024;
/** After the process has ended, for what is still in its pipes: a child of its own may hold them open. */
const EXIT_GRACE_MS = 200;

export class AgentTerminal {
  readonly id: string;
  readonly exited: Promise<TerminalExit>;
  readonly #options: AgentTerminalOptions;
  readonly #output: TerminalOutput;
  #exit: TerminalExit | null = null;
  /** What a card shows, whatever the agent wants kept. */
  #tail = '';
  #pending = '';
  #timer: NodeJS.Timeout | null = null;
  #stepMs = STEP_MS;

  constructor(options: AgentTerminalOptions) {
    this.id = options.id;
    this.#options = options;
    this.#output = new TerminalOutput(options.outputLimit);
    const { process } = options;
    const drained = Promise.all([this.#read(process.stdout), this.#read(process.stderr)]);
    this.exited = process.exited.then(async (exit) => {
      await Promise.race([drained, delay(EXIT_GRACE_MS)]);
      this.#exit = exit;
      this.#tell();
      options.onPatch({ terminalId: this.id, exit });
      return exit;
    });
  }

  get exit(): TerminalExit | null {
    return this.#exit;
  }

  get output(): { readonly text: string; readonly truncated: boolean } {
    return { text: this.#output.text, truncated: this.#output.truncated };
  }

  /** All that a card that comes late has missed. */
  get wholePatch(): TerminalPatch {
    return {
      terminalId: this.id,
      stoppable: true,
      output: { mode: 'replace', data: this.#tail },
      ...(this.#exit === null ? {} : { exit: this.#exit }),
    };
  }

  /** Resolves when it has ended, or that had to be given up. */
  async stop(): Promise<void> {
    await this.#options.process.stop();
  }

  #read(stream: Readable): Promise<void> {
    const decoder = new StringDecoder('utf8');
    return new Promise((resolve) => {
      stream.on('data', (chunk: Buffer) => this.#take(decoder.write(chunk)));
      stream.on('error', () => {});
      stream.on('close', () => {
        this.#take(decoder.end());
        resolve();
      });
    });
  }

  #take(text: string): void {
    if (text === '' || this.#exit !== null) return;
    this.#output.push(text);
    this.#tail = endOf(this.#tail + text);
    // Enough to know that it is too much.
    this.#pending = (this.#pending + text).slice(0, MOST_A_STEP + 1);
    this.#timer ??= setTimeout(() => this.#tell(), this.#stepMs);
  }

  #tell(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const { id } = this;
    const pending = this.#pending;
    this.#pending = '';
    if (pending === '') return;
    const isFlood = pending.length > MOST_A_STEP;
    this.#stepMs = isFlood ? Math.min(LONGEST_STEP_MS, this.#stepMs * 2) : STEP_MS;
    this.#options.onPatch(
      isFlood
        ? { terminalId: id, output: { mode: 'replace', data: this.#tail } }
        : { terminalId: id, output: { mode: 'append', data: pending } },
    );
  }
}

/** The last units, without half a character at the cut. */
function endOf(text: string): string {
  const start = Math.max(0, text.length - MOST_A_STEP);
  const first = text.charCodeAt(start);
  return text.slice(start > 0 && first >= 0xdc00 && first <= 0xdfff ? start + 1 : start);
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
