/**
 * Colours for code, from a worker that starts with the first code shown and ends when none came for a
 * while. Results are kept by content, so that scrolling back costs nothing.
 */
import type { Language } from './languages.ts';
import type { ToneLine } from './tone.ts';

export type HighlightRequest = { readonly id: number; readonly code: string; readonly language: Language };
export type HighlightReply = { readonly id: number; readonly lines: readonly ToneLine[] | null };

/** UTF-16 units; longer code stays plain. */
export const longestHighlighted = 50 * 1024;
/** Code kept with its colours, in UTF-16 units over all. */
const cacheLimit = 2 * 1024 * 1024;
const idleMs = 60_000;

type Result = readonly ToneLine[] | null;
type Cached = { result: Result | undefined; readonly waiting: Set<(result: Result) => void> };

const cache = new Map<string, Cached>();
let cachedUnits = 0;
let worker: Worker | null = null;
let idleTimer: ReturnType<typeof setTimeout> | undefined;
let lastId = 0;
const open = new Map<number, string>();

/** What is known already: lines, null for code that stays plain, undefined when it has to be asked for. */
export function highlighted(code: string, language: Language): Result | undefined {
  if (code.length > longestHighlighted) return null;
  return cache.get(keyOf(code, language))?.result;
}

/** Calls back once, later. Returns the disposer. */
export function requestHighlight(
  code: string,
  language: Language,
  done: (result: Result) => void,
): () => void {
  const key = keyOf(code, language);
  const known = cache.get(key);
  if (known !== undefined && known.result === undefined) {
    known.waiting.add(done);
    return () => known.waiting.delete(done);
  }
  const cached: Cached = { result: undefined, waiting: new Set([done]) };
  cache.set(key, cached);
  cachedUnits += key.length;
  forgetOldest();
  lastId += 1;
  open.set(lastId, key);
  startWorker().postMessage({ id: lastId, code, language } satisfies HighlightRequest);
  return () => cached.waiting.delete(done);
}

function startWorker(): Worker {
  clearTimeout(idleTimer);
  if (worker !== null) return worker;
  worker = new Worker(new URL('./highlight.worker.ts', import.meta.url), {
    type: 'module',
    name: 'highlight',
  });
  worker.addEventListener('message', (event: MessageEvent<HighlightReply>) => settle(event.data));
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    for (const id of [...open.keys()]) settle({ id, lines: null });
    stopWorker();
  });
  return worker;
}

function stopWorker(): void {
  worker?.terminate();
  worker = null;
}

function settle({ id, lines }: HighlightReply): void {
  const key = open.get(id);
  open.delete(id);
  if (open.size === 0) idleTimer = setTimeout(stopWorker, idleMs);
  const cached = key === undefined ? undefined : cache.get(key);
  if (cached === undefined) return;
  cached.result = lines;
  for (const done of [...cached.waiting]) done(lines);
  cached.waiting.clear();
}

function forgetOldest(): void {
  for (const [key, cached] of cache) {
    if (cachedUnits <= cacheLimit) return;
    if (cached.result === undefined) continue;
    cache.delete(key);
    cachedUnits -= key.length;
  }
}

function keyOf(code: string, language: Language): string {
  return `${language}\n${code}`;
}
