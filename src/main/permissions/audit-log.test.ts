import { appendFile, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AuditRow } from '../../shared/permission/audit-row.ts';
import { AuditLog, KEPT_ROWS, LARGEST_LOG } from './audit-log.ts';

let folder: string;
let path: string;
const reported: unknown[] = [];
const open = () => AuditLog.open(path, (error) => reported.push(error));

beforeEach(async () => {
  reported.length = 0;
  folder = await mkdtemp(join(tmpdir(), 'audit-'));
  path = join(folder, 'data/audit.jsonl');
});
afterEach(() => rm(folder, { recursive: true }));

function row(at: number, command: string, over: Partial<AuditRow> = {}): AuditRow {
  return {
    at,
    took: 1,
    requestId: `r${at}`,
    request: {
      kind: 'execute',
      toolName: null,
      mcp: null,
      commands: [command],
      paths: [],
      hosts: [],
      cwd: '/w',
      workspace: '/w',
      agentId: 'a',
      sessionId: 's',
      complete: true,
    },
    sessionId: 's',
    agentId: 'a',
    workspace: '/w',
    answer: 'allowed',
    by: null,
    reason: null,
    rules: [],
    ...over,
  };
}
const all = { text: '', answer: null, sessionId: null, before: null, limit: 100 };
const ats = (log: AuditLog, query: Partial<typeof all> & object) =>
  log.query({ ...all, ...query }).rows.map(({ at }) => at);

test('decisions come back after a restart, newest first, found by words, answer and session', async () => {
  const log = await open();
  log.add(row(1, 'npm test'));
  log.add(row(2, 'git push', { answer: 'denied' }));
  log.add(row(3, 'npm run build', { sessionId: 't' }));
  await log.close();
  const again = await open();
  expect(ats(again, {})).toEqual([3, 2, 1]);
  expect(ats(again, { text: 'NPM bui' })).toEqual([3]);
  expect(ats(again, { answer: 'denied' } as never)).toEqual([2]);
  expect(ats(again, { sessionId: 't' } as never)).toEqual([3]);
  expect(reported).toEqual([]);
});

test('pages go on where the one before ended, also when more came meanwhile', async () => {
  const log = await open();
  for (let at = 1; at <= 5; at += 1) log.add(row(at, 'x'));
  const first = log.query({ ...all, limit: 2 });
  log.add(row(6, 'x'));
  const second = log.query({ ...all, limit: 2, before: first.next });
  const third = log.query({ ...all, limit: 2, before: second.next });
  expect([first, second, third].map(({ rows }) => rows.map(({ at }) => at))).toEqual([[5, 4], [3, 2], [1]]);
  expect(third.next).toBeNull();
  await log.close();
});

test('lines that cannot be read cost themselves alone', async () => {
  const log = await open();
  log.add(row(1, 'a'));
  await log.close();
  await appendFile(path, '{"at":2,"torn\n\u0000\u0000\nnull\n{"at":"x"}\n');
  const again = await open();
  again.add(row(3, 'b'));
  await again.close();
  expect((await open()).rows.map(({ at }) => at)).toEqual([1, 3]);
});

test('a long command is cut, a long log is put aside, and only so much is kept at hand', async () => {
  const log = await open();
  log.add(row(1, 'x'.repeat(100_000)));
  await log.close();
  expect((await stat(path)).size).toBeLessThan(10_000);
  await appendFile(path, `${'#'.repeat(LARGEST_LOG)}\n`);
  const full = await open();
  for (let at = 2; at < KEPT_ROWS * 1.3; at += 1) full.add(row(at, 'x'));
  await full.close();
  expect(full.rows.length).toBeLessThanOrEqual(KEPT_ROWS * 1.2);
  expect((await readFile(`${path}.1`, 'utf8')).startsWith('{"at":1')).toBe(true);
  expect((await open()).rows.at(-1)?.at).toBe(full.rows.at(-1)?.at);
});
