/** The index as the app has it: messages to its thread, which may end and is then started anew, up to a cap. */
import type { IndexRenewal, IndexStatus, SearchPage, SearchQuery } from '../../../shared/session/search.ts';
import { type SessionClock, systemSessionClock } from '../../sessions/session-clock.ts';
import type { JournalListing } from '../inspect-journal.ts';
import { docsOfTitle, docsOfTurn } from './docs-of-turn.ts';
import type { FromIndex, IndexAnswers, IndexNote, IndexQuestion } from './index-messages.ts';
import type { IndexPort, StartIndexPort } from './index-port.ts';
import { PendingAsks } from './pending-asks.ts';
import {
  type IndexChanges,
  type LiveSession,
  type SessionIndex,
  type SettledTurns,
  IndexUnavailableError,
} from './session-index.ts';
import type { RepairReport, VerifyProgress, VerifyReport } from '../../../shared/session/verify.ts';

/** How long nothing may be heard of a question, in ms: of quick ones, and of those that go over the whole disk. */
const QUICK_MS = 15_000;
const LONG_MS = 5 * 60_000;
const CLOSE_MS = 3000;
/** Changes of live sessions gather so long, in ms. */
const PUT_DELAY_MS = 200;
/** So many ends within so long, in ms, and it stays off. */
const MOST_ENDS = 3;
const ENDS_WITHIN_MS = 10 * 60_000;

export type IndexClientPorts = {
  readonly start: StartIndexPort;
  readonly clock?: SessionClock;
};

export function createSessionIndex(ports: IndexClientPorts): SessionIndex {
  return new IndexClient(ports);
}

class IndexClient implements SessionIndex {
  readonly #start: StartIndexPort;
  readonly #clock: SessionClock;
  readonly #asks: PendingAsks;
  readonly #watchers = new Set<(status: IndexStatus) => void>();
  /** As each was last told, for a thread that starts anew. */
  readonly #live = new Map<string, LiveSession>();
  readonly #unsent = new Set<string>();
  #port: IndexPort | null = null;
  #status: IndexStatus = { state: 'opening' };
  #renewal: IndexRenewal | null = null;
  #ends: number[] = [];
  #wasRefreshed = false;
  #stopPutTimer: (() => void) | null = null;
  #closed: Promise<void> | null = null;

  constructor({ start, clock = systemSessionClock }: IndexClientPorts) {
    this.#start = start;
    this.#clock = clock;
    this.#asks = new PendingAsks(clock, () => this.#restartSilent());
    this.#startThread();
  }

  get status(): IndexStatus {
    return this.#status;
  }
  get renewal(): IndexRenewal | null {
    return this.#renewal;
  }

