/** Kills the writing process at random moments and starts it again, over and over. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { nodeFilePort } from '../../src/main/storage/node-file-port.ts';
import { readAll } from '../../src/main/storage/testing/journal-rig.ts';
import { readNaively } from '../../src/main/storage/testing/naive-journal.ts';
import { problemsOf, seededRandom } from '../../src/main/storage/testing/sample-events.ts';
import { type FaultContext, type FaultRun, controlFailure } from './fault-run.ts';
import { CHILD_OPTIONS } from './child-script.ts';
import { journalChild, sessionFolder } from './run-child.ts';

/** A new session after so many, so that reading it stays quick. */
const KILLS_PER_SESSION = 20;

export const g23: FaultRun = {
  name: 'G23',
  async run(context) {
    const kills = context.quick ? 60 : 500;
    const random = seededRandom(context.seed);
    const failures: string[] = [];
    let events = 0;
    let torn = 0;
    let dataDir = '';
    let acked = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      if (kill % KILLS_PER_SESSION === 0) {
        dataDir = join(context.scratch, `session-${kill}`);
        await mkdir(dataDir);
        acked = 0;
      }
      const said = await writeAndKill(context, { mode: 'stream', dataDir, after: random() * 300 });
      if (said.stderr !== '') failures.push(`kill ${kill}: ${said.stderr}`);
      acked = Math.max(acked, said.acked);
      const read = await readAll(nodeFilePort, sessionFolder(dataDir));
      const problems = problemsOf(read, { acked, appendedTo: Infinity, options: CHILD_OPTIONS });
      for (const problem of problems) failures.push(`kill ${kill}: ${problem}`);
      if (kill % KILLS_PER_SESSION === KILLS_PER_SESSION - 1 || kill === kills - 1) {
        events += read.seq;
        torn += read.gaps.length;
      }
    }
    if (events < kills) failures.push(`only ${events} events were written: the kills came too early`);
    failures.push(...controlFailure(await killNaively(context, random)));
    const lost = failures.length;
    return {
      type: 'done',
      figure: `${kills} kills, ${lost} lost, ${events} events, ${torn} torn tails put aside`,
      failures,
    };
  },
};

async function killNaively(context: FaultContext, random: () => number): Promise<number> {
  let failed = 0;
  for (let kill = 0; kill < 5; kill += 1) {
    const dataDir = join(context.scratch, `naive-${kill}`);
    const { acked } = await writeAndKill(context, {
      mode: 'naive-stream',
      dataDir,
      after: 20 + random() * 60,
    });
    const events = await readNaively(nodeFilePort, dataDir);
    if (problemsOf({ events, gaps: [] }, { acked, appendedTo: Infinity }).length > 0) failed += 1;
  }
  return failed;
}

async function writeAndKill(
  { bundles }: FaultContext,
  { mode, dataDir, after }: { readonly mode: string; readonly dataDir: string; readonly after: number },
) {
  const { child, ended } = journalChild({ bundles, mode, dataDir });
  // Its own start is nothing to look at, and takes long on a busy machine.
  child.stdout?.once('data', () => setTimeout(() => child.kill('SIGKILL'), after));
  return ended;
}
