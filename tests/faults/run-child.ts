/** Starts the children of fault runs, and collects what they said. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { facts } from '../../src/main/storage/testing/journal-rig.ts';

export type Said = {
  readonly acked: number;
  readonly highest: number;
  readonly done: boolean;
  readonly stderr: string;
};

export function journalChild(
  { bundles, mode, dataDir }: { readonly bundles: string; readonly mode: string; readonly dataDir: string },
  wrapper: readonly string[] = [],
): { readonly child: ChildProcess; readonly ended: Promise<Said> } {
  const words = [...wrapper, process.execPath, join(bundles, 'journal-child.mjs'), mode, dataDir];
  const child = spawn(words[0] ?? process.execPath, words.slice(1), {
    stdio: ['ignore', 'pipe', 'pipe'],
    // Every call is made by itself, so that each can be counted and failed.
    env: { PATH: process.env['PATH'], UV_USE_IO_URING: '0' },
  });
  let out = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr = (stderr + text).slice(-2000)));
  const ended = new Promise<Said>((resolve) => {
    child.on('close', () => {
      // A last line without its end was not said.
      const lines = out.split('\n').slice(0, -1);
      const numbers = (word: string) =>
        lines.flatMap((line) => (line.startsWith(`${word} `) ? [Number(line.slice(word.length + 1))] : []));
      const acked = Math.max(0, ...numbers('ack'));
      const highest = Math.max(acked, ...numbers('no'));
      resolve({ acked, highest, done: lines.includes('done'), stderr });
    });
  });
  return { child, ended };
}

export function sessionFolder(dataDir: string): string {
  return join(dataDir, 'sessions', facts.id);
}
