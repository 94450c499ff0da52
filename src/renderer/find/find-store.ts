/** The search within one transcript: at most one is open in the window. */
import { createStore } from 'zustand';
import type { Client } from '../../shared/ipc/client.ts';
import type { FindHit } from '../../shared/session/find.ts';
import { showPlace } from '../sessions/place-to-show.ts';

export type Find = {
  readonly sessionId: string | null;
  readonly text: string;
  readonly caseSensitive: boolean;
  /** Oldest first; null: not looked yet. */
  readonly hits: readonly FindHit[] | null;
  /** There are further ones before the first. */
  readonly more: boolean;
  /** Which hit is shown; -1 without any. */
  readonly at: number;
};

const shut: Find = { sessionId: null, text: '', caseSensitive: false, hits: null, more: false, at: -1 };

export const find = createStore<Find>(() => shut);

/** Where the focus goes when the bar is closed. */
let opener: Element | null = null;
let asked: AbortController | null = null;

export function openFind(sessionId: string): void {
  if (find.getState().sessionId === null) opener = document.activeElement;
  if (find.getState().sessionId !== sessionId) find.setState({ ...shut, sessionId });
  requestAnimationFrame(() => {
    const input = document.querySelector<HTMLInputElement>('[data-find] input');
    input?.focus();
    input?.select();
  });
}

export function closeFind(): void {
  asked?.abort();
  find.setState(shut);
  const back = opener;
  opener = null;
  requestAnimationFrame(() => {
    if (back instanceof HTMLElement && back.isConnected) back.focus();
  });
}

/** Looks through the whole transcript and goes to the newest place. */
export async function search(client: Client, text: string, caseSensitive: boolean): Promise<void> {
  const { sessionId } = find.getState();
  asked?.abort();
  find.setState({ text, caseSensitive, hits: null, more: false, at: -1 });
  if (sessionId === null || text === '') return;
  const mine = new AbortController();
  asked = mine;
  const answer = await client.request(
    'session.find',
    { sessionId, text, caseSensitive },
    { signal: mine.signal },
  );
  if (asked !== mine || !answer.ok) return;
  const { hits, more } = answer.value;
  find.setState({ hits, more });
  go(hits.length - 1);
}

/** To the next hit or the one before, around the ends. */
export function step(by: 1 | -1): void {
  const { hits, at } = find.getState();
  if (hits !== null && hits.length > 0) go((at + by + hits.length) % hits.length);
}

function go(at: number): void {
  const { sessionId, hits, text, caseSensitive } = find.getState();
  const hit = hits?.[at];
  find.setState({ at: hit === undefined ? -1 : at });
  if (sessionId === null || hit === undefined) return;
  const { turnId, entryId, n } = hit;
  showPlace({ sessionId, turnId, entryId, match: { text, caseSensitive, n } });
}
