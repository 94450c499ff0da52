/** One run of a hook: its input in, its output out, and nothing of it left behind. */
import type { HookProblem } from '../../../shared/permission/hook-answer.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { ProcessRegistry } from '../../processes/registry.ts';
import type { ManagedProcess } from '../../processes/spawn.ts';
import { KILL_PACE } from '../../processes/stop-ladder.ts';

/** Bytes of its output. */
export const MOST_OUTPUT = 1024 * 1024;
/** ms, for what is still in its pipe: a child of its own may hold that open. */
const PIPE_GRACE_MS = 200;

export type HookRun = {
  readonly command: readonly string[];
  /** Absolute. */
  readonly cwd: string;
  /** From now, not from when it has started. */
  readonly timeoutMs: number;
  readonly input: string;
};

/** Never rejects. Its group is killed whatever came of it; that may take a moment longer than the answer. */
export async function runHook(
  processes: Pick<ProcessRegistry, 'start' | 'stop'>,
  { command, cwd, timeoutMs, input }: HookRun,
): Promise<Result<string, HookProblem>> {
  const [program = '', ...args] = command;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), timeoutMs);
  });
  const starting = processes.start({ command: program, args, env: {}, cwd, kind: 'hook' });
  try {
    const started = await Promise.race([starting, late]);
    if (started === 'late') {
      void starting.then((came) => {
        if (came.ok) void processes.stop(came.value.process, KILL_PACE);
      });
      return err('too-slow');
    }
    if (!started.ok) return err('not-started');
    const { process, settled } = started.value;
    settled();
    try {
      return await heard(process, input, late);
    } finally {
      void processes.stop(process, KILL_PACE);
    }
  } catch {
    return err('not-started');
  } finally {
    clearTimeout(timer);
  }
}

async function heard(
  process: ManagedProcess,
  input: string,
  late: Promise<'late'>,
): Promise<Result<string, HookProblem>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let tooMuch: () => void = () => undefined;
  const overflow = new Promise<'overflow'>((resolve) => {
    tooMuch = () => resolve('overflow');
  });
  const closed = new Promise<void>((resolve) => {
    process.stdout.once('close', resolve);
    process.stdout.once('end', resolve);
  });
  process.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MOST_OUTPUT) {
      process.stdout.pause();
      tooMuch();
    } else chunks.push(chunk);
  });
  process.stderr.resume();
  // One that does not read its input breaks the pipe, and may be content all the same.
  process.stdin.on('error', () => undefined);
  process.stdin.end(input);
  const exit = await Promise.race([process.exited, overflow, late]);
  if (exit === 'late') return err('too-slow');
  if (exit === 'overflow') return err('too-much');
  let timer: NodeJS.Timeout | undefined;
  const grace = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PIPE_GRACE_MS);
  });
  const rest = await Promise.race([closed, grace, overflow]);
  clearTimeout(timer);
  if (rest === 'overflow') return err('too-much');
  return exit.code === 0 ? ok(Buffer.concat(chunks).toString('utf8')) : err('failed');
}
