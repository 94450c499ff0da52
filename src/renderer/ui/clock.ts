/**
 * One stepped timer a rate for everything on the page that shows a passing time. It stands still while the
 * page is hidden, and nothing renders between its steps.
 */
import { useSyncExternalStore } from 'react';

type Ticker = {
  readonly listeners: Set<() => void>;
  timer: ReturnType<typeof setInterval> | null;
  now: number;
};

const tickers = new Map<number, Ticker>();

function tickerFor(step: number): Ticker {
  const existing = tickers.get(step);
  if (existing !== undefined) return existing;
  const ticker: Ticker = { listeners: new Set(), timer: null, now: Date.now() };
  tickers.set(step, ticker);
  return ticker;
}

function subscribeTo(step: number): (listener: () => void) => () => void {
  return (listener) => {
    const ticker = tickerFor(step);
    ticker.listeners.add(listener);
    ticker.timer ??= setInterval(() => {
      if (document.hidden) return;
      ticker.now = Date.now();
      for (const each of ticker.listeners) each();
    }, step);
    return () => {
      ticker.listeners.delete(listener);
      if (ticker.listeners.size > 0 || ticker.timer === null) return;
      clearInterval(ticker.timer);
      ticker.timer = null;
      tickers.delete(step);
    };
  };
}

const subscriptions = {
  1000: subscribeTo(1000),
  5000: subscribeTo(5000),
  30_000: subscribeTo(30_000),
} as const;

/** The time, ms since the epoch, renewed every `step` ms. */
export function useNow(step: keyof typeof subscriptions): number {
  return useSyncExternalStore(subscriptions[step], () => tickerFor(step).now);
}
