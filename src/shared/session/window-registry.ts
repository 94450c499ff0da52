/** The windows that watch sessions, so that what they ask for finds the one that asks. */
import type { Reach, WindowFeed } from './window-feed.ts';
import { type Target, openingBudget } from './window.ts';

export class WindowRegistry {
  readonly #feeds = new Map<string, WindowFeed>();

  /** Returns the disposer. */
  add(sessionId: string, windowId: string | undefined, feed: WindowFeed): () => void {
    if (windowId === undefined) return () => undefined;
    const key = keyOf(sessionId, windowId);
    this.#feeds.set(key, feed);
    return () => {
      // One that lagged was opened again before it was closed.
      if (this.#feeds.get(key) === feed) this.#feeds.delete(key);
    };
  }

  /** Null: no such window. */
  earlier(ask: {
    readonly sessionId: string;
    readonly windowId: string;
    readonly entries: number;
    readonly target: Target | null;
  }): Reach | null {
    const feed = this.#feeds.get(keyOf(ask.sessionId, ask.windowId));
    const bytes = Math.ceil((openingBudget.bytes * ask.entries) / openingBudget.entries);
    return feed?.earlier({ entries: ask.entries, bytes }, ask.target) ?? null;
  }
}

function keyOf(sessionId: string, windowId: string): string {
  return `${sessionId}/${windowId}`;
}
