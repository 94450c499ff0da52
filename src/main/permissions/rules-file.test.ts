import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openRulesFile, type RulesFile } from './rules-file.ts';

let folder: string;
let path: string;
let file: RulesFile | null = null;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rules-'));
  path = join(folder, 'deep/permissions.json');
});
afterEach(async () => {
  file?.close();
  await rm(folder, { recursive: true });
});

const open = async () => (file = await openRulesFile(path, 'user'));
const commands = () => file?.state.rules.map(({ command }) => command);

test('there need be no file; the first rule makes it, and comments stay when others are added and removed', async () => {
  await open();
  expect(file?.state).toMatchObject({ rules: [], problems: [] });
  expect(await file?.add([{ effect: 'allow', command: 'npm test' }])).toEqual({ ok: true, value: null });
  await writeFile(path, (await readFile(path, 'utf8')).replace('"rules"', '// mine\n  "rules"'));
  expect(
    await file?.add([
      { effect: 'deny', command: 'rm' },
      { effect: 'ask', command: 'ls' },
    ]),
  ).toMatchObject({ ok: true });
  expect(commands()).toEqual(['npm test', 'rm', 'ls']);
  const rm = file?.state.rules[1]?.id ?? '';
  expect(await file?.remove(rm)).toMatchObject({ ok: true });
  expect(commands()).toEqual(['npm test', 'ls']);
  expect(await file?.remove(rm)).toMatchObject({ ok: false, error: { code: 'no-rule' } });
  expect(await file?.setMode('autonomous', null)).toMatchObject({ ok: true });
  expect(await file?.setMode('read-only', '/w')).toMatchObject({ ok: true });
  expect(file?.state).toMatchObject({ mode: 'autonomous', modes: { '/w': 'read-only' } });
  expect(await readFile(path, 'utf8')).toContain('// mine');
});

test('rules beside a wrong one are removed by their own place', async () => {
  await (await open()).add([{ effect: 'deny', command: 'a' }]);
  await writeFile(
    path,
    '{"rules":[{"effect":"deny"},{"effect":"deny","command":"a"},{"effect":"deny","command":"b"}]}',
  );
  await vi.waitFor(() => expect(commands()).toEqual(['a', 'b']));
  await file?.remove(file.state.rules[0]?.id ?? '');
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({
    rules: [{ effect: 'deny' }, { effect: 'deny', command: 'b' }],
  });
});

test('a file that breaks keeps its last good rules in force, is told, and is not written over', async () => {
  await (await open()).add([{ effect: 'deny', command: 'rm' }]);
  const heard = vi.fn();
  file?.subscribe(heard);
  await writeFile(path, '{ "rules": [ ');
  await vi.waitFor(() => expect(file?.state.problems.length).toBeGreaterThan(0));
  expect(commands()).toEqual(['rm']);
  expect(heard).toHaveBeenCalled();
  expect(await file?.add([{ effect: 'allow', command: 'ls' }])).toMatchObject({
    ok: false,
    error: { code: 'file-broken' },
  });
  expect(await readFile(path, 'utf8')).toBe('{ "rules": [ ');
});

test('a rule that may not stand is refused with its place, and the file stays', async () => {
  await open();
  const refused = await file?.add([{ effect: 'allow', command: 'npx *' }]);
  expect(refused).toMatchObject({
    ok: false,
    error: { code: 'bad-rule', message: expect.stringContaining('line') },
  });
  expect(await file?.text()).toBe('');
  expect(await file?.replace('{"rules":[{"effect":"deny","command":"rm"}]}')).toMatchObject({ ok: true });
  expect(await file?.replace('{"rules":[{"effect":"deny"}]}')).toMatchObject({
    ok: false,
    error: { code: 'bad-rule' },
  });
  expect(commands()).toEqual(['rm']);
});

test('a folder in its place is a problem, no rules, and no crash', async () => {
  const { mkdir } = await import('node:fs/promises');
  await mkdir(path, { recursive: true });
  await open();
  expect(file?.state.problems).toHaveLength(1);
  expect(await file?.add([{ effect: 'deny', command: 'rm' }])).toMatchObject({
    ok: false,
    error: { code: 'file-broken' },
  });
});
