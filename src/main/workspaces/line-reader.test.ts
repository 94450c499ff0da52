import { mkdtemp, open, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_READ_BYTES, createFileAccess } from './file-access.ts';
import { readLineBytes } from './line-reader.ts';
import type { ByteSource } from './line-reader.ts';

/** A file in memory that gives at most `piece` bytes at a time. */
function source(text: string, piece: number): ByteSource & { readonly reads: () => number } {
  const bytes = Buffer.from(text);
  let reads = 0;
  return {
    reads: () => reads,
    read(buffer, offset, length, position) {
      reads += 1;
      const part = bytes.subarray(position, position + Math.min(length, piece));
      part.copy(buffer, offset);
      return Promise.resolve({ bytesRead: part.length });
    },
  };
}

test('gives the lines that one gets by splitting, however the file comes in', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('a', 'é', '\n', '\r\n', '😀'), { maxLength: 40 }),
      fc.integer({ min: 0, max: 12 }),
      fc.option(fc.integer({ min: 0, max: 12 }), { nil: null }),
      fc.integer({ min: 1, max: 9 }),
      async (pieces, line, limit, piece) => {
        const text = pieces.join('');
        const lines = text.split(/(?<=\n)/);
        const from = Math.max(0, line - 1);
        const expected = lines.slice(from, limit === null ? undefined : from + limit).join('');
        const read = await readLineBytes(source(text, piece), { line, limit }, 1e6);
        expect(read?.toString()).toBe(expected);
      },
    ),
    { seed: 11, numRuns: 300 },
  );
});

test('stops reading once it has what was wanted, and gives up when that is too much', async () => {
  const file = source('x\n'.repeat(1000), 100);
  expect((await readLineBytes(file, { line: 3, limit: 2 }, 1e6))?.toString()).toBe('x\nx\n');
  expect(file.reads()).toBe(1);
  expect(await readLineBytes(source('x\n'.repeat(1000), 100), { line: 1, limit: null }, 1999)).toBeNull();
});

test('of a file over the limit a few lines can be read, not all of it', async () => {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'sw-lines-')));
  try {
    const path = join(root, 'large.log');
    const file = await open(path, 'w');
    const line = `${'x'.repeat(1023)}\n`;
    const mebibyte = line.repeat(1024);
    for (let written = 0; written <= MAX_READ_BYTES; written += mebibyte.length) await file.write(mebibyte);
    await file.write('the last line\n');
    await file.close();
    const access = createFileAccess(root);
    expect(await access.readText(path)).toMatchObject({ ok: false, error: { code: 'too-large' } });
    const last = 9 * 1024 + 1;
    expect(await access.readLines(path, { line: last, limit: 5 })).toEqual({
      ok: true,
      value: { path, text: 'the last line\n' },
    });
    expect(await access.readLines(path, { line: 2, limit: 1 })).toMatchObject({ value: { text: line } });
    expect(await access.readLines(path, { line: 1, limit: null })).toMatchObject({
      error: { code: 'too-large' },
    });
    expect(await access.readLines('/etc/hostname', { line: 1, limit: 1 })).toMatchObject({
      error: { code: 'outside-workspace' },
    });
    await writeFile(join(root, 'binary'), Buffer.from([65, 10, 0, 10]));
    expect(await access.readLines(join(root, 'binary'), { line: 2, limit: 1 })).toMatchObject({
      error: { code: 'binary' },
    });
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});
