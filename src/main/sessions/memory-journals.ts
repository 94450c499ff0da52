/** Records that last as long as the app runs. */
import { err, ok } from '../../shared/result.ts';
import type { EventLog } from './event-log.ts';
import { createMemoryEventLog } from './memory-event-log.ts';
import type { SessionJournals } from './session-journals.ts';

export function createMemoryJournals(): SessionJournals {
  const logs = new Map<string, EventLog>();
  const missing = err({ code: 'not-found' as const, message: 'nothing is kept' });
  return {
    list: () => Promise.resolve([]),
    inspect: () => Promise.resolve(null),
    openLog({ id }) {
      const log = logs.get(id) ?? createMemoryEventLog();
      logs.set(id, log);
      return log;
    },
    lockOf: () => Promise.resolve('none'),
    trash(id) {
      logs.delete(id);
      return Promise.resolve(ok({ name: id, id, trashedAt: 0 }));
    },
    restore: () => Promise.resolve(missing),
    trashed: () => Promise.resolve([]),
    inspectTrashed: () => Promise.resolve(null),
    deleteTrashed: () => Promise.resolve(missing),
  };
}
