/** Events on their way to a journal, in order: gathered, joined, made into lines, kept until they are saved. */
import type { SessionEvent } from '../../shared/session/event.ts';
import { mergeEvents } from '../../shared/session/merge.ts';
import { writeBlob } from './blobs.ts';
import type { FilePort } from './file-port.ts';
import { type Stamp, bodyOf, controlJson, eventJson, recordLine } from './record.ts';
import { LOST } from './segment.ts';

/** Joined text does not get longer, in UTF-16 units: one damaged record costs so much at most. */
export const LONGEST_JOINED = 32 * 1024;
/** What may wait while nothing can be written, in UTF-16 units. */
export const MOST_WAITING = 16 * 1024 * 1024;

type Entry =
  | {
      readonly type: 'event';
      event: SessionEvent;
      readonly m: number;
      chars: number;
      /** JSON of what is not joined any more. */
      readonly body: string | null;
    }
  | { readonly type: 'lost'; readonly from: number; to: number; readonly m: number; readonly at: number };

export type PendingPorts = {
  readonly files: FilePort;
  readonly folder: string;
  readonly monotonic: () => number;
  /** A longer record's body goes to a blob. */
  readonly recordBytes: number;
};
export type Taken = { readonly lines: readonly Buffer[]; readonly seq: number };

export class PendingEvents {
  readonly #ports: PendingPorts;
  #waiting: Entry[] = [];
  /** Being written: as they are, so that a second try writes the same bytes. */
  #taken: Entry[] = [];
  /** Of those that wait, the first so many were tried before. */
  #tried = 0;
  #chars = 0;

  constructor(ports: PendingPorts) {
    this.#ports = ports;
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0 && this.#taken.length === 0;
  }

  /** UTF-16 units that wait. */
  get chars(): number {
    return this.#chars;
  }

  events(): readonly SessionEvent[] {
    return [...this.#taken, ...this.#waiting].flatMap((entry) =>
      entry.type === 'event' ? [entry.event] : [],
    );
  }

  /** True when somebody may be waiting for one of them. `bounded`: what is too much is put down as lost. */
  add(events: readonly SessionEvent[], { bounded }: { readonly bounded: boolean }): boolean {
    const m = Math.round(this.#ports.monotonic());
    let hurry = false;
    for (const event of events) {
      if (bounded && this.#chars > MOST_WAITING) {
        this.#lose(event, m);
        continue;
      }
      const streamed = streamedChars(event);
      if (streamed === null) hurry = true;
      else if (this.#joins(event, streamed)) continue;
      const body = streamed === null ? bodyOf(event) : null;
      const chars = body?.length ?? streamed ?? 0;
      this.#waiting.push({ type: 'event', event, m, chars, body });
      this.#chars += chars;
    }
    return hurry;
  }

  /** The lines of all that wait; large bodies are saved when it resolves. They stay here until `saved`. */
  async take(generation: number): Promise<Taken> {
    this.#taken = this.#waiting;
    this.#waiting = [];
    const lines: Buffer[] = [];
    let seq = 0;
    try {
      for (const entry of this.#taken) {
        lines.push(await this.#lineOf(entry, { m: entry.m, g: generation }));
        seq = entry.type === 'event' ? entry.event.seq : entry.to;
      }
    } catch (error) {
      this.putBack();
      throw error;
    }
    return { lines, seq };
  }

  saved(): void {
    for (const entry of this.#taken) this.#chars -= entry.type === 'event' ? entry.chars : 0;
    this.#taken = [];
    this.#tried = 0;
  }

  putBack(): void {
    this.#waiting = [...this.#taken, ...this.#waiting];
    this.#tried = this.#taken.length;
    this.#taken = [];
  }

  clear(): void {
    this.#waiting = [];
    this.#taken = [];
    this.#tried = 0;
    this.#chars = 0;
  }

  #joins(event: SessionEvent, chars: number): boolean {
    if (this.#waiting.length <= this.#tried) return false;
    const last = this.#waiting[this.#waiting.length - 1];
    if (last?.type !== 'event' || last.chars + chars > LONGEST_JOINED) return false;
    const joined = mergeEvents(last.event, event);
    if (joined === null) return false;
    last.event = joined;
    last.chars += chars;
    this.#chars += chars;
    return true;
  }

  #lose(event: SessionEvent, m: number): void {
    const last = this.#waiting[this.#waiting.length - 1];
    if (last?.type === 'lost' && this.#waiting.length > this.#tried) last.to = event.seq;
    else
      this.#waiting.push({
        type: 'lost',
        from: event.first?.seq ?? event.seq,
        to: event.seq,
        m,
        at: event.at,
      });
  }

  async #lineOf(entry: Entry, stamp: Stamp): Promise<Buffer> {
    if (entry.type === 'lost') {
      const { from, to, at } = entry;
      return recordLine(controlJson(LOST, to, at, stamp, { from, to }));
    }
    const { files, folder, recordBytes } = this.#ports;
    const body = entry.body ?? bodyOf(entry.event);
    // A UTF-16 unit takes up to three bytes.
    const mayBeLarge = body.length * 3 + 1024 > recordBytes;
    if (!mayBeLarge) return recordLine(eventJson(entry.event, stamp, body));
    const line = recordLine(eventJson(entry.event, stamp, body));
    if (line.length <= recordBytes) return line;
    const blob = await writeBlob(files, folder, Buffer.from(body));
    return recordLine(eventJson(entry.event, stamp, body, blob));
  }
}

/** Length of what agents stream in small parts and nobody waits for; null for all else. */
function streamedChars(event: SessionEvent): number | null {
  if (event.type === 'message-chunk' && event.role !== 'user' && event.content.type === 'text') {
    return event.content.text.length;
  }
  if (event.type === 'tool-call' && event.patch.terminal?.output?.mode === 'append') {
    return event.patch.terminal.output.data.length;
  }
  return null;
}
