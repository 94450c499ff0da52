/** Runs a program that installs something to its end: limited in time, to be cancelled, its lines passed on. */
import { StringDecoder } from 'node:string_decoder';
import type { ProcessRegistry } from '../../processes/registry.ts';
import { wakingClock } from '../../waking-clock.ts';
import { StderrTail } from '../stderr-tail.ts';
import { InstallCancelled, InstallError, throwIfCancelled } from './install-error.ts';

export type InstallTool = {
  readonly processes: ProcessRegistry;
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Absolute, and outside of any project. */
  readonly cwd: string;
  /** In ms. */
  readonly limitMs: number;
  readonly signal: AbortSignal;
  readonly onLine?: (line: string) => void;
};

export type ToolResult =
  | {
      readonly type: 'ended';
      readonly code: number | null;
      readonly stdout: string;
      readonly lines: readonly string[];
    }
  | { readonly type: 'not-found' };

const MAX_STDOUT = 1 << 20;
const KEPT_LINES = 40;
const PACE = { inputMs: 100, termMs: 2000, killMs: 2000 };

/** Rejects with InstallCancelled, or InstallError `too-slow`; its processes are gone by then. */
export async function runInstallTool(tool: InstallTool): Promise<ToolResult> {
  const { processes, command, args, env = {}, cwd, signal } = tool;
  throwIfCancelled(signal);
  const started = await processes.start({ command, args, env, cwd, kind: 'installer' });
  if (!started.ok) {
    if (started.error.code === 'not-found') return { type: 'not-found' };
    throw new InstallError('failed', started.error.message);
  }
  const { process: managed, settled } = started.value;
  settled();
  managed.stdin.end();
  const tail = new StderrTail(managed.stderr);
  managed.stderr.on('data', () => tool.onLine?.(tail.lines.at(-1) ?? ''));
  const decoder = new StringDecoder('utf8');
  let stdout = '';
  managed.stdout.on('data', (chunk: Buffer) => {
    if (stdout.length < MAX_STDOUT) stdout += decoder.write(chunk);
  });
  const drained = Promise.all(
    [managed.stdout, managed.stderr].map((pipe) => new Promise((resolve) => pipe.once('close', resolve))),
  );
  const ended = managed.exited.then(() => 'ended' as const);
  const how = await firstOf(ended, tool.limitMs, signal);
  if (how === 'ended') {
    // What it started and left behind may hold the pipes; the registry ends that.
    await drained;
    await processes.stop(managed, PACE);
    return { type: 'ended', code: managed.exit?.code ?? null, stdout, lines: tail.lines.slice(-KEPT_LINES) };
  }
  await processes.stop(managed, PACE);
  if (how === 'cancelled') throw new InstallCancelled();
  const message = `${command} was not done after ${Math.round(tool.limitMs / 1000)} s`;
  throw new InstallError('too-slow', message, tail.lines.slice(-KEPT_LINES));
}

async function firstOf(ended: Promise<'ended'>, limitMs: number, signal: AbortSignal) {
  let callOff = () => {};
  let onAbort = () => {};
  const late = new Promise<'too-slow'>((resolve) => {
    callOff = wakingClock.after(limitMs, () => resolve('too-slow'));
  });
  const cancelled = new Promise<'cancelled'>((resolve) => {
    onAbort = () => resolve('cancelled');
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
  });
  try {
    return await Promise.race([ended, late, cancelled]);
  } finally {
    callOff();
    signal.removeEventListener('abort', onAbort);
  }
}
