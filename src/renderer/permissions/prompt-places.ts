/**
 * Where the prompts of the page are: which request is in view, and how to bring one into view and give it
 * the focus. The transcript registers how it scrolls; prompts register themselves.
 */
import { createStore } from 'zustand';

export type PromptPlace = {
  readonly sessionId: string;
  readonly requestId: string;
  /** ms since the epoch. */
  readonly askedAt: number;
  readonly topmost: boolean;
  /** Moves focus into it. The person asked for it by command or press. */
  readonly focus: () => void;
};

const places = new Map<string, PromptPlace>();
const scrollers = new Map<string, (requestId: string) => void>();

/** Requests whose prompt is in view; absent while its card is not rendered. */
export const promptsInView = createStore<ReadonlySet<string>>(() => new Set());

/** Returns the disposer. */
export function registerPrompt(place: PromptPlace): () => void {
  places.set(place.requestId, place);
  return () => {
    if (places.get(place.requestId) === place) places.delete(place.requestId);
  };
}

export function setPromptInView(requestId: string, inView: boolean): void {
  const before = promptsInView.getState();
  if (before.has(requestId) === inView) return;
  const next = new Set(before);
  if (inView) next.add(requestId);
  else next.delete(requestId);
  promptsInView.setState(next, true);
}

/**
 * Called by the transcript of a session: `scroll` brings the card of a request into view, rendering it if
 * need be. Returns the disposer.
 */
export function registerPromptScroller(sessionId: string, scroll: (requestId: string) => void): () => void {
  scrollers.set(sessionId, scroll);
  return () => {
    if (scrollers.get(sessionId) === scroll) scrollers.delete(sessionId);
  };
}

/** Brings one request into view and focuses it; its card may need some frames to be rendered. */
export function showPrompt(sessionId: string, requestId: string): void {
  const until = performance.now() + 1000;
  scrollers.get(sessionId)?.(requestId);
  const look = () => {
    const place = places.get(requestId);
    if (place !== undefined) place.focus();
    else if (performance.now() < until) requestAnimationFrame(look);
  };
  look();
}

/**
 * The command "focus the waiting prompt": the first request of `sessionId`, else the oldest one on the
 * page. Says whether there is one.
 */
export function focusPermissionPrompt(sessionId: string | null): boolean {
  const waiting = [...places.values()].filter((place) => place.topmost).sort((a, b) => a.askedAt - b.askedAt);
  const place = waiting.find((each) => each.sessionId === sessionId) ?? waiting[0];
  if (place === undefined) return false;
  showPrompt(place.sessionId, place.requestId);
  return true;
}
