/** `npm start -- --demo`, with an agent that does not pause: all of its steps happen, and it ends with 0. */
import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';

const project = join(__dirname, '../..');

test('the demo does what it says and ends well', async () => {
  test.setTimeout(120_000);
  const picture = join(project, 'artifacts/demo.png');
  await rm(picture, { force: true });
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/start.mjs', '--demo'], {
    cwd: project,
    env: { ...process.env, SWITCHYARD_AGENT_PACE: 'instant' },
  });
  const steps = stdout.split('\n').filter((line) => /^\s*\d+\. /.test(line));
  expect(steps).toHaveLength(8);
  expect(stdout).toContain('+ readonly initialDelayMs: number;');
  expect(stdout).toMatch(/8\. Quit; of \d+ processes none is left/);
  const png = await readFile(picture);
  // Width and height in the header of the picture.
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1440, 900]);
});
