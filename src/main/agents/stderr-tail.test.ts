import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { StderrTail } from './stderr-tail.ts';

async function tailOf(...chunks: (string | Buffer)[]): Promise<readonly string[]> {
  const stream = new PassThrough();
  const tail = new StderrTail(stream);
  for (const chunk of chunks) stream.write(chunk);
  await new Promise((resolve) => stream.end(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  return tail.lines;
}

test('lines come back in order, with the unfinished last one, without blank ones', async () => {
  expect(await tailOf('one\ntw', 'o\n\n  \nthree')).toEqual(['one', 'two', 'three']);
});

test('escape sequences and control characters are taken out, wherever they are cut', async () => {
  expect(
    await tailOf(
      '\u001b[1;31mred\u001b[0m\t\u0007done\u001b',
      '[2K\n\u001b]0;title\u0007shown\n\u001b]8;;http://x\u001b\\link\u001b]8;;\u001b\\\n10%\r50%\r100%\r\n',
    ),
  ).toEqual(['red\tdone', 'shown', 'link', '100%']);
});

test('a character cut between chunks is joined', async () => {
  const bytes = Buffer.from('päng\n');
  expect(await tailOf(bytes.subarray(0, 2), bytes.subarray(2))).toEqual(['päng']);
});

test('the last 200 lines are kept', async () => {
  const lines = Array.from({ length: 500 }, (_, index) => `line ${index}`);
  expect(await tailOf(`${lines.join('\n')}\n`)).toEqual(lines.slice(300));
});

test('no more than 64 KiB is kept, of one long line no more than its start', async () => {
  const endless = await tailOf('a'.repeat(5 << 20), '\n', 'after\n');
  expect(endless).toEqual([`${'a'.repeat(4096)}…`, 'after']);
  const many = await tailOf(`${'ü'.repeat(2000)}\n`.repeat(100));
  expect(Buffer.byteLength(many.join('\n'))).toBeLessThanOrEqual(64 * 1024);
  expect(many.length).toBeGreaterThan(10);
});
