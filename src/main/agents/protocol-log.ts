/**
 * What one session and its agent's processes said to each other: every message in both directions, lines
 * that are no messages, stderr, and what happened to the process. Bounded in entries and in size; nothing is
 * parsed, copied or counted for it until somebody looks.
 */
import { MAX_PROTOCOL_ENTRIES } from '../../shared/ipc/contract/protocol.ts';
import type { ProtocolEntry } from '../../shared/ipc/contract/protocol.ts';
import { hiderOf } from '../../shared/text/hide-values.ts';
import { type BudgetShare, type ProtocolBudget, sharedBudget } from './protocol-budget.ts';

export type ProtocolRemark = {
  /**
   * `noise`: a line that is no JSON-RPC. `nonconforming`: an update that breaks the protocol's schema
   * (it is used as far as it can be read). `unmatched`: an answer to nothing that we asked, or a second
   * request under an id that is still open.
   */
  readonly kind: 'noise' | 'nonconforming' | 'unmatched';
  /** The start of the line or a description. Untrusted text, at most 500 characters. */
  readonly text: string;
};

/** What happened to a process or its session, in the order of a life. */
export type ProtocolMark =
  | 'process-started'
  | 'process-exited'
  | 'process-stopped'
  | 'stage'
  | 'ready'
  | 'turn-started'
  | 'turn-cancelling'
  | 'turn-ended'
  | 'failed'
  | 'stopped';

/** UTF-16 units of all lines that are kept. */
const MAX_UNITS = 2 * 1024 * 1024;
/** Of one line. */
const MAX_LINE_UNITS = 256 * 1024;
/** A longer line is copied: as a slice it would keep the whole text alive that it was cut from. */
const COPIED_UNITS = 32 * 1024;
const MAX_REMARK = 500;
const MAX_DETAIL = 200;
/** Of an entry beside its line, as it counts for all logs together. */
const ENTRY_UNITS = 256;

type Kept = {
  readonly seq: number;
  readonly at: number;
  /** Monotonic, of requests and responses alone: asking for it costs as much as the rest. */
  readonly since: number;
  readonly from: ProtocolEntry['from'];
  readonly type: ProtocolEntry['type'];
  method: string | null;
  readonly id: string | null;
  detail: string | null;
  /** The line, or as much of it as is kept. */
  body: string;
  /** Bytes of the whole line where only a part is kept, else null: counted when asked for. */
  readonly cutFrom: number | null;
  ms: number | null;
  failed: boolean;
  remark: ProtocolEntry['remark'];
};

type Message = { readonly method?: unknown; readonly id?: unknown; readonly error?: unknown };

/** Called after each entry, with null, and with a request that has got its answer. */
export type ProtocolWatcher = (answered: { readonly seq: number; readonly ms: number } | null) => void;

export class ProtocolLog {
  #kept: Kept[] = [];
  /** Of `#kept`, so many at the start are gone. */
  #head = 0;
  #seq = 0;
  #units = 0;
  #noiseLines = 0;
  readonly #open = new Map<string, Kept>();
  readonly #watchers = new Set<ProtocolWatcher>();
  readonly #share: BudgetShare;
  readonly #now: () => number;
  #hide: (text: string) => string = (text) => text;

  constructor({
    budget = sharedBudget,
    now = Date.now,
  }: { readonly budget?: ProtocolBudget; readonly now?: () => number } = {}) {
    this.#now = now;
    this.#share = budget.join(this);
  }

  /** Of the oldest entry that is kept, ms since the epoch; infinite when there is none. */
  get oldestAt(): number {
    return this.#kept[this.#head]?.at ?? Infinity;
  }

  /** These texts are shown to nobody who looks at it, wherever they stand. */
  hideValues(values: readonly string[]): void {
    if (values.length === 0) return;
    const before = this.#hide;
    const hide = hiderOf(values);
    this.#hide = (text) => hide(before(text));
  }

  /** Ids count anew with each process. */
  processStarted(detail: string): void {
    this.#open.clear();
    this.mark('process-started', detail);
  }

  /** A line that was parsed. `variant`: of an update. */
  received(message: Message, line: string, variant: string | null = null): void {
    this.#message('agent', message, line, variant);
  }

  sent(message: Message, line: string): void {
    this.#message('app', message, line, null);
  }

  noise(line: string): void {
    this.#noiseLines++;
    this.#add('agent', 'noise', null, null, null, line);
  }

  stderr(line: string): void {
    this.#add('agent', 'stderr', null, null, null, line);
  }

  mark(word: ProtocolMark, detail: string | null = null): void {
    this.#add('app', 'mark', word, null, detail, '');
  }

  /** Says of the message that was received last that something is odd about it. */
  remark(remark: NonNullable<ProtocolEntry['remark']>): void {
    const last = this.#kept[this.#kept.length - 1];
    if (last !== undefined) last.remark = remark;
  }

  /** All noise lines so far, also those no longer kept. */
  get noiseLines(): number {
    return this.#noiseLines;
  }

