import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ensureTestRuntime, hasTestRuntime, isComplete, testRuntimeFolder } from './test-runtime.mjs';

let scratch;
let env;
const npmBefore = process.env.npm_execpath;

beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'switchyard-test-runtime-'));
  env = { ...process.env, XDG_CACHE_HOME: join(scratch, 'cache') };
});
afterEach(async () => {
  if (npmBefore === undefined) delete process.env.npm_execpath;
  else process.env.npm_execpath = npmBefore;
  await rm(scratch, { recursive: true, force: true });
});

/** Stands in for npm: `pack` leaves an archive with these contents, or fails. */
async function npmThat(script) {
  await writeFile(join(scratch, 'npm-cli.js'), script);
  process.env.npm_execpath = join(scratch, 'npm-cli.js');
}

test('an archive with another checksum is not used, and nothing of it stays', async () => {
  await npmThat(`
    const { mkdirSync, writeFileSync } = require('node:fs');
    mkdirSync('package/release', { recursive: true });
    writeFileSync('package/release/app.tar.gz', 'not the archive that was recorded');
    require('node:child_process').execFileSync('tar', ['-czf', 'some.tgz', 'package/release/app.tar.gz']);
  `);
  const error = await ensureTestRuntime(env).catch((failure) => failure);
  expect(error.message).toMatch(
    /has the checksum [0-9a-f]{64}, not the recorded [0-9a-f]{64}; it was not used/,
  );
  expect(await readdir(join(env.XDG_CACHE_HOME, 'switchyard'))).toEqual([]);
});

test('what npm complains about is passed on', async () => {
  await npmThat(`console.error('npm error ENOTFOUND registry'); process.exit(1);`);
  const error = await ensureTestRuntime(env).catch((failure) => failure);
  expect(error.message).toContain('npm error ENOTFOUND registry');
  expect(error.next).toContain('npm ping');
});

test('half a runtime does not count', async () => {
  const folder = await testRuntimeFolder(env);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'electron'), '');
  expect(await isComplete(folder)).toBe(false);
});

test('there is one for 64-bit Linux on x86 alone', () => {
  expect([
    hasTestRuntime({ platform: 'linux', arch: 'x64' }),
    hasTestRuntime({ platform: 'linux', arch: 'arm64' }),
    hasTestRuntime({ platform: 'darwin', arch: 'x64' }),
    hasTestRuntime({ platform: 'win32', arch: 'x64' }),
  ]).toEqual([true, false, false, false]);
});
