import { spawn } from 'node:child_process';
import { onEnd } from './endings.mjs';
import { Failure } from './failure.mjs';
import { say, step } from './step.mjs';

const START_LIMIT_MS = 20_000;

/** Whether a window needs a virtual display on this machine. */
export function lacksDisplay(env = process.env, platform = process.platform) {
  return platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY;
}

/**
 * Starts an X server without a screen on a free display number. It ends with this process, whatever ends that: a
 * shell holds our end of a pipe and stops the server when the pipe closes. In a session of its own, so that Ctrl+C
 * reaches the application before its display goes.
 *
 * @param {{ width?: number, height?: number }} [size] in pixels
 * @returns {Promise<string>} the value for DISPLAY
 * @throws {Failure} when it does not start
 */
export async function startVirtualDisplay({ width = 1920, height = 1200 } = {}) {
  const script = [
    `Xvfb -displayfd 3 -screen 0 ${width}x${height}x24 -nolisten tcp -noreset & server=$!`,
    'exec 3>&-',
    'read -r _',
    'kill "$server"; wait "$server"',
  ].join('\n');
  const shell = spawn('sh', ['-c', script], { detached: true, stdio: ['pipe', 'ignore', 'pipe', 'pipe'] });
  const forget = onEnd(() => end(shell));
  shell.once('close', forget);
  shell.stdin.on('error', () => {}); // it went first
  const number = await step('Starting a virtual display', () => firstLine(shell));
  say(`There is no display here: using a virtual one (Xvfb :${number}).`);
  return `:${number}`;
}

function firstLine(shell) {
  return new Promise((resolve, reject) => {
    let complaint = '';
    let answer = '';
    const fail = () => {
      clearTimeout(limit);
      reject(
        new Failure(
          `The virtual display did not start: ${complaint.trim() || 'Xvfb gave no reason'}`,
          'run `Xvfb -displayfd 1` by hand to see why, or set DISPLAY.',
        ),
      );
    };
    const limit = setTimeout(fail, START_LIMIT_MS);
    shell.once('error', fail);
    shell.stderr.setEncoding('utf8').on('data', (text) => {
      complaint = (complaint + text).slice(-2_000);
    });
    const reply = shell.stdio[3];
    reply.setEncoding('utf8').on('data', (text) => {
      answer += text;
      if (!answer.includes('\n')) return;
      clearTimeout(limit);
      resolve(answer.trim());
    });
    reply.once('end', fail);
  });
}

/** @returns {Promise<void>} */
function end(shell) {
  return new Promise((resolve) => {
    const limit = setTimeout(() => {
      try {
        process.kill(-shell.pid, 'SIGKILL');
      } catch {
        // it ended in the meantime
      }
      resolve();
    }, 3_000);
    shell.once('exit', () => {
      clearTimeout(limit);
      resolve();
    });
    if (shell.exitCode !== null || shell.signalCode !== null) {
      clearTimeout(limit);
      resolve();
    }
    shell.stdin.end();
  });
}
