import { expect, test } from 'vitest';
import type { StreamContext } from './handler.ts';
import { memoryPorts } from './memory-port.ts';
import { settled } from './testing/manual-clock.ts';
import { serveSmall, serveWire } from './testing/small-contract.ts';
import type { Chunk } from './testing/small-contract.ts';
import { tapPort } from './testing/tapped-port.ts';

/** A source that tests drive by hand. */
function source<Event>() {
  const contexts: StreamContext<Event, 'gone'>[] = [];
  const disposed: number[] = [];
  return {
    contexts,
    disposed,
    emit: (event: Event) => contexts.at(-1)!.emit(event),
    handler: (_input: unknown, context: StreamContext<Event, never>) => {
      const index = contexts.push(context as StreamContext<Event, 'gone'>) - 1;
      return () => void disposed.push(index);
    },
  };
}

test('events arrive in order, those of one run of code in one batch', async () => {
  const ticks = source<number>();
  const { client, clock } = serveSmall({ handlers: { ticks: ticks.handler } });
  const batches: (readonly number[])[] = [];
  client.subscribe('ticks', {}, { onBatch: (events) => batches.push(events) });
  await settled();
  for (const n of [1, 2, 3]) ticks.emit(n);
  await settled();
  ticks.emit(4);
  await clock.advance(16);
  expect(batches).toEqual([[1, 2, 3], [4]]);
});

test('at most one batch leaves in a frame, also when the reader acknowledges at once', async () => {
  const ticks = source<number>();
  const { client, clock } = serveSmall({ handlers: { ticks: ticks.handler } });
  const batches: (readonly number[])[] = [];
  client.subscribe('ticks', {}, { onBatch: (events) => batches.push(events) });
  await settled();
  for (let ms = 0; ms < 64; ms++) {
    ticks.emit(ms);
    await clock.advance(1);
  }
  expect(batches.map((batch) => batch.length)).toEqual([1, 16, 16, 16]);
});

test('at most one batch is unacknowledged; what gathers meanwhile merges with its neighbour', async () => {
  const chunks = source<Chunk>();
  const { wire, received, clock } = serveWire({ handlers: { chunks: chunks.handler } });
  wire.post({ frame: 'subscribe', id: 0, method: 'chunks', input: { from: 'start' } });
  await settled();
  chunks.emit({ id: 1, text: 'a' });
  await clock.advance(100);
  for (const [id, text] of [
    [1, 'b'],
    [1, 'c'],
    [2, 'd'],
    [1, 'e'],
    [1, 'f'],
  ] as const)
    chunks.emit({ id, text });
  await clock.advance(100);
  expect(received).toEqual([{ frame: 'batch', id: 0, batch: 0, events: [{ id: 1, text: 'a' }] }]);
  wire.post({ frame: 'ack', id: 0, batch: 0 });
  await settled();
  expect(received.slice(1)).toEqual([
    {
      frame: 'batch',
      id: 0,
      batch: 1,
      events: [
        { id: 1, text: 'bc' },
        { id: 2, text: 'd' },
        { id: 1, text: 'ef' },
      ],
    },
  ]);
});

test('only the acknowledgement of the batch on the way lets the next one go', async () => {
  const ticks = source<number>();
  const { wire, received, clock, served } = serveWire({ handlers: { ticks: ticks.handler } });
  wire.post({ frame: 'subscribe', id: 0, method: 'ticks', input: {} });
  await settled();
  ticks.emit(1);
  await clock.advance(16);
  ticks.emit(2);
  for (const batch of [1, 7]) wire.post({ frame: 'ack', id: 0, batch });
  await clock.advance(16);
  expect({ frames: received.length, ignored: served.ignoredFrames() }).toEqual({ frames: 1, ignored: 2 });
});

test('100,000 chunks to a slow reader arrive complete and in order, with few waiting at any time', async () => {
  const chunks = source<Chunk>();
  let biggest = 0;
  let batches = 0;
  const { client, clock } = serveSmall({
    handlers: { chunks: chunks.handler },
    // Each acknowledgement takes 40 ms to come back.
    tap: (port, time) =>
      tapPort(port, {
        delay: (pass) => time.after(40, pass),
      }),
  });
  let text = '';
  client.subscribe(
    'chunks',
    { from: 'start' },
    {
      onBatch: (events) => {
        batches++;
        biggest = Math.max(biggest, events.length);
        for (const event of events) text += event.text;
      },
      onEnd: (error) => expect(error).toBeNull(),
    },
  );
  await clock.advance(40);
  let expected = '';
  for (let n = 0; n < 100_000; n++) {
    const chunk = { id: Math.floor(n / 50), text: `${n};` };
    expected += chunk.text;
    chunks.emit(chunk);
    if (n % 100 === 99) await clock.advance(1);
  }
  for (let waited = 0; waited < 200; waited += 20) await clock.advance(20);
  expect(text === expected).toBe(true);
  expect(chunks.contexts).toHaveLength(1);
  // 40 ms at 2 messages a ms is 80, plus the ones begun meanwhile; without merging it would be 4,000.
  expect(biggest).toBeLessThanOrEqual(90);
  expect(batches).toBeLessThanOrEqual(1000 / 16 + 10);
});

