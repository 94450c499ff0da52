import { useEffect, useState } from 'react';
import { useServices } from '../shell/services.tsx';
import { emptyProtocolView, withFrames, type ProtocolView } from './protocol-view.ts';

/** The protocol log of a session for as long as it is looked at. */
export function useProtocol(sessionId: string): ProtocolView {
  const { client } = useServices();
  const [view, setView] = useState(emptyProtocolView);
  useEffect(
    () =>
      client.subscribe(
        'protocol.watch',
        { sessionId },
        {
          onBatch: (frames) => setView((before) => withFrames(before, frames)),
          onEnd: () => setView((before) => ({ ...before, state: 'ended' })),
        },
      ),
    [client, sessionId],
  );
  return view;
}

/** How long typing has to pause before it is looked for, in ms. */
const PAUSE_MS = 200;

/** The entries whose line holds `text`; null while nothing is looked for. Follows as more come. */
export function useMatches(sessionId: string, text: string, newest: number): ReadonlySet<number> | null {
  const { client } = useServices();
  const [found, setFound] = useState<{ text: string; upTo: number; seqs: ReadonlySet<number> } | null>(null);
  useEffect(() => {
    if (text === '') return;
    const before = found?.text === text ? found : null;
    if (before !== null && before.upTo >= newest) return;
    let current = true;
    const look = async () => {
      const after = before?.upTo ?? 0;
      const answer = await client.request('protocol.search', { sessionId, text, after });
      if (!current || !answer.ok) return;
      setFound({ text, upTo: newest, seqs: new Set([...(before?.seqs ?? []), ...answer.value.seqs]) });
    };
    const timer = setTimeout(() => void look(), PAUSE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [client, sessionId, text, newest, found]);
  if (text === '') return null;
  return found?.text === text ? found.seqs : new Set();
}
