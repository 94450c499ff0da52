/**
 * What the person's shell exports, read by running it once the way a terminal does: as a login shell and
 * interactive, since version managers put themselves into the start files of either. The shell and whatever
 * its start files leave running is ended like every other process of ours.
 */
import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { basename, isAbsolute } from 'node:path';
import { err, ok } from '../../shared/result.ts';
import type { Result } from '../../shared/result.ts';
import { wakingClock } from '../waking-clock.ts';
import type { Environment } from './environment.ts';
import type { ProcessRegistry } from './registry.ts';

export type ShellProblem = {
  /** `too-slow`: it waits for something, or its start files take long. `no-answer`: it ended without one. */
  readonly code: 'no-shell' | 'not-started' | 'too-slow' | 'too-much' | 'no-answer';
  readonly message: string;
};

export type ReadShellOptions = {
  readonly processes: ProcessRegistry;
  readonly appEnv: Environment;
  /** Absolute; the shell starts there. */
  readonly home: string;
  /** In ms. Its processes may take a moment longer to be gone. */
  readonly limitMs: number;
};

const MAX_BYTES = 1 << 20;
/** Interactive shells do not hear SIGTERM. */
const PACE = { inputMs: 100, termMs: 200, killMs: 2000 };

export async function readShellEnvironment(
  options: ReadShellOptions,
): Promise<Result<Environment, ShellProblem>> {
  const shell = loginShell(options.appEnv);
  if (shell === null) return err({ code: 'no-shell', message: 'this account has no shell to log in with' });
  const mark = randomBytes(16).toString('hex');
  const started = await options.processes.start({
    kind: 'shell-environment',
    command: shell,
    args: shellArguments(shell, mark),
    cwd: options.home,
    env: {
      // Start files of zsh may be elsewhere; those of anybody may look at the last one and do less.
      ZDOTDIR: options.appEnv['ZDOTDIR'],
      TERM: 'dumb',
      SWITCHYARD_READS_ENVIRONMENT: '1',
    },
  });
  if (!started.ok) return err({ code: 'not-started', message: started.error.message });
  const { process: managed, settled } = started.value;
  managed.stdin.end();
  managed.stderr.resume();
  const output = await collect(managed.stdout, mark, options.limitMs);
  settled();
  const stopped = options.processes.stop(managed, PACE);
  if (!output.ok) return err(describe(output.error, shell, options.limitMs));
  // Not waited for otherwise: what was read counts, whatever its start files still do.
  const parsed = parseShellOutput(output.value, mark);
  if (parsed === null) return err(describe('no-answer', shell, options.limitMs));
  return ok(await withoutDeadSocket(parsed, stopped));
}

type ReadProblem = Exclude<ShellProblem['code'], 'no-shell' | 'not-started'>;

function describe(code: ReadProblem, shell: string, limitMs: number): ShellProblem {
  switch (code) {
    case 'too-slow':
      return { code, message: `${shell} did not come up within ${limitMs / 1000} s` };
    case 'too-much':
      return { code, message: `${shell} wrote more than ${MAX_BYTES >> 20} MiB` };
    case 'no-answer':
      return { code, message: `${shell} ended without showing its variables` };
  }
}

/** What came up to the second mark. */
function collect(
  stdout: NodeJS.ReadableStream,
  mark: string,
  limitMs: number,
): Promise<Result<string, ReadProblem>> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const settle = (result: Result<string, ReadProblem>) => {
      callOff();
      resolve(result);
    };
    const callOff = wakingClock.after(limitMs, () => settle(err('too-slow')));
    stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) return settle(err('too-much'));
      chunks.push(chunk);
      const text = Buffer.concat(chunks).toString('utf8');
      if (text.split(mark).length > 2) settle(ok(text));
    });
    for (const event of ['end', 'close', 'error']) stdout.on(event, () => settle(err('no-answer')));
  });
}

/** Null when there are not two marks with something between them. Start files may write before and after. */
export function parseShellOutput(output: string, mark: string): Record<string, string> | null {
  const [, between, after] = output.split(mark);
  if (between === undefined || after === undefined) return null;
  const found: Record<string, string> = {};
  for (const pair of between.split('\0')) {
    const at = pair.indexOf('=');
    if (at <= 0) continue;
    const name = pair.slice(0, at);
    if (!isOurs(name, pair.slice(at + 1))) found[name] = pair.slice(at + 1);
  }
  return Object.keys(found).length === 0 ? null : found;
}

function isOurs(name: string, value: string): boolean {
  return name.startsWith('SWITCHYARD_') || (name === 'TERM' && value === 'dumb');
}

/** Start files may have started a key agent, which has just been ended with the rest. */
async function withoutDeadSocket(
  env: Record<string, string>,
  stopped: Promise<unknown>,
): Promise<Environment> {
  const { SSH_AUTH_SOCK: socket, SSH_AGENT_PID: _pid, ...others } = env;
  if (socket === undefined) return env;
  await stopped;
  return (await stat(socket).catch(() => null))?.isSocket() === true ? env : others;
}

/** Null: the account has none that a person works in. */
export function loginShell(appEnv: Environment): string | null {
  const shell = appEnv['SHELL'] ?? accountShell();
  if (shell === null || !isAbsolute(shell)) return null;
  return ['nologin', 'false', 'true'].includes(basename(shell)) ? null : shell;
}

function accountShell(): string | null {
  try {
    return userInfo().shell;
  } catch {
    return null; // The account is not in the system's list.
  }
}

/**
 * One command that any shell understands, the rest is done by sh. `-0` is not in every `env`; Linux has the
 * same in /proc; awk is everywhere.
 */
function shellArguments(shell: string, mark: string): readonly string[] {
  const print = [
    '/usr/bin/env -0 2>/dev/null',
    'cat /proc/self/environ 2>/dev/null',
    String.raw`awk "BEGIN{for(k in ENVIRON)printf \"%s=%s%c\",k,ENVIRON[k],0}"`,
  ].join(' || ');
  const command = `/bin/sh -c 'printf %s ${mark}; ${print}; printf %s ${mark}'`;
  switch (basename(shell)) {
    case 'csh':
    case 'tcsh':
      // Takes -l only alone.
      return ['-ic', command];
    case 'nu':
      return ['-i', '-l', '-c', `^${command}`];
    case 'pwsh':
      return ['-Login', '-Command', command];
    default:
      return ['-ilc', command];
  }
}
