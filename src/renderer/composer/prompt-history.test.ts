import { expect, test } from 'vitest';
import type { Turn } from '../../shared/session/state.ts';
import { promptHistory, stepHistory } from './prompt-history.ts';

function turn(text: string | null): Turn {
  return {
    id: text ?? 'none',
    startedAt: 0,
    endedAt: null,
    prompt:
      text === null
        ? null
        : [
            { type: 'resource-link', uri: 'x', name: 'y' },
            { type: 'text', text },
          ],
    entries: [],
    outcome: null,
  };
}

test('newest first, the queue before the running turn, repeats and turns without a prompt left out', () => {
  const history = promptHistory({
    turns: [turn('one'), turn('two'), turn(null), turn('two')],
    active: turn('three'),
    queue: [{ queueId: 'q', prompt: [{ type: 'text', text: 'four' }] }],
  });
  expect(history).toEqual(['four', 'three', 'two', 'one']);
});

const history = ['c', 'b', 'a'];

test('walks back to the oldest and forth to the empty composer', () => {
  const seen: string[] = [];
  let place: { at: number | null } = { at: null };
  let text = '';
  for (const direction of ['back', 'back', 'back', 'back', 'forth', 'forth', 'forth', 'forth'] as const) {
    const step = stepHistory(history, place, text, direction);
    if (step === null) seen.push('-');
    else {
      ({ place, text } = step);
      seen.push(text);
    }
  }
  expect(seen).toEqual(['c', 'b', 'a', '-', 'b', 'c', '', '-']);
});

test('never replaces what a person wrote', () => {
  expect(stepHistory(history, { at: null }, 'mine', 'back')).toBeNull();
  expect(stepHistory(history, { at: 0 }, 'c, changed', 'back')).toBeNull();
});

test('starts anew after the composer was emptied', () => {
  expect(stepHistory(history, { at: 2 }, '', 'back')).toEqual({ place: { at: 0 }, text: 'c' });
});

test('prompts of turns that are not loaded follow, and what came since stands before them', () => {
  const state = { turns: [turn('three'), turn('four')], active: turn('five'), queue: [] };
  expect(promptHistory(state, ['four', 'three', 'two', 'one'])).toEqual([
    'five',
    'four',
    'three',
    'two',
    'one',
  ]);
  expect(promptHistory(state, [])).toEqual(['five', 'four', 'three']);
});

test('after the session’s own prompts come those that were sent elsewhere', () => {
  const state = {
    turns: [],
    active: null,
    queue: [{ queueId: 'q', prompt: [{ type: 'text' as const, text: 'mine' }] }],
  };
  expect(promptHistory(state, [], ['elsewhere', 'mine'])).toEqual(['mine', 'elsewhere']);
});
