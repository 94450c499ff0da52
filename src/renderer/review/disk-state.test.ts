import { expect, test } from 'vitest';
import { compareWithDisk } from './disk-state.ts';

test.each([
  ['the whole new file', 'b\n', 'a\n', 'b\n', 'new'],
  ['the whole old file', 'a\n', 'a\n', 'b\n', 'old'],
  ['something else', 'c\n', 'a\n', 'b\n', 'neither'],
  ['the new snippet in a longer file', 'top\nnew line\nend\n', 'old line', 'new line', 'new'],
  ['the old snippet in a longer file', 'top\nold line\nend\n', 'old line', 'new line', 'old'],
  ['an addition that holds the old text', 'x\na\nb\ny\n', 'a\n', 'a\nb\n', 'new'],
  ['the old text before such an addition', 'x\na\ny\n', 'a\n', 'a\nb\n', 'old'],
  ['a removal that is not done yet', 'x\na\nb\ny\n', 'a\nb\n', 'a\n', 'old'],
  ['a made file that was changed since', 'mine\n', null, 'theirs\n', 'neither'],
  ['a made file', 'theirs\r\n', null, 'theirs\n', 'new'],
  ['a file from which everything was removed', '', 'a\n', '', 'new'],
  ['an empty new text and a changed file', 'z\n', 'a\n', '', 'neither'],
])('%s is told apart', (_case, disk, oldText, newText, state) => {
  expect(compareWithDisk(disk, oldText, newText)).toBe(state);
});
