/** Tells every window how the sessions stand: all of them at first, the newest before the others, then what changes. */
import type { SessionsFrame } from '../../shared/ipc/contract/sessions.ts';
import type { SessionSummary } from '../../shared/session/select.ts';
import type { SessionClock } from './session-clock.ts';

/** How long changes gather before the windows hear of them, in ms. */
export const SUMMARY_DELAY_MS = 50;
/** So many summaries go out at once. */
export const FRAME_SUMMARIES = 500;

export type PublisherPorts = {
  readonly clock: SessionClock;
  /** Null when there is no such session. */
  readonly summaryOf: (sessionId: string) => SessionSummary | null;
};

export class ListPublisher {
  readonly #ports: PublisherPorts;
  readonly #watchers = new Set<(frame: SessionsFrame) => void>();
  readonly #changed = new Set<string>();
  #waits = false;

  constructor(ports: PublisherPorts) {
    this.#ports = ports;
  }

  /** The listener gets the newest of `all` before this returns, the others a little later. Returns the disposer. */
  watch(all: readonly SessionSummary[], listener: (frame: SessionsFrame) => void): () => void {
    const newest = [...all].sort((a, b) => b.changedAt - a.changedAt);
    const rest = newest.slice(FRAME_SUMMARIES).map(({ id }) => id);
    this.#watchers.add(listener);
    listener({ type: 'all', summaries: newest.slice(0, FRAME_SUMMARIES) });
    const tellMore = (from: number) => {
      if (!this.#watchers.has(listener) || from >= rest.length) return;
      // As they are by now: what changed meanwhile was told already.
      const summaries = this.#summariesOf(rest.slice(from, from + FRAME_SUMMARIES));
      listener({ type: 'changed', summaries, removed: [] });
      setImmediate(tellMore, from + FRAME_SUMMARIES);
    };
    if (rest.length > 0) setImmediate(tellMore, 0);
    return () => void this.#watchers.delete(listener);
  }

  changed(sessionId: string): void {
    this.#changed.add(sessionId);
    if (this.#waits) return;
    this.#waits = true;
    this.#ports.clock.after(SUMMARY_DELAY_MS, () => this.#publish());
  }

  removed(sessionId: string): void {
    this.#changed.delete(sessionId);
    this.#tell({ type: 'changed', summaries: [], removed: [sessionId] });
  }

  #publish(): void {
    this.#waits = false;
    const ids = [...this.#changed];
    this.#changed.clear();
    for (let from = 0; from < ids.length; from += FRAME_SUMMARIES) {
      const summaries = this.#summariesOf(ids.slice(from, from + FRAME_SUMMARIES));
      if (summaries.length > 0) this.#tell({ type: 'changed', summaries, removed: [] });
    }
  }

  #summariesOf(ids: readonly string[]): readonly SessionSummary[] {
    return ids.flatMap((id) => this.#ports.summaryOf(id) ?? []);
  }

  #tell(frame: SessionsFrame): void {
    for (const watcher of this.#watchers) watcher(frame);
  }
}