test('a flood that cannot be merged ends in `lagged` at the bound, and the client starts anew by itself', async () => {
  const contexts: StreamContext<number, never>[] = [];
  const disposed: number[] = [];
  const received: unknown[] = [];
  const { client } = serveSmall({
    handlers: {
      ticks: (_, context) => {
        const index = contexts.push(context) - 1;
        context.emit(-1 - index); // the full state
        return () => void disposed.push(index);
      },
    },
    tap: (port) => tapPort(port, { received }),
  });
  const events: number[] = [];
  const ends: unknown[] = [];
  client.subscribe(
    'ticks',
    {},
    { onBatch: (batch) => events.push(...batch), onEnd: (error) => ends.push(error) },
  );
  await settled();
  for (let n = 0; n < 101; n++) contexts[0]!.emit(n);
  await settled();
  contexts[1]!.emit(7);
  expect(received.slice(0, 3)).toEqual([
    { frame: 'batch', id: 0, batch: 0, events: [-1] },
    { frame: 'lagged', id: 0 },
    { frame: 'batch', id: 1, batch: 0, events: [-2] },
  ]);
  expect({ events, ends, disposed, aborted: contexts.map(({ signal }) => signal.aborted) }).toEqual({
    events: [-1, -2],
    ends: [],
    disposed: [0],
    aborted: [true, false],
  });
});

test('one event less than the bound does not lag', async () => {
  const ticks = source<number>();
  const { wire, received, clock } = serveWire({ handlers: { ticks: ticks.handler } });
  wire.post({ frame: 'subscribe', id: 0, method: 'ticks', input: {} });
  await settled();
  for (let n = 0; n < 100; n++) ticks.emit(n);
  await clock.advance(16);
  expect(received).toMatchObject([{ frame: 'batch', events: { length: 100 } }]);
});

test('merged events that grow past the byte bound lag too', async () => {
  const chunks = source<Chunk>();
  const { wire, received } = serveWire({
    handlers: { chunks: chunks.handler },
    limits: { maxWaitingBytes: 10_000 },
  });
  wire.post({ frame: 'subscribe', id: 0, method: 'chunks', input: { from: '' } });
  await settled();
  for (let n = 0; n < 11; n++) chunks.emit({ id: 1, text: 'x'.repeat(1000) });
  await settled();
  expect(received).toEqual([{ frame: 'lagged', id: 0 }]);
});

test('a stream that overflows while it starts is dropped, and its disposer runs when it comes', async () => {
  const disposed: string[] = [];
  let finishStart: (() => void) | null = null;
  const { wire, received, clock } = serveWire({
    handlers: {
      ticks: (_, { emit }) => {
        for (let n = 0; n < 500; n++) emit(n);
        return new Promise((resolve) => {
          finishStart = () => resolve(() => void disposed.push('late'));
        });
      },
    },
  });
  wire.post({ frame: 'subscribe', id: 0, method: 'ticks', input: {} });
  await clock.advance(16);
  expect({ received, disposed }).toEqual({ received: [{ frame: 'lagged', id: 0 }], disposed: [] });
  finishStart!();
  await settled();
  expect(disposed).toEqual(['late']);
});

test('a stream that always lags at its start is asked for at growing intervals, not in a tight loop', async () => {
  const starts: number[] = [];
  const { client, clock } = serveSmall({
    handlers: {
      ticks: (_, { emit }) => {
        starts.push(clock.now());
        for (let n = 0; n < 500; n++) emit(n);
        return undefined;
      },
    },
  });
  const dispose = client.subscribe('ticks', {}, { onBatch: () => undefined });
  await settled();
  for (let ms = 0; ms < 1000; ms += 10) await clock.advance(10);
  expect(starts).toEqual([0, 0, 100, 300, 700]);
  dispose();
  for (let ms = 0; ms < 4000; ms += 500) await clock.advance(500);
  expect(starts).toHaveLength(5);
});

