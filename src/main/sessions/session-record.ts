/**
 * One session's events and the state they fold to: numbers them, keeps them in the log, tells the watchers.
 * The only writer of both. Nothing a watcher or the log does can keep an event from being folded.
 */
import type { SessionEvent, SessionEventBody } from '../../shared/session/event.ts';
import { joinBodies } from '../../shared/session/merge.ts';
import { reduceAll } from '../../shared/session/reduce.ts';
import { emptySessionState, type SessionState } from '../../shared/session/state.ts';
import type { EventLog } from './event-log.ts';

export type RecordWatcher = {
  /** In order, without gaps, right after they were folded. */
  onEvents(events: readonly SessionEvent[]): void;
  /** The session was closed: nothing follows. */
  onEnd(): void;
};

export type RecordPorts = {
  readonly log: EventLog;
  /** What the log holds already, folded; absent: nothing. */
  readonly restored?: SessionState;
  readonly now: () => number;
  /** Something unexpected that the session survives: logged, never thrown on. */
  readonly report: (error: unknown) => void;
};

/** A body, and how many events it stands for. */
type Collected = { body: SessionEventBody; count: number };

export class SessionRecord {
  readonly #ports: RecordPorts;
  readonly #watchers = new Set<RecordWatcher>();
  #state: SessionState;
  #collected: Collected[] = [];
  #ended = false;

  constructor(ports: RecordPorts) {
    this.#ports = ports;
    this.#state = ports.restored ?? emptySessionState;
  }

  /** Includes everything that was appended or collected so far. */
  get state(): SessionState {
    this.#flush();
    return this.#state;
  }

  /**
   * Folds at once and resolves when the events are saved, which is when their effects may happen; rejects
   * when they could not be. Nobody needs to handle that: it is reported here too.
   */
  append(bodies: readonly SessionEventBody[]): Promise<void> {
    this.#flush();
    return this.#commit(bodies.map((body) => ({ body, count: 1 })));
  }

  /**
   * For what agents stream: everything that comes in one run of code is folded as one batch after it. Chunks
   * that belong together are one event from here on, so that what follows costs by the batch, not the chunk.
   */
  collect(bodies: readonly SessionEventBody[]): void {
    if (this.#ended || bodies.length === 0) return;
    if (this.#collected.length === 0) queueMicrotask(() => this.#flush());
    for (const body of bodies) {
      const last = this.#collected[this.#collected.length - 1];
      const joined = last === undefined ? null : joinBodies(last.body, body);
      if (last === undefined || joined === null) this.#collected.push({ body, count: 1 });
      else {
        last.body = joined;
        last.count += 1;
      }
    }
  }

  /** The state and every event after it: no event falls in between. */
  watch(watcher: RecordWatcher): { readonly state: SessionState; readonly stop: () => void } {
    const { state } = this;
    if (this.#ended) queueMicrotask(() => watcher.onEnd());
    else this.#watchers.add(watcher);
    return { state, stop: () => void this.#watchers.delete(watcher) };
  }

  /** Nothing is taken any more; resolves when the log is closed. */
  async end(): Promise<void> {
    this.#flush();
    this.#ended = true;
    const watchers = [...this.#watchers];
    this.#watchers.clear();
    for (const watcher of watchers) this.#guarded(() => watcher.onEnd());
    await this.#ports.log.close().catch(this.#ports.report);
  }

  #flush(): void {
    if (this.#collected.length === 0) return;
    const collected = this.#collected;
    this.#collected = [];
    void this.#commit(collected);
  }

  #commit(collected: readonly Collected[]): Promise<void> {
    if (this.#ended || collected.length === 0) return Promise.resolve();
    const at = this.#ports.now();
    let { seq } = this.#state;
    const events = collected.map(({ body, count }): SessionEvent => {
      const first = { seq: seq + 1, at };
      seq += count;
      return count === 1 ? { ...body, seq, at } : { ...body, seq, at, first };
    });
    this.#state = reduceAll(this.#state, events);
    const saved = this.#save(events);
    saved.catch(this.#ports.report);
    for (const watcher of this.#watchers) this.#guarded(() => watcher.onEvents(events));
    return saved;
  }

  async #save(events: readonly SessionEvent[]): Promise<void> {
    await this.#ports.log.append(events);
  }

  #guarded(run: () => void): void {
    try {
      run();
    } catch (error) {
      this.#ports.report(error);
    }
  }
}
