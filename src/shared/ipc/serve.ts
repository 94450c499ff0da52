/**
 * Serves a contract over one port. Nothing that comes over the port can make it throw, hang or grow without
 * bound: frames and inputs are parsed, requests and subscriptions are counted, streams are bounded.
 */
import type { Result } from '../result.ts';
import { createAdmission } from './admission.ts';
import type { CallFrame, RequestCall, StreamCall } from './admission.ts';
import { createErrorBoundary } from './error-boundary.ts';
import { clientFrame } from './frames.ts';
import type { ClientFrame, ServerFrame } from './frames.ts';
import type { Handlers } from './handler.ts';
import { systemClock } from './ipc-clock.ts';
import type { IpcClock } from './ipc-clock.ts';
import type { AnyContract, IpcError } from './method.ts';
import type { Port } from './port.ts';
import { createRateLimit } from './rate-limit.ts';
import { startSubscription } from './subscription.ts';
import type { Subscription } from './subscription.ts';

export type ServeLimits = {
  /** Requests that may be unanswered at once. */
  readonly maxRequests: number;
  readonly maxSubscriptions: number;
  /** Largest input of a call, by `messageSize`. */
  readonly maxInputBytes: number;
  /** Most that may wait for a slow reader of one stream, by `messageSize`. */
  readonly maxWaitingBytes: number;
  /** Calls that may come at once, refilled with `perSecond`. */
  readonly burst: number;
  readonly perSecond: number;
};

export const defaultLimits: ServeLimits = {
  maxRequests: 256,
  maxSubscriptions: 256,
  maxInputBytes: 64 * 1024 * 1024,
  maxWaitingBytes: 64 * 1024 * 1024,
  burst: 2000,
  perSecond: 500,
};

export type ServeOptions<C extends AnyContract> = {
  readonly contract: C;
  readonly handlers: Handlers<C>;
  readonly port: Port;
  /** Logs what a handler threw and returns the id of the log entry: only the id crosses the port. */
  readonly onUnexpected: (error: unknown, method: string) => string;
  readonly limits?: Partial<ServeLimits>;
  readonly clock?: IpcClock;
};

export type Served = {
  /** Aborts what runs, ends all streams, tells the other side and closes the port. */
  close(): void;
  /** How many frames made no sense and were ignored. */
  ignoredFrames(): number;
};

export function serve<C extends AnyContract>(options: ServeOptions<C>): Served {
  const { contract, handlers, port, clock = systemClock } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const boundary = createErrorBoundary(options.onUnexpected);
  const rate = createRateLimit({ burst: limits.burst, perSecond: limits.perSecond, now: clock.now });
  const admit = createAdmission({ contract, handlers, rate, maxInputBytes: limits.maxInputBytes });
  const requests = new Map<number, AbortController>();
  const subscriptions = new Map<number, Subscription>();
  let lastId = -1;
  let ignored = 0;
  let closed = false;

  function post(frame: ServerFrame): void {
    if (!closed) port.post(frame);
  }

  function refuse({ frame, id }: CallFrame, error: IpcError): void {
    if (frame === 'request') post({ frame: 'answer', id, ok: false, error });
    else post({ frame: 'end', id, error });
  }

  async function answer(id: number, name: string, { method, handler, input }: RequestCall): Promise<void> {
    const aborter = new AbortController();
    requests.set(id, aborter);
    let result: Result<unknown, IpcError>;
    try {
      const answered = await handler(input, { signal: aborter.signal });
      result = answered.ok
        ? answered
        : { ok: false, error: boundary.expected(answered.error, name, method.codes) };
    } catch (error) {
      result = { ok: false, error: boundary.thrown(error, name, aborter.signal) };
    }
    requests.delete(id);
    if (aborter.signal.aborted) return;
    try {
      post({ frame: 'answer', id, ...result });
    } catch (error) {
      // The value cannot be cloned.
      post({ frame: 'answer', id, ok: false, error: boundary.unexpected(error, name) });
    }
  }

  function subscribe(id: number, name: string, { method, handler, input }: StreamCall): void {
    let over = false;
    const subscription = startSubscription({
      id,
      input,
      handler,
      merge: method.merge,
      maxWaiting: method.maxWaiting,
      maxBytes: limits.maxWaitingBytes,
      clock,
      post,
      expected: (error) => boundary.expected(error, name, method.codes),
      thrown: (error, signal) => boundary.thrown(error, name, signal),
      onOver: () => {
        over = true;
        subscriptions.delete(id);
      },
    });
    // Its start may have overflowed already.
    if (!over) subscriptions.set(id, subscription);
  }

  function call(frame: CallFrame): void {
    const { id, method: name } = frame;
    const [running, most] =
      frame.frame === 'request'
        ? [requests.size, limits.maxRequests]
        : [subscriptions.size, limits.maxSubscriptions];
    if (running >= most) return refuse(frame, { code: 'overloaded', message: `more than ${most} at once` });
    try {
      const admitted = admit(frame);
      if (!admitted.ok) return refuse(frame, admitted.error);
      if (admitted.value.kind === 'request') void answer(id, name, admitted.value);
      else subscribe(id, name, admitted.value);
    } catch (error) {
      refuse(frame, boundary.unexpected(error, name));
    }
  }

  function receive(frame: ClientFrame): void {
    switch (frame.frame) {
      case 'request':
      case 'subscribe':
        // Ids only rise, so an answer can never be taken for that of another call.
        if (frame.id <= lastId) {
          ignored++;
          return;
        }
        lastId = frame.id;
        call(frame);
        return;
      case 'abort':
        requests.get(frame.id)?.abort();
        return;
      case 'unsubscribe':
        subscriptions.get(frame.id)?.drop();
        return;
      case 'ack':
        // For a subscription that is over it is no mistake: the two crossed on the way.
        if (subscriptions.get(frame.id)?.acknowledge(frame.batch) === false) ignored++;
        return;
    }
  }

  function shut(): void {
    if (closed) return;
    closed = true;
    for (const aborter of requests.values()) aborter.abort();
    for (const subscription of subscriptions.values()) subscription.drop();
  }

  port.onMessage((message) => {
    if (closed) return;
    const parsed = clientFrame.safeParse(message);
    if (parsed.success) receive(parsed.data);
    else ignored++;
  });
  port.onClose(shut);

  return {
    close() {
      if (closed) return;
      post({ frame: 'bye' });
      shut();
      port.close();
    },
    ignoredFrames: () => ignored,
  };
}
