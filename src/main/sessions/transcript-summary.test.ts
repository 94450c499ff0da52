import { expect, test } from 'vitest';
import { reduceAll } from '../../shared/session/reduce.ts';
import type { SessionEventBody } from '../../shared/session/event.ts';
import { emptySessionState } from '../../shared/session/state.ts';
import { MOST_SUMMARY_BYTES, transcriptSummary } from './transcript-summary.ts';

const says = (text: string): SessionEventBody => ({
  type: 'message-chunk',
  role: 'agent',
  messageId: null,
  content: { type: 'text', text },
});
const turn = (id: string, prompt: string, ...bodies: SessionEventBody[]): readonly SessionEventBody[] => [
  { type: 'turn-started', turnId: id, prompt: [{ type: 'text', text: prompt }] },
  ...bodies,
  { type: 'turn-ended', turnId: id, outcome: { type: 'stopped', reason: 'end_turn' } },
];
const stateOf = (...bodies: readonly SessionEventBody[]) =>
  reduceAll(
    emptySessionState,
    bodies.map((body, index) => ({ ...body, seq: index + 1, at: 1 })),
  );

test('tells prompts, last answers, files and commands, up to the turn that is named', () => {
  const state = stateOf(
    ...turn(
      '1',
      'Fix it',
      says('Looking.'),
      {
        type: 'tool-call',
        patch: { toolCallId: 'c', kind: 'execute', title: 'npm test', status: 'completed' },
      },
      {
        type: 'tool-call',
        patch: {
          toolCallId: 'd',
          kind: 'edit',
          status: 'completed',
          content: [{ type: 'diff', path: 'src/a.ts', oldText: 'a', newText: 'b' }],
        },
      },
      says('Fixed.'),
    ),
    ...turn('2', 'And now?', says('Later.')),
  );
  const told = transcriptSummary(state, '1');
  for (const words of ['Fix it', 'Fixed.', '- npm test', '- src/a.ts']) expect(told).toContain(words);
  for (const words of ['Looking.', 'And now?']) expect(told).not.toContain(words);
  expect(transcriptSummary(state)).toContain('Later.');
});

test('is bounded: the newest turns are whole, and it is said what is left out', () => {
  const long = (index: number) =>
    turn(`${index}`, `prompt ${index}`, says(`${'é'.repeat(2000)} end ${index}`));
  const told = transcriptSummary(stateOf(...Array.from({ length: 20 }, (_, index) => long(index)).flat()));
  expect(Buffer.byteLength(told)).toBeLessThanOrEqual(MOST_SUMMARY_BYTES);
  expect(told).toContain('end 19');
  expect(told).toMatch(/_1\d earlier exchanges are left out._/);
  const huge = transcriptSummary(stateOf(...turn('1', 'x', says(`${'é'.repeat(50_000)} the end`))));
  expect(Buffer.byteLength(huge)).toBeLessThanOrEqual(MOST_SUMMARY_BYTES);
  expect(huge.endsWith('the end')).toBe(true);
});
