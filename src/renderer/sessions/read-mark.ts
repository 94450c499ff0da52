import { useEffect } from 'react';
import { acknowledge, markRead } from '../shell/actions.ts';
import { useServices, useSessionList } from '../shell/services.tsx';

/** What the person looks at is read: the selected session, while the window has the focus. */
export function useReadMark(id: string): void {
  const services = useServices();
  const status = useSessionList((list) => list.byId.get(id)?.status);
  const unread = useSessionList((list) => list.byId.get(id)?.unread === true);
  useEffect(() => {
    if (!unread && status !== 'failed') return;
    const mark = () => {
      if (!document.hasFocus()) return;
      acknowledge(services, id);
      if (unread) void markRead(services, id);
    };
    mark();
    window.addEventListener('focus', mark);
    return () => window.removeEventListener('focus', mark);
  }, [services, id, unread, status]);
}
