import { expect, test } from 'vitest';
import { argumentsShownBy } from './diff-arguments.ts';
import type { DiffChange } from './subject-frame.ts';

const path = { given: 'a.ts', absolute: '/w/a.ts', shown: 'a.ts', inside: true };
const change = (oldText: string | null, newText: string): DiffChange => ({
  type: 'diff',
  path,
  oldText,
  newText,
});
const file = change('one\ntwo\ntwo\n', 'one\n2\ntwo\n');
const all = change('one\ntwo\ntwo\n', 'one\n2\n2\n');

test.each<[string, readonly DiffChange[], object, readonly string[]]>([
  ['an edit that makes the change', [file], { old_string: 'two', new_string: '2' }, ['old_string', 'new_string']],
  ['one that makes it everywhere', [all], { old_string: 'two', new_string: '2', replace_all: true }, ['old_string', 'new_string']],
  ['texts that are the texts of the diff', [change('two', '2')], { oldText: 'two', newText: '2' }, ['oldText', 'newText']],
  ['the whole new content', [file], { content: file.newText }, ['content']],
  ['edits in a row', [change('a b', 'c d')], { edits: [{ old_string: 'a', new_string: 'c' }, { old_string: 'b', new_string: 'd' }] }, ['edits']],
  ['edits that are a diff each', [change('a', 'c'), change('b', 'd')], { edits: [{ oldText: 'a', newText: 'c' }, { oldText: 'b', newText: 'd' }] }, ['edits']],
])('%s is shown by it', (_name, changes, given, used) => {
  expect(argumentsShownBy(changes, new Map(Object.entries(given)))).toEqual(used);
}); // prettier-ignore

test.each<[string, readonly DiffChange[], object]>([
  ['an edit that makes another change', [file], { old_string: 'two', new_string: 'evil' }],
  ['one that would change more places', [file], { old_string: 'two', new_string: '2', replace_all: true }],
  ['one that finds nothing', [file], { old_string: 'three', new_string: '2' }],
  ['one that says two things', [file], { old_string: 'two', oldText: 'one', new_string: '2' }],
  ['an empty one', [file], { old_string: '', new_string: '2' }],
  ['another content', [file], { content: 'evil' }],
  ['one edit too many', [change('a b', 'c b')], { edits: [{ old_string: 'a', new_string: 'c' }, { old_string: 'b', new_string: 'd' }] }],
  ['an edit with a word more', [change('a', 'c')], { edits: [{ old_string: 'a', new_string: 'c', run: 'rm' }] }],
  ['edits of another order', [change('a', 'c'), change('b', 'd')], { edits: [{ oldText: 'b', newText: 'd' }, { oldText: 'a', newText: 'c' }] }],
  ['no edits', [file], { edits: [] }],
])('%s is not', (_name, changes, given) => {
  expect(argumentsShownBy(changes, new Map(Object.entries(given)))).toEqual([]);
}); // prettier-ignore
