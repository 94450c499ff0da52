import { expect, test } from 'vitest';
import type { SessionEventBody } from './event.ts';
import { insertGap } from './insert-gap.ts';
import { reduce, reduceAll } from './reduce.ts';
import { activityOf, attentionOf, statusOf, summaryOf } from './select.ts';
import { emptySessionState, type SessionState } from './state.ts';
import { ready } from './testing/events.ts';

const facts = { id: 's', workspaceId: 'w', agentId: 'a', agentName: 'A', cwd: '/w', createdAt: 5 };

function after(...bodies: readonly SessionEventBody[]): SessionState {
  return reduceAll(
    emptySessionState,
    bodies.map((body, index) => ({ ...body, seq: index + 1, at: index + 1 })),
  );
}
const started: SessionEventBody = {
  type: 'turn-started',
  turnId: 't',
  prompt: [{ type: 'text', text: 'do' }],
};
const stopped: SessionEventBody = { type: 'agent-stopped', how: 'interrupted' };

test('a session that the app ended under is interrupted until somebody goes on', () => {
  const state = after(ready(), started, stopped);
  expect([statusOf(state), activityOf(state).type]).toEqual(['interrupted', 'interrupted']);
  expect(attentionOf([summaryOf(facts, state)])).toMatchObject([{ sessionId: 's', kind: 'interrupted' }]);
  const goneOn = reduce(state, { type: 'agent-starting', stage: 'starting', seq: 4, at: 4 });
  expect(statusOf(goneOn)).toBe('running');
});

test('an idle session that the app ended under is just idle', () => {
  const state = after(ready(), { type: 'agent-stopped', how: 'interrupted' }, { type: 'marked-read' });
  expect(statusOf(state)).toBe('idle');
});

test('what the app had begun and not ended is not known to be done; what it had ended is', () => {
  const state = after(
    ready(),
    started,
    { type: 'effect-begun', effectId: '1', effect: { kind: 'file-write', subject: 'a.ts' } },
    { type: 'effect-begun', effectId: '2', effect: { kind: 'terminal', subject: 'npm test' } },
    { type: 'effect-ended', effectId: '1', done: true },
    stopped,
  );
  expect(state.effects).toEqual([]);
  expect(state.turns[0]?.entries).toMatchObject([
    { type: 'notice', code: 'effect-unknown', description: 'terminal: npm test' },
  ]);
});

test('a parked session is as idle as a ready one, and no turn that runs is parked', () => {
  const parked = after(ready(), { type: 'parked' });
  expect(summaryOf(facts, parked)).toMatchObject({ status: 'idle', parked: true, processRunning: false });
  expect(after(ready(), started, { type: 'parked' }).phase.name).toBe('ready');
});

test('a gap stands where the record lacks something, and what is missing is passed over', () => {
  const state = after(ready(), started);
  const found = {
    reason: 'damaged',
    missing: { from: 3, to: 6 },
    file: '1.jsonl',
    from: 10,
    to: 90,
  } as const;
  const gapped = insertGap(state, found);
  expect(gapped.seq).toBe(6);
  expect(gapped.active?.entries).toMatchObject([{ type: 'gap', ...found }]);
  const next = reduce(gapped, {
    type: 'message-chunk',
    role: 'agent',
    messageId: null,
    content: { type: 'text', text: 'on' },
    seq: 7,
    at: 7,
  });
  expect(next.active?.entries.map(({ type }) => type)).toEqual(['gap', 'message']);
  expect(insertGap(state, { ...found, missing: null }).seq).toBe(state.seq);
});

test('pinning and archiving do not make a session newer', () => {
  const state = after(ready(), { type: 'pinned', pinned: true }, { type: 'archived', archived: true });
  expect(summaryOf(facts, state)).toMatchObject({ pinned: true, archived: true, changedAt: 1, seq: 3 });
});