  watchStatus(listener: (status: IndexStatus) => void): () => void {
    this.#watchers.add(listener);
    listener(this.#status);
    return () => void this.#watchers.delete(listener);
  }

  async list(): Promise<readonly JournalListing[]> {
    const listed: JournalListing[] = [];
    await this.#ask({ ask: 'list' }, QUICK_MS, (json) => {
      for (const listing of JSON.parse(json as string) as JournalListing[]) listed.push(listing);
    });
    return listed;
  }

  refresh(onChanges: (changes: IndexChanges) => void = () => undefined): Promise<number> {
    this.#wasRefreshed = true;
    return this.#ask({ ask: 'refresh' }, LONG_MS, (part) => onChanges(part as IndexChanges));
  }

  put(session: LiveSession): void {
    this.#live.set(session.facts.id, session);
    this.#unsent.add(session.facts.id);
    this.#stopPutTimer ??= this.#clock.after(PUT_DELAY_MS, () => this.#sendPuts());
  }

  indexTurns(sessionId: string, settled: SettledTurns): void {
    const { turns, title, subagents = [], from, through } = settled;
    const createdAt = this.#live.get(sessionId)?.facts.createdAt ?? 0;
    this.#note({
      note: 'turns',
      sessionId,
      settled: {
        turns: [
          docsOfTitle(title, createdAt),
          ...turns.map((turn) => docsOfTurn(turn)),
          ...subagents.map(({ turn, shownIn }) => docsOfTurn(turn, shownIn)),
        ],
        from,
        through,
      },
    });
  }

  release(sessionId: string): void {
    this.#note({ note: 'release', sessionId });
    this.#live.delete(sessionId);
  }

  remove(sessionId: string): void {
    this.#live.delete(sessionId);
    this.#unsent.delete(sessionId);
    this.#note({ note: 'remove', sessionId });
  }

  search(query: SearchQuery, signal?: AbortSignal): Promise<SearchPage> {
    return this.#ask({ ask: 'search', query }, QUICK_MS, undefined, signal);
  }

  verify(onProgress: (progress: VerifyProgress) => void, signal?: AbortSignal): Promise<VerifyReport> {
    return this.#ask({ ask: 'verify' }, LONG_MS, (part) => onProgress(part as VerifyProgress), signal);
  }

  async repair(): Promise<RepairReport> {
    if (this.#status.state === 'off' && this.#closed === null) {
      this.#ends = [];
      await this.#port?.stop();
      this.#startThread();
    }
    return this.#ask({ ask: 'repair' }, LONG_MS);
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    this.#sendPuts();
    const port = this.#port;
    if (port !== null) {
      const { id, answer } = this.#asks.add(CLOSE_MS, () => undefined);
      port.post({ ask: 'close', id });
      await answer.catch(() => undefined);
    }
    this.#port = null;
    this.#asks.failAll(new IndexUnavailableError('closed'));
    await port?.stop();
    this.#watchers.clear();
  }

  async #ask<Name extends IndexQuestion['ask']>(
    question: IndexQuestion & { readonly ask: Name },
    silenceMs: number,
    onPart: (part: unknown) => void = () => undefined,
    signal?: AbortSignal,
  ): Promise<IndexAnswers[Name]> {
    if (this.#closed !== null) throw new IndexUnavailableError('closed');
    if (this.#port === null || this.#status.state === 'off') throw new IndexUnavailableError('off');
    if (signal?.aborted === true) throw new IndexUnavailableError('aborted');
    // What was put before is in the answer.
    this.#sendPuts();
    const { id, answer } = this.#asks.add(silenceMs, onPart);
    const onAbort = () => {
      this.#port?.post({ note: 'cancel', id });
      this.#asks.fail(id, new IndexUnavailableError('aborted'));
    };
    signal?.addEventListener('abort', onAbort);
    this.#port.post({ ...question, id });
    try {
      return (await answer) as IndexAnswers[Name];
    } finally {
      signal?.removeEventListener('abort', onAbort);
    }
  }

  #note(note: IndexNote): void {
    if (this.#closed !== null) return;
    this.#sendPuts();
    this.#port?.post(note);
  }

  #sendPuts(): void {
    this.#stopPutTimer?.();
    this.#stopPutTimer = null;
    if (this.#unsent.size === 0 || this.#port === null) return;
    const sessions = [...this.#unsent].flatMap((id) => this.#live.get(id) ?? []);
    this.#unsent.clear();
    this.#port.post({ note: 'put', sessions });
  }

  #startThread(): void {
    this.#become({ state: 'opening' });
    try {
      this.#port = this.#start({
        onMessage: (message) => this.#take(message),
        onExit: (why) => this.#ended(why),
      });
    } catch (error) {
      this.#ended(error instanceof Error ? error.message : String(error));
    }
  }

  #take(message: FromIndex): void {
    switch (message.type) {
      case 'status':
        this.#renewal = message.renewal ?? this.#renewal;
        this.#become(message.status);
        if (message.status.state === 'off') this.#asks.failAll(new IndexUnavailableError('off'));
        return;
      case 'part':
        return this.#asks.part(message.id, message.part);
      case 'answer':
        return this.#asks.answer(message.id, message.value);
      case 'failed':
        return this.#asks.fail(message.id, new IndexUnavailableError('failed', message.message));
    }
  }

  /** What it was asked is lost; what live sessions are is told to the next one. */
  #ended(why: string): void {
    this.#port = null;
    this.#asks.failAll(new IndexUnavailableError('failed', why));
    if (this.#closed !== null) return;
    const now = this.#clock.now();
    this.#ends = [...this.#ends.filter((at) => now - at < ENDS_WITHIN_MS), now];
    if (this.#ends.length > MOST_ENDS) {
      this.#become({ state: 'off', why: 'keeps-failing', detail: why });
      return;
    }
    this.#startThread();
    for (const id of this.#live.keys()) this.#unsent.add(id);
    this.#sendPuts();
    if (this.#wasRefreshed) void this.refresh().catch(() => undefined);
  }

  #restartSilent(): void {
    const silent = this.#port;
    if (silent === null || this.#closed !== null) return;
    void silent.stop();
    this.#ended('it did not answer');
  }

  #become(status: IndexStatus): void {
    this.#status = status;
    for (const watcher of this.#watchers) watcher(status);
  }
}
