import { expect, test } from 'vitest';
import { err } from '../result.ts';
import { settled } from './testing/manual-clock.ts';
import { serveSmall, serveWire } from './testing/small-contract.ts';

test('a request is answered with the value of its handler', async () => {
  const { client } = serveSmall();
  expect(await client.request('double', { n: 21 })).toEqual({ ok: true, value: 42 });
});

test('handlers start in the order in which requests were made', async () => {
  const order: number[] = [];
  const { client } = serveSmall({
    handlers: {
      double: ({ n }) => {
        order.push(n);
        return { ok: true, value: n };
      },
    },
  });
  await Promise.all([3, 1, 2].map((n) => client.request('double', { n })));
  expect(order).toEqual([3, 1, 2]);
});

test('an expected failure arrives as data with its code', async () => {
  const { client, logged } = serveSmall({
    handlers: { double: () => err({ code: 'too-big', message: 'over the limit' }) },
  });
  expect(await client.request('double', { n: 1 })).toEqual({
    ok: false,
    error: { code: 'too-big', message: 'over the limit' },
  });
  expect(logged).toEqual([]);
});

test('what a handler throws is logged, and only the id of the log entry crosses', async () => {
  const failure = new Error('secret path');
  for (const double of [
    () => {
      throw failure;
    },
    () => Promise.reject(failure),
  ]) {
    const { client, logged } = serveSmall({ handlers: { double } });
    expect(await client.request('double', { n: 1 })).toEqual({
      ok: false,
      error: { code: 'internal', message: 'something unexpected happened in the app', id: 'log-1' },
    });
    expect(logged).toEqual([{ method: 'double', error: failure }]);
  }
});

test('a code that the method does not declare is our mistake, and so is a value that cannot be cloned', async () => {
  const undeclared = serveSmall({
    handlers: { double: () => ({ ok: false, error: { code: 'oops', message: 'x' } }) as never },
  });
  expect(await undeclared.client.request('double', { n: 1 })).toMatchObject({
    error: { code: 'internal', id: 'log-1' },
  });

  const uncloneable = serveSmall({ handlers: { double: () => ({ ok: true, value: (() => 1) as never }) } });
  expect(await uncloneable.client.request('double', { n: 1 })).toMatchObject({
    error: { code: 'internal', id: 'log-1' },
  });
});

test('extra fields of an expected error stay behind', async () => {
  const error = { code: 'too-big', message: 'no', stack: 'at secret' } as const;
  const { client } = serveSmall({ handlers: { double: () => err(error) } });
  expect(await client.request('double', { n: 1 })).toEqual({
    ok: false,
    error: { code: 'too-big', message: 'no' },
  });
});

test.each([
  ['nonsense', {}],
  ['constructor', {}],
  ['__proto__', {}],
  ['toString', {}],
  ['ticks', {}], // a stream is no request
])('the unknown method %s is refused', async (method, input) => {
  const { client } = serveSmall();
  expect(await client.request(method as 'double', input as { n: number })).toMatchObject({
    error: { code: 'unknown-method' },
  });
});

test('bad input is refused with the place that is wrong, and never reaches the handler', async () => {
  let calls = 0;
  const { client } = serveSmall({ handlers: { double: () => ({ ok: true, value: ++calls }) } });
  expect(await client.request('double', { n: 'x' } as never)).toEqual({
    ok: false,
    error: { code: 'bad-input', message: expect.stringMatching(/^n: /) },
  });
  expect(await client.request('double', null as never)).toMatchObject({ error: { code: 'bad-input' } });
  expect(calls).toBe(0);
});

test('input that cannot be cloned never leaves the caller', async () => {
  const { client } = serveSmall();
  expect(await client.request('double', { n: () => 1 } as never)).toMatchObject({
    error: { code: 'bad-input' },
  });
});

test('an aborted request answers `aborted` at once, aborts its handler, and frees its place', async () => {
  let seen: AbortSignal | null = null;
  let release: (() => void) | null = null;
  const { client, logged } = serveSmall({
    limits: { maxRequests: 1 },
    handlers: {
      hold: (_, { signal }) => {
        seen = signal;
        return new Promise((_resolve, reject) => {
          release = () => reject(signal.reason);
        });
      },
    },
  });
  const aborter = new AbortController();
  const answer = client.request('hold', {}, { signal: aborter.signal });
  await settled();
  aborter.abort();
  expect(await answer).toMatchObject({ error: { code: 'aborted' } });
  await settled();
  expect(seen).toMatchObject({ aborted: true });
  expect(await client.request('double', { n: 1 })).toMatchObject({ error: { code: 'overloaded' } });
  release!();
  await settled();
  expect(await client.request('double', { n: 1 })).toEqual({ ok: true, value: 2 });
  expect(logged).toEqual([]);
});

