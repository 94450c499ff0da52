import { expect, test } from 'vitest';
import { pastOf } from './past.ts';
import { reduceAll } from './reduce.ts';
import { emptySessionState } from './state.ts';
import { ended, numbered, tool, turn } from './testing/events.ts';

test('the past of a session has its prompts, newest first and each once in a row, and the files it changed', () => {
  const diff = (path: string) => ({ type: 'diff' as const, path, oldText: 'a\n', newText: 'b\n' });
  const state = reduceAll(
    emptySessionState,
    numbered([
      turn('1', 'first'),
      tool('c1', { title: 'Edit', status: 'completed', content: [diff('a.ts'), diff('b.ts')] }),
      ended('1'),
      turn('2', 'again'),
      tool('c2', { title: 'Edit', status: 'completed', content: [diff('b.ts')] }),
      tool('c3', { title: 'Edit', status: 'failed', content: [diff('c.ts')] }),
      ended('2'),
      turn('3', 'again'),
    ]),
  );
  expect(pastOf(state)).toEqual({ prompts: ['again', 'first'], changedFiles: 2 });
});
