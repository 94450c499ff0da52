/** The calling side of a contract over one port: typed calls, no failure but as data. */
import type { Result } from '../result.ts';
import type { Contract } from './contract.ts';
import type { ClientOf } from './client.ts';
import type { ClientFrame, ServerFrame } from './frames.ts';
import { systemClock } from './ipc-clock.ts';
import type { IpcClock } from './ipc-clock.ts';
import type { AnyContract, IpcError } from './method.ts';
import type { Port } from './port.ts';

export type ConnectOptions = {
  /** Hears what an `onBatch` or `onEnd` threw. Default: thrown again outside, so that the page's error handler sees it. */
  readonly onUnexpected?: (error: unknown) => void;
  readonly clock?: IpcClock;
};

type Answer = Result<unknown, IpcError>;

type Reader = {
  readonly method: string;
  readonly input: unknown;
  readonly onBatch: (events: readonly unknown[]) => void;
  readonly onEnd: ((error: IpcError | null) => void) | undefined;
  /** The id of the running subscription; null between two. */
  id: number | null;
  /** Times in a row that it lagged before a batch came. */
  lagged: number;
  over: boolean;
};

const closedError: IpcError = { code: 'closed', message: 'the connection to the app was closed' };
const abortedError: IpcError = { code: 'aborted', message: 'the caller gave up' };

/** Takes the port over. The client is of no use once the port closed: make a new one over a new port. */
export function connect<C extends AnyContract = Contract>(
  port: Port,
  options: ConnectOptions = {},
): ClientOf<C> {
  const { clock = systemClock, onUnexpected = throwOutside } = options;
  const requests = new Map<number, (answer: Answer) => void>();
  const readers = new Map<number, Reader>();
  const waitingReaders = new Set<Reader>();
  let nextId = 0;
  let closed = false;

  function post(frame: ClientFrame): void {
    if (!closed) port.post(frame);
  }

  function request(
    method: string,
    input: unknown,
    { signal }: { signal?: AbortSignal } = {},
  ): Promise<Answer> {
    if (closed) return Promise.resolve({ ok: false, error: closedError });
    if (signal?.aborted === true) return Promise.resolve({ ok: false, error: abortedError });
    const id = nextId++;
    return new Promise((resolve) => {
      function settle(answer: Answer): void {
        requests.delete(id);
        signal?.removeEventListener('abort', abort);
        resolve(answer);
      }
      function abort(): void {
        post({ frame: 'abort', id });
        settle({ ok: false, error: abortedError });
      }
      requests.set(id, settle);
      signal?.addEventListener('abort', abort, { once: true });
      try {
        post({ frame: 'request', id, method, input });
      } catch (error) {
        settle({ ok: false, error: uncloneable(error) });
      }
    });
  }

  function finish(reader: Reader, error: IpcError | null): void {
    forget(reader);
    try {
      reader.onEnd?.(error);
    } catch (thrown) {
      onUnexpected(thrown);
    }
  }

  function forget(reader: Reader): void {
    reader.over = true;
    waitingReaders.delete(reader);
    if (reader.id !== null) readers.delete(reader.id);
    reader.id = null;
  }

  function start(reader: Reader): void {
    waitingReaders.delete(reader);
    if (reader.over) return;
    const id = nextId++;
    reader.id = id;
    readers.set(id, reader);
    try {
      post({ frame: 'subscribe', id, method: reader.method, input: reader.input });
    } catch (error) {
      clock.soon(() => {
        if (!reader.over) finish(reader, uncloneable(error));
      });
    }
  }

  function restart(reader: Reader): void {
    if (reader.id !== null) readers.delete(reader.id);
    reader.id = null;
    waitingReaders.add(reader);
    // A stream that lags before it delivers anything must not be asked for in a tight loop.
    const pause = reader.lagged === 0 ? 0 : Math.min(50 * 2 ** reader.lagged, 2000);
    reader.lagged++;
    if (pause === 0) start(reader);
    else clock.after(pause, () => start(reader));
  }

  function deliver(id: number, batch: number, events: readonly unknown[]): void {
    const reader = readers.get(id);
    if (reader === undefined) return;
    reader.lagged = 0;
    try {
      reader.onBatch(events);
    } catch (error) {
      // Its state is no longer what the stream says: going on would hide that.
      onUnexpected(error);
      if (reader.over) return;
      post({ frame: 'unsubscribe', id });
      finish(reader, { code: 'internal', message: 'the reader of the stream failed' });
      return;
    }
    if (!reader.over) post({ frame: 'ack', id, batch });
  }

  function shut(): void {
    if (closed) return;
    closed = true;
    for (const settle of requests.values()) settle({ ok: false, error: closedError });
    for (const reader of [...readers.values(), ...waitingReaders]) {
      if (!reader.over) finish(reader, closedError);
    }
  }

  port.onMessage((message) => {
    if (closed) return;
    const frame = message as ServerFrame;
    switch (frame.frame) {
      case 'answer':
        requests.get(frame.id)?.(
          frame.ok ? { ok: true, value: frame.value } : { ok: false, error: frame.error },
        );
        return;
      case 'batch':
        deliver(frame.id, frame.batch, frame.events);
        return;
      case 'end': {
        const reader = readers.get(frame.id);
        if (reader !== undefined) finish(reader, frame.error);
        return;
      }
      case 'lagged': {
        const reader = readers.get(frame.id);
        if (reader !== undefined) restart(reader);
        return;
      }
      case 'bye':
        shut();
        port.close();
        return;
    }
  });
  port.onClose(shut);

  const client = {
    request,
    subscribe(method: string, input: unknown, { onBatch, onEnd }: Pick<Reader, 'onBatch'> & Partial<Reader>) {
      const reader: Reader = { method, input, onBatch, onEnd, id: null, lagged: 0, over: false };
      if (closed) clock.soon(() => void (reader.over || finish(reader, closedError)));
      else start(reader);
      return () => {
        if (reader.over) return;
        if (reader.id !== null) post({ frame: 'unsubscribe', id: reader.id });
        forget(reader);
      };
    },
  };
  // The names and types of the methods exist for the compiler only.
  return client as unknown as ClientOf<C>;
}

function uncloneable(error: unknown): IpcError {
  return { code: 'bad-input', message: `the input cannot be sent: ${String(error)}` };
}

function throwOutside(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
