import { messageSize } from './message-size.ts';

export type OutboxOptions = {
  readonly merge: ((previous: unknown, next: unknown) => unknown) | null;
  /** Most events that may wait. */
  readonly maxWaiting: number;
  /** Most bytes pushed since the last `take`, by `messageSize`: merged events count with all they were made of. */
  readonly maxBytes: number;
};

/** The events of one stream that wait for its reader: bounded, with neighbours merged where that loses nothing. */
export type Outbox = {
  /** `overflow`: a bound was passed; the event was not kept and the reader must start anew. */
  push(event: unknown): 'kept' | 'overflow';
  /** Everything that waits, in order; the outbox is empty afterwards. */
  take(): readonly unknown[];
  readonly waiting: number;
};

export function createOutbox({ merge, maxWaiting, maxBytes }: OutboxOptions): Outbox {
  let events: unknown[] = [];
  let bytes = 0;

  return {
    push(event) {
      const size = messageSize(event, maxBytes);
      // A single event of any size may pass when nothing waits: a full state has no smaller form.
      if (events.length > 0 && bytes + size > maxBytes) return 'overflow';
      const merged = merge !== null && events.length > 0 ? merge(events.at(-1), event) : null;
      if (merged !== null) {
        events[events.length - 1] = merged;
      } else if (events.length >= maxWaiting) {
        return 'overflow';
      } else {
        events.push(event);
      }
      bytes += size;
      return 'kept';
    },
    take() {
      const taken = events;
      events = [];
      bytes = 0;
      return taken;
    },
    get waiting() {
      return events.length;
    },
  };
}
