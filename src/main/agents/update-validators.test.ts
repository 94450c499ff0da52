import { readFileSync, readdirSync } from 'node:fs';
import { zSessionNotification } from '../../../node_modules/@agentclientprotocol/sdk/dist/v1/unstable/schema/zod.gen.js';
import { expect, test } from 'vitest';
import { conforms, knownVariants } from './update-validators.ts';

const traces = new URL('../../../tests/fixtures/acp-traces/', import.meta.url);

function recordedUpdates(): { readonly sessionUpdate: string }[] {
  return readdirSync(traces)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(new URL(name, traces), 'utf8').split('\n'))
    .filter((line) => line.includes('"session/update"') && line.includes('"dir":"in"'))
    .map((line) => JSON.parse(line).msg.params.update);
}

test('every variant of the schema compiles', () => {
  expect(knownVariants()).toContain('agent_message_chunk');
  expect(knownVariants().length).toBeGreaterThanOrEqual(19);
  for (const variant of knownVariants()) expect(typeof conforms(variant, {})).toBe('boolean');
});

test('what conforms is also accepted by the SDK, for all recorded traffic', () => {
  const updates = recordedUpdates();
  expect(updates.length).toBeGreaterThan(5000);
  const disagreeing = updates.filter(
    (update) =>
      conforms(update.sessionUpdate, update) &&
      !zSessionNotification.safeParse({ sessionId: 's', update }).success,
  );
  expect(disagreeing).toEqual([]);
});

test('almost all recorded traffic conforms', () => {
  const updates = recordedUpdates();
  const bad = updates.filter((update) => !conforms(update.sessionUpdate, update));
  expect(bad.length).toBeLessThan(updates.length / 100);
});

test.each([
  ['agent_message_chunk', { content: { type: 'text', text: 'x' } }, true],
  ['agent_message_chunk', { content: { type: 'text' } }, false],
  ['agent_message_chunk', { content: { type: 'hologram' } }, false],
  ['agent_message_chunk', {}, false],
  ['tool_call', { toolCallId: 't', title: 'x', kind: 'edit' }, true],
  ['tool_call', { toolCallId: 't', title: 'x', kind: 'teleport' }, false],
  ['tool_call', { toolCallId: 't' }, false],
  ['tool_call_update', { toolCallId: 't', status: null }, true],
  ['tool_call_update', { toolCallId: 't', content: [{ type: 'diff', path: '/a' }] }, false],
  ['usage_update', { used: 1, size: 2 }, true],
  ['usage_update', { used: 1.5, size: 2 }, false],
  ['_vendor/thing', {}, false],
  ['constructor', {}, false],
])('%s %j: %s', (variant, fields, expected) => {
  expect(conforms(variant, { sessionUpdate: variant, ...fields })).toBe(expected);
});