test('a request with a signal that was aborted before is never sent', async () => {
  const { client, clientEnd } = serveSmall();
  const answer = await client.request('double', { n: 1 }, { signal: AbortSignal.abort() });
  expect(answer).toMatchObject({ error: { code: 'aborted' } });
  clientEnd.close();
});

test('more requests at once than the limit are refused, the ones within it are served', async () => {
  const { client } = serveSmall({ limits: { maxRequests: 2 } });
  void client.request('hold', {});
  void client.request('hold', {});
  expect(await client.request('hold', {})).toMatchObject({ error: { code: 'overloaded' } });
});

test('calls beyond the rate are refused until time has passed', async () => {
  const { client, clock } = serveSmall({ limits: { burst: 3, perSecond: 10 } });
  const answers = await Promise.all([1, 2, 3, 4].map((n) => client.request('double', { n })));
  expect(answers.map((answer) => answer.ok)).toEqual([true, true, true, false]);
  await clock.advance(100);
  expect(await client.request('double', { n: 1 })).toMatchObject({ ok: true });
  expect(await client.request('double', { n: 1 })).toMatchObject({ error: { code: 'overloaded' } });
});

test('an input over the size limit is refused before it is parsed', async () => {
  const { client } = serveSmall({ limits: { maxInputBytes: 1000 } });
  const padded: { n: number; padding: string } = { n: 1, padding: 'x'.repeat(2000) };
  expect(await client.request('double', padded)).toMatchObject({ error: { code: 'overloaded' } });
  const smaller = { ...padded, padding: 'x'.repeat(200) };
  expect(await client.request('double', smaller)).toEqual({
    ok: true,
    value: 2,
  });
});

test('a port that closes answers every pending request `closed` and aborts its handler', async () => {
  for (const end of ['serverEnd', 'clientEnd'] as const) {
    const signals: AbortSignal[] = [];
    const harness = serveSmall({
      handlers: {
        hold: (_, { signal }) => {
          signals.push(signal);
          return new Promise(() => undefined);
        },
      },
    });
    const answers = [harness.client.request('hold', {}), harness.client.request('hold', {})];
    await settled();
    harness[end].close();
    expect(await Promise.all(answers)).toMatchObject([
      { error: { code: 'closed' } },
      { error: { code: 'closed' } },
    ]);
    await settled();
    expect(signals.map((signal) => signal.aborted)).toEqual([true, true]);
    expect(await harness.client.request('double', { n: 1 })).toMatchObject({ error: { code: 'closed' } });
  }
});

test('a server that closes says so on the wire, for pages that hear nothing of closed ports', async () => {
  const { served, received } = serveWire();
  served.close();
  await settled();
  expect(received).toEqual([{ frame: 'bye' }]);
});

test('frames that make no sense are ignored and counted', async () => {
  const { wire, served, received, logged } = serveWire();
  const good = { frame: 'request', id: 7, method: 'double', input: { n: 1 } };
  const bad = [
    null,
    'request',
    [],
    {},
    { ...good, frame: 'answer' },
    { ...good, id: -1 },
    { ...good, id: 1.5 },
    { ...good, id: '7' },
    { ...good, method: 5 },
    { ...good, method: 'x'.repeat(201) },
    { ...good, extra: true },
    { frame: 'ack', id: 1 },
    { frame: 'subscribe', id: 1, method: null },
  ];
  for (const message of bad) wire.post(message);
  await settled();
  expect({ ignored: served.ignoredFrames(), received, logged }).toEqual({
    ignored: bad.length,
    received: [],
    logged: [],
  });
  // Control: the frame that the bad ones were made from is served.
  wire.post(good);
  await settled();
  expect(received).toEqual([{ frame: 'answer', id: 7, ok: true, value: 2 }]);
});

test('an id that was used before is ignored, so no answer can be taken for another', async () => {
  const { wire, served, received } = serveWire();
  wire.post({ frame: 'request', id: 4, method: 'double', input: { n: 1 } });
  wire.post({ frame: 'request', id: 4, method: 'double', input: { n: 2 } });
  wire.post({ frame: 'subscribe', id: 3, method: 'ticks', input: {} });
  await settled();
  expect(received).toEqual([{ frame: 'answer', id: 4, ok: true, value: 2 }]);
  expect(served.ignoredFrames()).toBe(2);
});

test('aborts, unsubscribes and acks of unknown ids are harmless: they may have crossed an answer', async () => {
  const { wire, served, received } = serveWire();
  for (const frame of ['abort', 'unsubscribe']) wire.post({ frame, id: 99 });
  wire.post({ frame: 'ack', id: 99, batch: 0 });
  await settled();
  expect({ ignored: served.ignoredFrames(), received }).toEqual({ ignored: 0, received: [] });
});
