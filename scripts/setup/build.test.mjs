import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fingerprint } from './build.mjs';

let project;

beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), 'switchyard-build-'));
  await mkdir(join(project, 'src/deep'), { recursive: true });
  await writeFile(join(project, 'src/deep/a.ts'), 'one');
  await writeFile(join(project, 'package.json'), '{}');
});
afterEach(() => rm(project, { recursive: true, force: true }));

const look = () => fingerprint(project, ['src', 'package.json', 'not-there.json']);

test('the same sources have the same fingerprint, whenever they were written', async () => {
  const before = await look();
  await writeFile(join(project, 'src/deep/a.ts'), 'one');
  expect(await look()).toBe(before);
});

test('a change, a new file, a renamed file and a changed setting each give another', async () => {
  const seen = [await look()];
  await writeFile(join(project, 'src/deep/a.ts'), 'two');
  seen.push(await look());
  await writeFile(join(project, 'src/b.css'), '');
  seen.push(await look());
  await rename(join(project, 'src/b.css'), join(project, 'src/c.css'));
  seen.push(await look());
  await writeFile(join(project, 'package.json'), '{"version":"2"}');
  seen.push(await look());
  expect(new Set(seen).size).toBe(5);
});

test('tests beside the source do not make a build stale', async () => {
  const before = await look();
  await writeFile(join(project, 'src/deep/a.test.ts'), 'test');
  await writeFile(join(project, 'src/deep/b.test.tsx'), 'test');
  expect(await look()).toBe(before);
});
