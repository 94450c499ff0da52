import { useCallback, useEffect, useRef, useState } from 'react';
import type { IndexStatus } from '../../shared/session/search.ts';
import { useServices } from '../shell/services.tsx';
import { nothingFound, withPage, withSession, type Found } from './found.ts';

/** How long the person must pause before it is searched, in ms. */
const PAUSE_MS = 120;
const ALL_OF_A_SESSION = 100;

export type Search = {
  readonly found: Found;
  /** `idle`: nothing was asked. */
  readonly state: 'idle' | 'searching' | 'done' | 'failed' | 'off';
  readonly showNext: (cursor: string) => void;
  readonly showSession: (sessionId: string) => void;
  readonly again: () => void;
};

/** Searches as the text changes; what a search answers that is not the last one is dropped. */
export function useSearch(text: string): Search {
  const { client } = useServices();
  const [found, setFound] = useState<Found>(nothingFound);
  const [state, setState] = useState<Search['state']>('idle');
  const [round, setRound] = useState(0);
  const newest = useRef(0);

  useEffect(() => {
    newest.current += 1;
    const mine = newest.current;
    if (text === '') {
      setFound(nothingFound);
      setState('idle');
      return;
    }
    setState('searching');
    const timer = setTimeout(() => {
      void client.request('search.query', { text, unfinished: true }).then((answer) => {
        if (newest.current !== mine) return;
        if (answer.ok) setFound(answer.value);
        setState(answer.ok ? 'done' : answer.error.code === 'search-off' ? 'off' : 'failed');
      });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [client, text, round]);

  const more = useCallback(
    async (query: { readonly cursor?: string; readonly sessionId?: string }) => {
      const mine = newest.current;
      const limit = query.sessionId === undefined ? {} : { limit: ALL_OF_A_SESSION };
      const answer = await client.request('search.query', { text, unfinished: true, ...query, ...limit });
      if (newest.current !== mine) return;
      if (!answer.ok) {
        setState(answer.error.code === 'search-off' ? 'off' : 'failed');
        return;
      }
      const { sessionId } = query;
      setFound((before) =>
        sessionId === undefined
          ? withPage(before, answer.value)
          : withSession(before, sessionId, answer.value),
      );
    },
    [client, text],
  );
  return {
    found,
    state,
    showNext: useCallback((cursor) => void more({ cursor }), [more]),
    showSession: useCallback((sessionId) => void more({ sessionId }), [more]),
    again: useCallback(() => setRound((before) => before + 1), []),
  };
}

export function useIndexStatus(): IndexStatus | null {
  const { client } = useServices();
  const [status, setStatus] = useState<IndexStatus | null>(null);
  useEffect(
    () =>
      client.subscribe('search.status', {}, { onBatch: (statuses) => setStatus(statuses.at(-1) ?? null) }),
    [client],
  );
  return status;
}
