/** That nothing a script started outlives it: proved with real processes. POSIX only. */
import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

let folder;
let script;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'switchyard-endings-'));
});
afterEach(async () => {
  script?.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

/** Starts a script that is written like ours are; resolves with the process ids it prints on its first line. */
async function startScript(body, env = {}) {
  const setup = new URL('.', import.meta.url).href;
  const path = join(folder, 'script.mjs');
  await writeFile(
    path,
    `import { asProgram } from '${setup}as-program.mjs';
     import { runProgram } from '${setup}program.mjs';
     import { startVirtualDisplay } from '${setup}display.mjs';
     await asProgram(import.meta.url, async () => { ${body} });`,
  );
  script = spawn(process.execPath, [path], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, npm_lifecycle_event: undefined, ...env },
  });
  return (await firstLine(script)).split(' ').map(Number);
}

function firstLine(child) {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')));
    });
    child.once('exit', () => reject(new Error(`ended early: ${text}`)));
  });
}

function exitOf(child) {
  return new Promise((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal)));
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function gone(pids) {
  while (pids.some(isAlive)) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** A program with a child of its own, both printed; it stops when asked, or not. */
function family({ stubborn }) {
  const child = `require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])`;
  const manners = stubborn ? `process.on('SIGINT', () => {});` : '';
  const source = `${manners} console.log(process.pid, ${child}.pid); setInterval(() => {}, 1000);`;
  return `await runProgram(process.execPath, ['-e', ${JSON.stringify(source)}], { output: 'inherit', graceMs: 60_000 });`;
}

describe.skipIf(process.platform === 'win32')('an interrupted script', () => {
  test('ends its program with all that program’s children, and says which signal it was', async () => {
    const pids = await startScript(family({ stubborn: false }));
    script.kill('SIGINT');
    expect(await exitOf(script)).toBe(130);
    await gone(pids);
  });

  test('does the same when told to terminate', async () => {
    const pids = await startScript(family({ stubborn: false }));
    script.kill('SIGTERM');
    expect(await exitOf(script)).toBe(143);
    await gone(pids);
  });

  test('waits for a program that takes its time, until it is interrupted a second time', async () => {
    const pids = await startScript(family({ stubborn: true }));
    const exit = exitOf(script);
    script.kill('SIGINT');
    await new Promise((resolve) => setTimeout(resolve, 900)); // past the time in which two signals are one wish
    expect([pids.every(isAlive), script.exitCode]).toEqual([true, null]);
    script.kill('SIGINT');
    expect(await exit).toBe(130);
    await gone(pids);
  });
});

describe.skipIf(process.platform === 'win32')('a virtual display', () => {
  beforeEach(async () => {
    await writeFile(join(folder, 'Xvfb'), '#!/bin/sh\necho 77 >&3\necho "$$" >"$PIDFILE"\nexec sleep 600\n');
    await chmod(join(folder, 'Xvfb'), 0o755);
  });

  const body = `
    const display = await startVirtualDisplay();
    const { readFileSync } = await import('node:fs');
    console.log(readFileSync(process.env.PIDFILE, 'utf8').trim(), display.slice(1));
    await new Promise((resolve) => setTimeout(resolve, 600_000));`;

  test.each(['SIGINT', 'SIGKILL'])('ends with its script on %s', async (signal) => {
    const path = [folder, process.env.PATH].join(delimiter);
    const [server, number] = await startScript(body, { PATH: path, PIDFILE: join(folder, 'pid') });
    expect([number, isAlive(server)]).toEqual([77, true]);
    script.kill(signal);
    await exitOf(script);
    await gone([server]);
  });
});
