import { spawn, spawnSync } from 'node:child_process';
import { onEnd } from './endings.mjs';

const KEPT_CHARS = 4_000_000;
const windows = process.platform === 'win32';

/**
 * @typedef {object} ProgramOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {'inherit' | 'capture'} [output]
 * @property {number} [limitMs] ends the program after this long
 * @property {number} [graceMs] how long it may take to stop when interrupted, before it is killed
 * @property {(stop: () => void) => () => void} [watch] called once started; may stop it; returns its own undo
 *
 * @typedef {object} ProgramResult
 * @property {number | null} code null when it was ended by a signal or could not start
 * @property {string} stdout the last part of it, when captured
 * @property {string} stderr the last part of it, when captured
 * @property {boolean} stopped whether the time limit or the watch ended it
 * @property {string | null} startError why it could not be started at all
 */

/**
 * Runs a program to its end, without a terminal on stdin. It gets a process group of its own, so that Ctrl+C
 * reaches only this script, which then ends the program in order (see endings.mjs).
 *
 * @param {string} command
 * @param {string[]} args
 * @param {ProgramOptions} [options]
 * @returns {Promise<ProgramResult>}
 */
export function runProgram(command, args, options = {}) {
  const { cwd, env, output = 'capture', limitMs, graceMs = 5_000, watch } = options;
  const sink = output === 'inherit' ? 'inherit' : 'pipe';
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: ['ignore', sink, sink],
      detached: !windows,
      windowsHide: true,
    });
    let stopped = false;
    let startError = null;
    const kept = { stdout: '', stderr: '' };
    for (const name of /** @type {const} */ (['stdout', 'stderr'])) {
      child[name]?.setEncoding('utf8').on('data', (text) => {
        kept[name] = (kept[name] + text).slice(-KEPT_CHARS);
      });
    }
    const forget = onEnd((urgent) => endTree(child, urgent ? 0 : graceMs));
    const stop = () => {
      stopped = true;
      void endTree(child, 1_000);
    };
    const limit = limitMs === undefined ? undefined : setTimeout(stop, limitMs);
    const unwatch = watch?.(stop);
    child.on('error', (error) => {
      startError = error.message;
      settle(null);
    });
    child.on('close', settle);

    function settle(code) {
      clearTimeout(limit);
      unwatch?.();
      forget();
      resolve({ code, ...kept, stopped, startError });
    }
  });
}

/**
 * Asks a child to stop, waits, then kills whatever is left of its process group.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @param {number} graceMs
 */
export async function endTree(child, graceMs) {
  if (child.pid === undefined) return;
  if (windows) {
    spawnSync('taskkill', ['/pid', String(child.pid), '/T', '/F'], { stdio: 'ignore' });
    return;
  }
  if (child.exitCode === null && child.signalCode === null && graceMs > 0) {
    child.kill('SIGINT');
    await exitWithin(child, graceMs);
  }
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    return; // the group has no members left
  }
  await exitWithin(child, 2_000);
}

/** @returns {Promise<void>} */
function exitWithin(child, ms) {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    child.once('exit', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** The last few lines a program left behind, for a failure's text. */
export function lastLines(result, count = 6) {
  const text = (result.startError ?? '') + (result.stderr.trim() === '' ? result.stdout : result.stderr);
  return text.trimEnd().split('\n').slice(-count).join('\n');
}
