import { spawn } from 'node:child_process';
import { access, rm, stat } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { SessionIndex } from '../../../src/main/storage/index/session-index.ts';
import type { Measure } from '../node/measure.ts';
import { takeTurns } from '../node/pairs.ts';
import { median } from '../node/statistics.ts';
import { bringUpToDate, indexInThread } from './index-in-thread.ts';
import { wordNumber, writeJournals } from './many-journals.ts';

const SESSIONS = 500;
const MESSAGES = 2000;
const SEED = 2;

/** What is searched, and what the other one looks for in the files. */
const queries = {
  rarest: { text: wordNumber(49_000), pattern: wordNumber(49_000) },
  rare: { text: wordNumber(5000), pattern: wordNumber(5000) },
  medium: { text: wordNumber(300), pattern: wordNumber(300) },
  commonest: { text: wordNumber(0), pattern: wordNumber(0) },
  both: { text: `${wordNumber(3)} ${wordNumber(2000)}`, pattern: wordNumber(2000) },
  phrase: { text: `"${wordNumber(1)} ${wordNumber(2)}"`, pattern: `${wordNumber(1)} ${wordNumber(2)}` },
  beginning: { text: 'w2k*', pattern: 'w2k' },
  filtered: { text: `${wordNumber(1)} agent:agent-3 role:user`, pattern: wordNumber(1) },
} as const;

export const s2: Measure = {
  names: ['S2'],
  title: 'a search through 1 000 000 messages, newest first, against ripgrep over the same files',
  async run(context) {
    const dataDir = join(context.scratch, 's2');
    const rg = await findRipgrep();
    if (rg === null) throw new Error('there is no rg on the PATH to compare with');
    await writeJournals(dataDir, { sessions: SESSIONS, messages: MESSAGES, seed: SEED });
    const index = indexInThread(context, dataDir);
    try {
      const began = performance.now();
      await bringUpToDate(index, SESSIONS);
      const buildSeconds = (performance.now() - began) / 1000;
      const { size } = await stat(join(dataDir, 'index.db'));
      context.say(`made in ${buildSeconds.toFixed(1)} s, ${(size / 1024 / 1024).toFixed(0)} MiB`);
      const ratios: number[] = [];
      const raw: Record<string, readonly number[]> = {};
      for (const [name, { text, pattern }] of Object.entries(queries)) {
        const { ours, ripgrep } = await takeTurns(
          {
            ours: () => timeOf(() => search(index, text)),
            ripgrep: () => timeOf(() => run(rg, pattern, dataDir)),
          },
          { rounds: 9 },
        );
        raw[`${name}Ms`] = ours;
        raw[`${name}RipgrepMs`] = ripgrep;
        ratios.push(median(ours) / median(ripgrep));
        context.say(`${name}: ${median(ours).toFixed(2)} ms, ripgrep ${median(ripgrep).toFixed(0)} ms`);
      }
      return [
        {
          name: 'S2.worst',
          value: Math.max(...ratios),
          unit: '× ripgrep over the files, the slowest of its queries',
          target: { atMost: 1 / 20 },
          raw,
        },
        {
          name: 'S2.median',
          value: median(ratios),
          unit: '× ripgrep over the files',
          target: { atMost: 1 / 20 },
          raw: {},
        },
        {
          name: 'S2.build',
          value: buildSeconds,
          unit: 's to read all journals, in the background',
          target: null,
          raw: {},
        },
      ];
    } finally {
      await index.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};

async function timeOf(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function search(index: SessionIndex, text: string): Promise<void> {
  const { groups } = await index.search({ text });
  if (groups.length === 0) throw new Error(`nothing was found for ${text}`);
}

/** Counts, so that nothing is written and every file is read. */
function run(rg: string, pattern: string, dataDir: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(
      rg,
      ['--fixed-strings', '--count', '--no-messages', '--', pattern, join(dataDir, 'sessions')],
      {
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    );
    child.on('error', reject);
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`rg ended with ${code}`))));
  });
}

async function findRipgrep(): Promise<string | null> {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const path = join(folder, process.platform === 'win32' ? 'rg.exe' : 'rg');
    if (
      await access(path).then(
        () => true,
        () => false,
      )
    )
      return path;
  }
  return null;
}
