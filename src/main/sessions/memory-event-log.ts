/** A log that lasts as long as the app runs. Adjacent chunks are joined, so that it does not hold each twice. */
import type { SessionEvent } from '../../shared/session/event.ts';
import { mergeEvents } from '../../shared/session/merge.ts';
import type { EventLog } from './event-log.ts';

export function createMemoryEventLog(): EventLog {
  const kept: SessionEvent[] = [];
  return {
    append(events) {
      for (const event of events) {
        const last = kept[kept.length - 1];
        const joined = last === undefined ? null : mergeEvents(last, event);
        if (joined === null) kept.push(event);
        else kept[kept.length - 1] = joined;
      }
      return Promise.resolve();
    },
    async *read() {
      yield [...kept];
    },
    close: () => Promise.resolve(),
  };
}