test('a stream ends after everything emitted before, with or without an error', async () => {
  const ticks = source<number>();
  const { client, clock } = serveSmall({ handlers: { ticks: ticks.handler } });
  const seen: unknown[] = [];
  client.subscribe(
    'ticks',
    {},
    { onBatch: (events) => seen.push(...events), onEnd: (error) => seen.push(error) },
  );
  await settled();
  ticks.emit(1);
  await settled();
  ticks.emit(2);
  ticks.contexts[0]!.end();
  ticks.emit(3);
  ticks.contexts[0]!.end();
  await clock.advance(16);
  expect(seen).toEqual([1, 2, null]);
  expect(ticks.disposed).toEqual([0]);
});

test('a stream may refuse to start with one of its codes', async () => {
  const { client } = serveSmall({
    handlers: {
      chunks: (_, { end }) => {
        end({ code: 'gone', message: 'no such source' });
        return undefined;
      },
    },
  });
  const ends: unknown[] = [];
  client.subscribe('chunks', { from: 'x' }, { onBatch: () => undefined, onEnd: (error) => ends.push(error) });
  await settled();
  expect(ends).toEqual([{ code: 'gone', message: 'no such source' }]);
});

test.each([
  [
    'throws',
    () => {
      throw new Error('secret');
    },
  ],
  ['rejects', () => Promise.reject(new Error('secret'))],
])('a start that %s ends the stream with `internal` after what it emitted', async (_name, fail) => {
  const { client, logged } = serveSmall({
    handlers: {
      ticks: (_, { emit }) => {
        emit(1);
        return fail();
      },
    },
  });
  const seen: unknown[] = [];
  client.subscribe(
    'ticks',
    {},
    { onBatch: (events) => seen.push(...events), onEnd: (error) => seen.push(error) },
  );
  await settled();
  expect(seen).toEqual([
    1,
    { code: 'internal', message: 'something unexpected happened in the app', id: 'log-1' },
  ]);
  expect(logged).toMatchObject([{ method: 'ticks', error: { message: 'secret' } }]);
});

test('an event that cannot be cloned ends the stream with `internal` and disposes it', async () => {
  const ticks = source<number>();
  const { client, logged } = serveSmall({ handlers: { ticks: ticks.handler } });
  const ends: unknown[] = [];
  client.subscribe('ticks', {}, { onBatch: () => undefined, onEnd: (error) => ends.push(error) });
  await settled();
  ticks.emit((() => 1) as never);
  await settled();
  expect(ends).toMatchObject([{ code: 'internal', id: 'log-1' }]);
  expect({ logged: logged.length, disposed: ticks.disposed }).toEqual({ logged: 1, disposed: [0] });
});

test.each([
  ['nonsense', {}, 'unknown-method'],
  ['double', { n: 1 }, 'unknown-method'],
  ['chunks', { from: 5 }, 'bad-input'],
  ['chunks', { from: 'longer than twenty characters' }, 'bad-input'],
])('a subscription to %s with %j ends with %s', async (method, input, code) => {
  const { client } = serveSmall();
  const ends: unknown[] = [];
  client.subscribe(method as 'ticks', input as never, {
    onBatch: () => undefined,
    onEnd: (error) => ends.push(error),
  });
  await settled();
  expect(ends).toMatchObject([{ code }]);
});

test('more subscriptions than the limit are refused', async () => {
  const { client } = serveSmall({ limits: { maxSubscriptions: 1 } });
  const ends: unknown[] = [];
  const first = client.subscribe(
    'ticks',
    {},
    { onBatch: () => undefined, onEnd: (error) => ends.push(error) },
  );
  client.subscribe('ticks', {}, { onBatch: () => undefined, onEnd: (error) => ends.push(error) });
  await settled();
  expect(ends).toMatchObject([{ code: 'overloaded' }]);
  first();
  client.subscribe('ticks', {}, { onBatch: () => undefined, onEnd: (error) => ends.push(error) });
  await settled();
  expect(ends).toHaveLength(1);
});

test('after the disposer no callback runs, and the source is disposed once', async () => {
  const ticks = source<number>();
  const { client, clock } = serveSmall({ handlers: { ticks: ticks.handler } });
  const seen: unknown[] = [];
  const dispose = client.subscribe(
    'ticks',
    {},
    { onBatch: (events) => seen.push(...events), onEnd: () => seen.push('end') },
  );
  await settled();
  ticks.emit(1);
  dispose(); // the batch is on its way
  dispose();
  ticks.emit(2);
  await clock.advance(16);
  ticks.emit(3);
  await clock.advance(16);
  expect({ seen, disposed: ticks.disposed }).toEqual({ seen: [], disposed: [0] });
  expect(ticks.contexts[0]!.signal.aborted).toBe(true);
});

