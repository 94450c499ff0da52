import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backoffDelay, defaultPolicy, deliver, sign, verify } from '../src/index.ts';

const event = { id: 'evt_1', url: 'https://example.com/hooks', body: { type: 'invoice.paid' } };

/** A receiver that answers with these statuses, one after the other. */
function receiver(...statuses: number[]) {
  const waits: number[] = [];
  const options = {
    secret: 'test',
    fetch: async () => new Response(null, { status: statuses.shift() ?? 200 }),
    wait: async (milliseconds: number) => waits.push(milliseconds),
    random: () => 1,
  };
  return { options, waits };
}

test('an event that is accepted is sent once', async () => {
  const { options, waits } = receiver(204);
  assert.deepEqual(await deliver(event, options), { ok: true, status: 204, tries: 1 });
  assert.deepEqual(waits, []);
});

test('a failing receiver is tried again with a growing delay', async () => {
  const { options, waits } = receiver(503, 503, 200);
  assert.deepEqual(await deliver(event, options), { ok: true, status: 200, tries: 3 });
  assert.deepEqual(waits, [250, 500]);
});

test('a refusal is final', async () => {
  const { options } = receiver(410);
  assert.deepEqual(await deliver(event, options), { ok: false, reason: 'refused', status: 410, tries: 1 });
});

test('delivery gives up after maxTries attempts', async () => {
  const { options } = receiver(500, 500, 500);
  const result = await deliver(event, { ...options, policy: { maxTries: 2 } });
  assert.deepEqual(result, { ok: false, reason: 'gave-up', status: 500, tries: 2 });
});

test('no delay is longer than maxDelayMs', () => {
  assert.equal(backoffDelay({ ...defaultPolicy, maxTries: 50 }, 20, 1), 30_000);
});

test('a signature holds for its body and its time only', () => {
  const header = sign('test', '{}', 1000);
  assert.equal(verify('test', '{}', header, 1200), true);
  assert.equal(verify('test', '{"a":1}', header, 1200), false);
  assert.equal(verify('test', '{}', header, 1400), false);
});
