import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLogFile } from './log-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'log-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const entry = (id: string, message: string) => ({
  id,
  at: '2026-01-01T00:00:00Z',
  where: 'test',
  message,
  stack: null,
});

it('writes a line an error, in order', async () => {
  const write = createLogFile(join(folder, 'logs'));
  for (let index = 0; index < 50; index++) write(entry(String(index), 'x\ny'));
  await vi.waitFor(async () => {
    const lines = (await readFile(join(folder, 'logs', 'errors.jsonl'), 'utf8')).trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { id: string }).id)).toEqual(
      Array.from({ length: 50 }, (_, index) => String(index)),
    );
  });
});

it('keeps two files at most, each under its limit', async () => {
  const write = createLogFile(folder);
  const long = 'x'.repeat(300_000);
  for (let index = 0; index < 12; index++) write(entry(String(index), long));
  write(entry('last', 'done'));
  await vi.waitFor(async () => {
    expect(await readFile(join(folder, 'errors.jsonl'), 'utf8')).toContain('"last"');
  });
  expect((await readdir(folder)).sort()).toEqual(['errors.jsonl', 'errors.old.jsonl']);
  expect((await stat(join(folder, 'errors.old.jsonl'))).size).toBeLessThanOrEqual(1024 * 1024);
});
