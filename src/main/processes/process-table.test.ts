import { expect, test } from 'vitest';
import {
  descendantsOf,
  listProcesses,
  parseCim,
  parseProcStat,
  parsePs,
  parsePsTags,
  runIdIn,
} from './process-table.ts';
import type { ProcessRow } from './process-table.ts';

test('a stat line with parentheses and spaces in the name is read', () => {
  expect(parseProcStat('42 (a) b (c) S 7 40 40 0 -1 4194304 1 0 0 0 1 2 3 4 20 0 1 0 98765 1 2')).toEqual({
    pid: 42,
    ppid: 7,
    pgid: 40,
    startToken: '98765',
  });
});

test('a zombie is no process', () => {
  expect(parseProcStat('42 (x) Z 7 40 40 0 -1 4194304 1 0 0 0 1 2 3 4 20 0 1 0 98765 1 2')).toBeNull();
});

test('the lines of ps are read', () => {
  expect(
    parsePs(
      '   1     0     1 Ss   Thu Nov 12 09:15:02 2026\n  77     1    70 Z    Thu Nov 12 09:15:03 2026\n',
    ),
  ).toEqual([{ pid: 1, ppid: 0, pgid: 1, startToken: 'Thu Nov 12 09:15:02 2026', runId: null }]);
});

test('the run tag is found only as a whole name', () => {
  expect(runIdIn('A=1\0SWITCHYARD_RUN=abc\0B=2\0')).toBe('abc');
  expect(runIdIn('XSWITCHYARD_RUN=abc\0')).toBeNull();
});

test('the tag is found in what ps shows of an environment', () => {
  const uuid = '0b1c2d3e-0000-4000-8000-123456789abc';
  expect([
    ...parsePsTags(
      ` 12 node agent.js HOME=/Users/dev SWITCHYARD_RUN=${uuid} LANG=C\n 13 node XSWITCHYARD_RUN=${uuid}\n  14 sh\n`,
    ),
  ]).toEqual([[12, uuid]]);
});

test('the lines of CIM are read, and a parent that began later is none', () => {
  expect(
    parseCim('4 0 638000000000000000\r\n900 4 638000000000000500\r\n77 900 638000000000000100\r\n'),
  ).toEqual([
    { pid: 4, ppid: 0, pgid: 4, startToken: '638000000000000000', runId: null },
    { pid: 900, ppid: 4, pgid: 900, startToken: '638000000000000500', runId: null },
    { pid: 77, ppid: 0, pgid: 77, startToken: '638000000000000100', runId: null },
  ]);
});

test('descendants are found across groups and generations', () => {
  const row = (pid: number, ppid: number): ProcessRow => ({
    pid,
    ppid,
    pgid: pid,
    startToken: '',
    runId: null,
  });
  const rows = [row(1, 0), row(5, 1), row(6, 5), row(7, 6), row(8, 1)];
  expect(
    descendantsOf(5, rows)
      .map((found) => found.pid)
      .sort((one, other) => one - other),
  ).toEqual([6, 7]);
});

test.skipIf(process.platform === 'win32')('this very process is in the list', async () => {
  const own = (await listProcesses()).find((row) => row.pid === process.pid);
  expect(own).toMatchObject({ pid: process.pid, ppid: process.ppid });
});