  /** What is kept of the odd ones, oldest first. */
  get remarks(): readonly ProtocolRemark[] {
    return this.#live().flatMap((entry) => {
      const kind = entry.type === 'noise' ? 'noise' : entry.remark;
      if (kind === null) return [];
      const isUpdate = kind === 'nonconforming' && entry.detail !== null;
      const text = isUpdate ? `${entry.method} ${entry.detail}` : this.#hide(entry.body);
      return [{ kind, text: text.slice(0, MAX_REMARK) }];
    });
  }

  /** Of the oldest entry that is kept; one above the newest when there is none. */
  get firstSeq(): number {
    return this.#kept[this.#head]?.seq ?? this.#seq + 1;
  }

  /** Entries above `seq`, oldest first. */
  after(seq: number): readonly ProtocolEntry[] {
    return this.#live(seq).map((entry) => shown(entry, this.#hide));
  }

  /** Null when it is not kept, or has no body. */
  body(seq: number): { readonly text: string; readonly cut: boolean } | null {
    const [entry] = this.#live(seq - 1);
    return entry === undefined || entry.seq !== seq
      ? null
      : {
          text: entry.body === '' ? (entry.detail ?? '') : this.#hide(entry.body),
          cut: entry.cutFrom !== null,
        };
  }

  /** Entries above `after` whose line or method holds the text, in any case. */
  search(text: string, after: number): readonly number[] {
    const wanted = new RegExp(text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&'), 'i');
    return this.#live(after)
      .filter(({ body, method, detail }) => {
        if (wanted.test(this.#hide(body))) return true;
        return (method !== null && wanted.test(method)) || (detail !== null && wanted.test(detail));
      })
      .map(({ seq }) => seq);
  }

  /** Returns the disposer. The watcher must be cheap: it runs within the traffic. */
  watch(watcher: ProtocolWatcher): () => void {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  #message(from: ProtocolEntry['from'], message: Message, line: string, variant: string | null): void {
    const { method, id } = message;
    if (typeof method === 'string') {
      const type = id === undefined ? 'notification' : 'request';
      const entry = this.#add(from, type, method, idText(id), variant, line);
      if (type === 'request') this.#open.set(`${from} ${String(id)}`, entry);
      return;
    }
    // An agent may echo a number as text; the key is text either way.
    const key = `${from === 'agent' ? 'app' : 'agent'} ${String(id)}`;
    const asked = this.#open.get(key);
    this.#open.delete(key);
    const entry = this.#add(from, 'response', asked?.method ?? null, idText(id), null, line);
    entry.failed = message.error !== undefined && message.error !== null;
    if (asked === undefined) return;
    const ms = entry.since - asked.since;
    entry.ms = ms;
    asked.ms = ms;
    for (const watcher of this.#watchers) watcher({ seq: asked.seq, ms });
  }

  #add(
    from: ProtocolEntry['from'],
    type: ProtocolEntry['type'],
    method: string | null,
    id: string | null,
    detail: string | null,
    line: string,
  ): Kept {
    const isCut = line.length > MAX_LINE_UNITS;
    const body = line.length > COPIED_UNITS ? copyOf(line.slice(0, MAX_LINE_UNITS)) : line;
    this.#seq += 1;
    const entry: Kept = {
      seq: this.#seq,
      at: this.#now(),
      since: type === 'request' || type === 'response' ? performance.now() : 0,
      from,
      type,
      method,
      id,
      detail,
      body,
      cutFrom: isCut ? bytesOf(line) : null,
      ms: null,
      failed: false,
      remark: null,
    };
    this.#kept.push(entry);
    this.#units += body.length;
    this.#share.add(body.length + ENTRY_UNITS);
    while (this.#units > MAX_UNITS || this.#kept.length - this.#head > MAX_PROTOCOL_ENTRIES)
      this.dropOldest();
    for (const watcher of this.#watchers) watcher(null);
    return entry;
  }

  dropOldest(): void {
    const oldest = this.#kept[this.#head];
    if (oldest === undefined) return;
    this.#units -= oldest.body.length;
    this.#share.add(-oldest.body.length - ENTRY_UNITS);
    // It may still wait for its answer.
    oldest.body = '';
    this.#head += 1;
    if (this.#head < 1024 || this.#head * 2 < this.#kept.length) return;
    this.#kept = this.#kept.slice(this.#head);
    this.#head = 0;
  }

  /** Those above `seq`: numbers have no gaps, so the place is known. */
  #live(seq = 0): Kept[] {
    const first = this.#kept[this.#head]?.seq ?? 0;
    return this.#kept.slice(this.#head + Math.max(0, seq + 1 - first));
  }
}

function idText(id: unknown): string | null {
  return typeof id === 'string' || typeof id === 'number' ? String(id).slice(0, 60) : null;
}

function copyOf(text: string): string {
  return new TextDecoder().decode(encoder.encode(text));
}

const encoder = new TextEncoder();

function bytesOf(text: string): number {
  return encoder.encode(text).length;
}

function shown(entry: Kept, hide: (text: string) => string): ProtocolEntry {
  const { seq, at, from, type, method, id, detail, body, cutFrom, ms, failed, remark } = entry;
  return {
    seq,
    at,
    from,
    type,
    method: method?.slice(0, MAX_DETAIL) ?? null,
    id,
    detail:
      detail?.slice(0, MAX_DETAIL) ??
      (type === 'noise' || type === 'stderr' ? hide(body).slice(0, MAX_DETAIL) : null),
    size: cutFrom ?? bytesOf(body),
    ms,
    failed,
    remark,
  };
}
