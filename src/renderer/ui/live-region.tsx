/**
 * The one polite status region of the window. It says that a turn finished, that a permission is
 * needed, that a session failed: never what streams.
 */
import { useSyncExternalStore } from 'react';

let message = '';
const listeners = new Set<() => void>();

/** Says it once to screen readers. The same words twice in a row are read twice. */
export function announce(words: string): void {
  // A trailing no-break space makes an identical text a change.
  message = words === message ? `${words}\u00a0` : words;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function LiveRegion() {
  const words = useSyncExternalStore(subscribe, () => message);
  return (
    <div role="status" aria-live="polite" aria-atomic className="sr-only">
      {words}
    </div>
  );
}
