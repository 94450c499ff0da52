/** Events on their way to a journal, in order: gathered, joined, made into lines, kept until they are saved. */
import type { SessionEvent } from '../../shared/session/event.ts';
import { mergeEvents } from '../../shared/session/merge.ts';
import { writeBlob } from './blobs.ts';
import type { FilePort } from './file-port.ts';
import { FRAME_BYTES, type Stamp, bodyOf, controlJson, eventJson, recordLines } from './record.ts';
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
      /** About as long as its JSON. */
      chars: number;
    }
  | { readonly type: 'lost'; readonly from: number; to: number; readonly m: number; readonly at: number };

export type PendingPorts = {
  readonly files: FilePort;
  readonly folder: string;
  readonly monotonic: () => number;
  /** A longer record's body goes to a blob. */
  readonly recordBytes: number;
};
/** Whole lines, and the number of the last event in them. */
export type Taken = { readonly lines: Buffer; readonly seq: number };

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
      const isStreamed = STREAMED.has(event.type);
      if (!isStreamed) hurry = true;
      const chars =
        event.type === 'message-chunk' && event.content.type === 'text'
          ? event.content.text.length
          : weightOf(event);
      if (isStreamed && this.#joins(event, chars)) continue;
      this.#waiting.push({ type: 'event', event, m, chars });
      this.#chars += chars;
    }
    return hurry;
  }

  /** The lines of all that wait; large bodies are saved when it resolves. They stay here until `saved`. */
  async take(generation: number): Promise<Taken> {
    this.#taken = this.#waiting;
    this.#waiting = [];
    const records: string[] = [];
    let seq = 0;
    try {
      for (const entry of this.#taken) {
        const record = this.#recordOf(entry, { m: entry.m, g: generation });
        records.push(typeof record === 'string' ? record : await record);
        seq = entry.type === 'event' ? entry.event.seq : entry.to;
      }
    } catch (error) {
      this.putBack();
      throw error;
    }
    return { lines: recordLines(records), seq };
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
    if (last?.type !== 'event' || last.event.type !== event.type) return false;
    // What replaces is no longer for it; what adds is.
    const adds = event.type !== 'tool-call' || event.patch.terminal !== undefined;
    if (adds && last.chars + chars > LONGEST_JOINED) return false;
    const joined = mergeEvents(last.event, event);
    if (joined === null) return false;
    const weight = adds ? last.chars + chars : weightOf(joined);
    if (weight > Math.max(LONGEST_JOINED, chars)) return false;
    this.#chars += weight - last.chars;
    last.event = joined;
    last.chars = weight;
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

  /** JSON. A promise of it where a large body has to be saved first. */
  #recordOf(entry: Entry, stamp: Stamp): string | Promise<string> {
    if (entry.type === 'lost') {
      const { from, to, at } = entry;
      return controlJson(LOST, to, at, stamp, { from, to });
    }
    const body = bodyOf(entry.event);
    const record = eventJson(entry.event, stamp, body);
    // A UTF-16 unit takes up to three bytes.
    const { recordBytes } = this.#ports;
    const mayBeLarge = record.length * 3 + FRAME_BYTES > recordBytes;
    const isLarge = mayBeLarge && Buffer.byteLength(record) + FRAME_BYTES > recordBytes;
    return isLarge ? this.#withBlob(entry.event, stamp, body) : record;
  }

  async #withBlob(event: SessionEvent, stamp: Stamp, body: string): Promise<string> {
    const { files, folder } = this.#ports;
    return eventJson(event, stamp, body, await writeBlob(files, folder, Buffer.from(body)));
  }
}

/** What agents tell as they work: nothing waits for it to be saved. */
const STREAMED: ReadonlySet<SessionEvent['type']> = new Set([
  'message-chunk',
  'tool-call',
  'child',
  'plan',
  'usage',
  'unknown',
] as const);

/** About how many UTF-16 units its JSON has: much cheaper than to make that. */
function weightOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 4;
  let weight = 2;
  for (const key in value) weight += 4 + weightOf((value as Record<string, unknown>)[key]);
  return weight;
}
