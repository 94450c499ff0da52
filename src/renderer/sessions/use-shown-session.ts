import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useServices } from '../shell/services.tsx';
import type { ShownSession } from './session-store.ts';

/** The store of a session for as long as the component shows it; null for the first moment. */
export function useShownSession(id: string): ShownSession | null {
  const { shown } = useServices();
  useEffect(() => shown.show(id), [shown, id]);
  return useStore(shown.store, (sessions) => sessions.get(id) ?? null);
}
