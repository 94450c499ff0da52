import { useCallback, useRef, useSyncExternalStore } from 'react';
import type { StoreApi } from 'zustand';

/**
 * The state of a store, read at most once per animation frame however often it is written. A page that is
 * not shown reads nothing and catches up when it is.
 */
export function useFrameSnapshot<State>(store: StoreApi<State>): State {
  const seen = useRef(store.getState());
  const subscribe = useCallback(
    (notify: () => void) => {
      let frame = 0;
      const read = () => {
        frame = 0;
        seen.current = store.getState();
        notify();
      };
      const unsubscribe = store.subscribe(() => {
        if (frame === 0) frame = requestAnimationFrame(read);
      });
      seen.current = store.getState();
      return () => {
        unsubscribe();
        cancelAnimationFrame(frame);
      };
    },
    [store],
  );
  return useSyncExternalStore(
    subscribe,
    () => seen.current,
    () => seen.current,
  );
}