test('a stream may be disposed from within its own batch', async () => {
  const ticks = source<number>();
  const { client, clock } = serveSmall({ handlers: { ticks: ticks.handler } });
  const seen: unknown[] = [];
  const dispose = client.subscribe(
    'ticks',
    {},
    {
      onBatch: (events) => {
        seen.push(...events);
        dispose();
      },
    },
  );
  await settled();
  ticks.emit(1);
  await settled();
  ticks.emit(2);
  await clock.advance(16);
  expect({ seen, disposed: ticks.disposed }).toEqual({ seen: [1], disposed: [0] });
});

test('an unsubscribe that meets an unfinished start disposes when the start is done', async () => {
  const disposed: string[] = [];
  let finishStart: (() => void) | null = null;
  const { client } = serveSmall({
    handlers: {
      ticks: () =>
        new Promise((resolve) => {
          finishStart = () => resolve(() => void disposed.push('late'));
        }),
    },
  });
  const dispose = client.subscribe('ticks', {}, { onBatch: () => undefined });
  await settled();
  dispose();
  await settled();
  expect(disposed).toEqual([]);
  finishStart!();
  await settled();
  expect(disposed).toEqual(['late']);
});

test('a reader that throws is told so and unsubscribed; others go on', async () => {
  const ticks = source<number>();
  const { client, thrown } = serveSmall({ handlers: { ticks: ticks.handler } });
  const ends: unknown[] = [];
  client.subscribe(
    'ticks',
    {},
    {
      onBatch: () => {
        throw new Error('reducer');
      },
      onEnd: (error) => ends.push(error),
    },
  );
  await settled();
  ticks.emit(1);
  await settled();
  expect(ends).toMatchObject([{ code: 'internal' }]);
  expect(thrown).toMatchObject([{ message: 'reducer' }]);
  expect(ticks.disposed).toEqual([0]);
  expect(await client.request('double', { n: 2 })).toEqual({ ok: true, value: 4 });
});

test('a closed port ends all streams with `closed` and disposes their sources', async () => {
  for (const how of ['server closes', 'client port closes'] as const) {
    const ticks = source<number>();
    const { client, served, clientEnd } = serveSmall({ handlers: { ticks: ticks.handler } });
    const ends: unknown[] = [];
    client.subscribe('ticks', {}, { onBatch: () => undefined, onEnd: (error) => ends.push(error) });
    await settled();
    if (how === 'server closes') served.close();
    else clientEnd.close();
    await settled();
    expect({ how, ends, disposed: ticks.disposed }).toMatchObject({
      ends: [{ code: 'closed' }],
      disposed: [0],
    });
    client.subscribe('ticks', {}, { onBatch: () => undefined, onEnd: (error) => ends.push(error) });
    await settled();
    expect(ends).toMatchObject([{ code: 'closed' }, { code: 'closed' }]);
  }
});

test('after a reload the new port starts from the full state and the old one hears nothing', async () => {
  let value = 0;
  const ticks = source<number>();
  const handler: typeof ticks.handler = (input, context) => {
    context.emit(value);
    return ticks.handler(input, context);
  };
  const before = serveSmall({ handlers: { ticks: handler } });
  const old: number[] = [];
  before.client.subscribe('ticks', {}, { onBatch: (events) => old.push(...events) });
  await settled();
  before.clientEnd.close();
  value = 10;
  const after = serveSmall({ handlers: { ticks: handler } });
  const fresh: number[] = [];
  after.client.subscribe('ticks', {}, { onBatch: (events) => fresh.push(...events) });
  await settled();
  for (const context of ticks.contexts) context.emit(11);
  await after.clock.advance(16);
  expect({ old, fresh }).toEqual({ old: [0], fresh: [10, 11] });
});

test('memory ports clone, keep order, and deliver what was posted before the other end closed', async () => {
  const [one, other] = memoryPorts();
  const message = { list: [1] };
  const received: unknown[] = [];
  one.post(message);
  message.list.push(2);
  one.post('second');
  one.close();
  one.post('after');
  let closed = 0;
  other.onMessage((got) => received.push(got));
  other.onClose(() => closed++);
  await settled();
  expect({ received, closed }).toEqual({ received: [{ list: [1] }, 'second'], closed: 1 });
  expect(() => one.post(() => 1)).toThrow();
});
