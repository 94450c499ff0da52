import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contract } from './contract.ts';
import { messageSize } from './message-size.ts';
import { memoryPorts } from './memory-port.ts';
import { serve } from './serve.ts';
import { settled } from './testing/manual-clock.ts';
import { serveWire } from './testing/small-contract.ts';

const frameLike = fc.record(
  {
    frame: fc.constantFrom('request', 'abort', 'subscribe', 'unsubscribe', 'ack', 'answer', 'x'),
    id: fc.oneof(fc.nat(20), fc.integer(), fc.double(), fc.string()),
    method: fc.oneof(
      fc.constantFrom('double', 'hold', 'chunks', 'ticks', '__proto__', 'hasOwnProperty'),
      fc.string(),
    ),
    input: fc.oneof(fc.record({ n: fc.double() }), fc.jsonValue()),
    batch: fc.oneof(fc.nat(3), fc.integer()),
  },
  { requiredKeys: ['frame'] },
);

test('no JSON value and no frame-like value makes the server throw: it is ignored or answered with a typed error', async () => {
  const codes = ['bad-input', 'unknown-method', 'overloaded'];
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(fc.jsonValue(), frameLike), { maxLength: 30 }), async (messages) => {
      const { wire, received, logged } = serveWire();
      for (const message of messages) wire.post(message);
      wire.post({ frame: 'request', id: 2 ** 31, method: 'double', input: { n: 4 } });
      await settled();
      expect(logged).toEqual([]);
      for (const frame of received as { ok?: boolean; error?: { code: string } | null }[]) {
        if (frame.ok !== true && frame.error) expect(codes).toContain(frame.error.code);
      }
      // Whatever came before, a good request is still served.
      const ids = messages.map((message) => Number((message as { id?: unknown } | null)?.id));
      if (ids.every((id) => !(id >= 2 ** 31)))
        expect(received.at(-1)).toEqual({ frame: 'answer', id: 2 ** 31, ok: true, value: 8 });
    }),
    { numRuns: 300 },
  );
});

test('every method of the real contract refuses any JSON value or passes it parsed; none throws', async () => {
  const names = Object.keys(contract);
  const logged: unknown[] = [];
  const calls: string[] = [];
  const handlers = Object.fromEntries(
    names.map((name) => [
      name,
      () => {
        calls.push(name);
        return contract[name as keyof typeof contract].kind === 'request'
          ? { ok: true, value: null }
          : undefined;
      },
    ]),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), fc.jsonValue(), async (method, input) => {
      const [serverEnd, wire] = memoryPorts();
      const received: unknown[] = [];
      wire.onMessage((message) => received.push(message));
      serve({
        contract,
        handlers: handlers as never,
        port: serverEnd,
        onUnexpected: (error) => `${logged.push(error)}`,
      });
      const { kind } = contract[method as keyof typeof contract];
      const before = calls.length;
      wire.post({ frame: kind === 'request' ? 'request' : 'subscribe', id: 0, method, input });
      await settled();
      const refused =
        received.length === 1 && (received[0] as { error?: { code: string } }).error?.code === 'bad-input';
      expect(refused).toBe(calls.length === before);
    }),
    { numRuns: 500 },
  );
  expect(logged).toEqual([]);
});

test('exotic values that structured clone lets through are ignored or refused too', async () => {
  const cycle: Record<string, unknown> = {};
  cycle['self'] = cycle;
  let deep: unknown = 0;
  for (let n = 0; n < 3000; n++) deep = [deep];
  const sparse: unknown[] = [];
  sparse.length = 2 ** 32 - 1;
  const inputs = [
    cycle,
    deep,
    sparse,
    new Map([[cycle, deep]]),
    new Set([1]),
    new Date(NaN),
    /x/,
    1n,
    new Error('x'),
    new ArrayBuffer(8),
  ];
  const { wire, received, served, logged } = serveWire();
  inputs.forEach((input, id) => {
    wire.post(input);
    wire.post({ frame: 'request', id, method: 'double', input });
  });
  await settled();
  expect(served.ignoredFrames()).toBe(inputs.length);
  expect(received.map((frame) => (frame as { error: { code: string } }).error.code)).toEqual([
    'bad-input',
    'bad-input',
    'overloaded', // by its length, without a walk over four billion holes
    ...Array.from({ length: 7 }, () => 'bad-input'),
  ]);
  expect(logged).toEqual([]);
});

test('the size of a message counts text, keys, binary data and nodes, and stops at the limit', () => {
  const limit = 1_000_000;
  expect(messageSize('x'.repeat(100), limit)).toBe(108);
  expect(messageSize({ key: 'ab' }, limit)).toBe(8 + 3 + 8 + 2);
  expect(messageSize([1, 2, 3], limit)).toBe(32);
  expect(messageSize(new Uint8Array(50), limit)).toBe(58);
  expect(messageSize(new Map([['a', new Set(['b'])]]), limit)).toBe(8 + 9 + 8 + 9);
  const cyclic: { self?: unknown } = {};
  cyclic.self = cyclic;
  expect(messageSize(cyclic, limit)).toBeLessThan(limit);
  const walked: number[] = [];
  const large = Array.from({ length: 1000 }, (_, index) => ({
    get text() {
      walked.push(index);
      return 'x'.repeat(100);
    },
  }));
  expect(messageSize(large, 8_500)).toBeGreaterThan(8_500);
  expect(walked.length).toBeLessThan(100);
});
