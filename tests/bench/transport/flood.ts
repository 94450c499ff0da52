/** A scripted agent process that floods, held back until it is told to begin. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';

export type FloodKind = 'small' | 'medium' | 'large';

export type Flood = {
  readonly output: Readable;
  readonly input: Writable;
  readonly lineBytes: number;
  go(): void;
  /** Resolves when the process is gone. */
  end(): Promise<void>;
};

export async function startFlood(project: string, kind: FloodKind, count: number): Promise<Flood> {
  const child: ChildProcess = spawn(
    process.execPath,
    [join(project, 'tests/bench/agents/flood.mjs'), kind, String(count)],
    { stdio: ['pipe', 'pipe', 'inherit', 'ipc'] },
  );
  const { stdin, stdout } = child;
  if (stdin === null || stdout === null) throw new Error('the flood has no pipes');
  const exited = once(child, 'exit');
  // It may be ended while it still reads.
  stdin.on('error', () => undefined);
  const ready = (await Promise.race([
    once(child, 'message'),
    exited.then(() => {
      throw new Error('the flood ended before it was ready');
    }),
  ])) as [{ lineBytes: number }];
  child.disconnect();
  return {
    output: stdout,
    input: stdin,
    lineBytes: ready[0].lineBytes,
    go: () => void stdin.write('{"jsonrpc":"2.0","method":"bench/go"}\n'),
    async end() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
