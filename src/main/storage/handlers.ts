/** `storage.*` of the IPC contract. */
import type { storageContract } from '../../shared/ipc/contract/storage.ts';
import type { Handlers } from '../../shared/ipc/handler.ts';
import { GOOD_AFTER_MS, type StartCounter } from './start-counter.ts';
import type { StorageWatch } from './storage-watch.ts';

export function storageHandlers(watch: StorageWatch, starts: StartCounter): Handlers<typeof storageContract> {
  return {
    'storage.watch': (_input, { emit }) => {
      emit(watch.state);
      // A page that asks has come up.
      const timer = setTimeout(() => void starts.good(), GOOD_AFTER_MS);
      timer.unref();
      const stop = watch.subscribe(emit);
      return () => {
        clearTimeout(timer);
        stop();
      };
    },
  };
}
