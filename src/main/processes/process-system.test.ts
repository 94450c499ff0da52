import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { hostSystem, startByCim, startByPs } from './process-system.ts';

test('the start time is read from the words of ps; an ended process has none', () => {
  expect(startByPs('Ss   Thu Nov  5 09:15:02 2026    \n')).toEqual({
    state: 'running',
    startToken: 'Thu Nov  5 09:15:02 2026',
  });
  expect(startByPs('Z    Thu Nov  5 09:15:02 2026\n')).toEqual({ state: 'gone' });
  expect(startByPs('')).toBeNull();
});

test('the creation time is read from the answer of CIM', () => {
  expect(startByCim('638000000000000500\r\n')).toEqual({
    state: 'running',
    startToken: '638000000000000500',
  });
  expect(startByCim('Get-CimInstance : Access denied\r\n')).toBeNull();
});

test('this process runs, always with the same token, and has a place', async () => {
  const found = await hostSystem.lookUp(process.pid);
  expect(found).toEqual({ state: 'running', startToken: expect.stringMatching(/./) });
  expect(await hostSystem.lookUp(process.pid)).toEqual(found);
  expect(await hostSystem.place()).toMatchObject({ bootId: expect.stringMatching(/./) });
});

test('a process that has ended is gone', async () => {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  expect(await hostSystem.lookUp(child.pid ?? 0)).toEqual({ state: 'gone' });
  expect(await hostSystem.lookUp(0)).toEqual({ state: 'gone' });
});
