import { useEffect, useState } from 'react';
import { type Past, pastOf } from '../../shared/session/past.ts';
import { isWhole } from '../../shared/session/window.ts';
import { useServices } from '../shell/services.tsx';
import { useOpenSession } from './session-context.tsx';

/** Of the session as it is now, also where only its newest turns are loaded; null until it is known. */
export function usePast(): Past | null {
  const { id, store } = useOpenSession();
  const { client } = useServices();
  const [past, setPast] = useState<Past | null>(() => {
    const { state } = store.getState();
    return isWhole(state) ? pastOf(state) : null;
  });
  useEffect(() => {
    if (past !== null) return undefined;
    let over = false;
    void client.request('session.past', { sessionId: id }).then((answer) => {
      if (!over && answer.ok) setPast(answer.value);
    });
    return () => {
      over = true;
    };
  }, [past, client, id]);
  return past;
}
