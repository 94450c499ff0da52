/**
 * The serving side of one stream. It never holds more than its outbox allows, has at most one batch on the
 * way, and sends at most one batch a frame.
 */
import type { ServerFrame } from './frames.ts';
import type { StreamHandler } from './handler.ts';
import type { IpcClock } from './ipc-clock.ts';
import type { IpcError } from './method.ts';
import { createOutbox } from './outbox.ts';

/** One frame of a 60 Hz display. */
export const frameMs = 16;

export type SubscriptionOptions = {
  readonly id: number;
  readonly input: unknown;
  readonly handler: StreamHandler<unknown, unknown, string>;
  readonly merge: ((previous: unknown, next: unknown) => unknown) | null;
  readonly maxWaiting: number;
  readonly maxBytes: number;
  readonly clock: IpcClock;
  /** Throws when a frame cannot be cloned. */
  readonly post: (frame: ServerFrame) => void;
  /** What goes over the wire for an error that the handler ended the stream with. */
  readonly expected: (error: IpcError) => IpcError;
  /** Logs what was thrown and returns what goes over the wire for it. */
  readonly thrown: (error: unknown, signal: AbortSignal) => IpcError;
  readonly onOver: () => void;
};

export type Subscription = {
  /** False when that batch is not the one on the way. */
  acknowledge(batch: number): boolean;
  /** The reader is gone: stops without a word to it. */
  drop(): void;
};

export function startSubscription(options: SubscriptionOptions): Subscription {
  const { id, input, handler, clock, post, expected, onOver } = options;
  const outbox = createOutbox(options);
  const aborter = new AbortController();
  let ending: { readonly error: IpcError | null } | null = null;
  let over = false;
  let batches = 0;
  let onTheWay: number | null = null;
  let frameTaken = false;
  let flushPlanned = false;
  let dispose: (() => void) | null = null;

  function thrown(error: unknown): IpcError {
    return options.thrown(error, aborter.signal);
  }

  function release(): void {
    const disposer = dispose;
    dispose = null;
    try {
      disposer?.();
    } catch (error) {
      thrown(error);
    }
  }

  function stop(last: ServerFrame | null): void {
    if (over) return;
    over = true;
    outbox.take();
    if (last !== null) post(last);
    aborter.abort();
    release();
    onOver();
  }

  function sendBatch(): void {
    const batch = batches++;
    const events = outbox.take();
    try {
      post({ frame: 'batch', id, batch, events });
    } catch (error) {
      ending = { error: thrown(error) };
      return;
    }
    onTheWay = batch;
    frameTaken = true;
    clock.after(frameMs, () => {
      frameTaken = false;
      flush();
    });
  }

  function flush(): void {
    flushPlanned = false;
    if (over) return;
    if (outbox.waiting > 0 && onTheWay === null && !frameTaken) sendBatch();
    if (ending !== null && outbox.waiting === 0) stop({ frame: 'end', id, error: ending.error });
  }

  function planFlush(): void {
    if (flushPlanned) return;
    flushPlanned = true;
    clock.soon(flush);
  }

  function end(error: IpcError | null): void {
    if (over || ending !== null) return;
    ending = { error };
    planFlush();
  }

  function emit(event: unknown): void {
    if (over || ending !== null) return;
    try {
      if (outbox.push(event) === 'overflow') stop({ frame: 'lagged', id });
      else planFlush();
    } catch (error) {
      end(thrown(error));
    }
  }

  async function start(): Promise<void> {
    try {
      const context = {
        emit,
        end: (error: IpcError | null = null) => end(error === null ? null : expected(error)),
        signal: aborter.signal,
      };
      dispose = (await handler(input, context)) ?? null;
      if (over) release();
    } catch (error) {
      end(thrown(error));
    }
  }

  void start();
  return {
    acknowledge(batch) {
      if (onTheWay !== batch) return false;
      onTheWay = null;
      flush();
      return true;
    },
    drop: () => stop(null),
  };
}
