/** G30: many sessions at once, each of a light agent that never stops: nothing is lost, and the app stays quick. */
import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { AgentLaunch } from '../../../src/main/agents/agent-link.ts';
import type { Session } from '../../../src/main/sessions/session.ts';
import { openJournalStore } from '../../../src/main/storage/journal-store.ts';
import type { SessionEvent } from '../../../src/shared/session/event.ts';
import { type FaultRun, controlFailure } from '../fault-run.ts';
import { project } from '../g16-g19-real.mts';
import { type LoopLag, watchLoop } from '../loop-lag.ts';
import { PATIENCE_MS, promptAndWait, startRig, textOf } from '../rig.ts';

const SESSIONS = 64;
const RATE = 50;
const MOST_LAG_MS = 50;
const MIB = 1024 * 1024;
const TRIES = 3;
/** Of what is still in use: what the system counts also has what the engine has not given back yet. */
const MOST_HEAP_MIB = 1;
/** In the full form the logs are full by then. */
const WARM_MS = 45_000;

export const g30: FaultRun = {
  name: 'G30',
  alone: true,
  async run({ quick, scratch, atEnd }) {
    const seconds = quick ? 8 : 60;
    const failures: string[] = [];
    const { launches, agents } = await lightAgents(scratch);
    atEnd(async () => void agents.kill('SIGKILL'));
    const store = await openJournalStore(join(scratch, 'data'), { app: '0' });
    const rig = startRig({
      launches,
      workspace: scratch,
      journals: store,
    });
    try {
      const sessions = await Promise.all(launches.map(({ agentId }) => rig.open(agentId)));
      const counted = sessions.map((session) => countOf(session));
      const run = (ms: number) =>
        Promise.all(sessions.map((session) => promptAndWait(session, `count ${ms}`, ms + PATIENCE_MS)));

      const warmMs = quick ? 2000 : WARM_MS;
      await run(warmMs);
      const before = { ...usedMemory(), fds: await openFiles() };
      let lag: LoopLag = { p50: 0, p99: Infinity, max: 0, beside: 0, besideMax: 0 };
      let ran = 0;
      const cpu = process.cpuUsage();
      const began = performance.now();
      for (let tries = 0; tries < TRIES && lag.p99 - lag.beside > MOST_LAG_MS; tries += 1) {
        const lagSince = watchLoop();
        await run(seconds * 1000);
        lag = await lagSince();
        ran += seconds;
      }
      const { user, system } = process.cpuUsage(cpu);
      const share = (user + system) / 1000 / (performance.now() - began);
      const fds = await openFiles();
      const after = usedMemory();
      const aMinute = (bytes: number) => bytes / MIB / (ran / 60);
      const grown = { heap: aMinute(after.heap - before.heap), rss: aMinute(after.rss - before.rss) };

      const each = Math.round((warmMs * RATE) / 1000) + ran * RATE;
      const lost = lostOf(sessions, counted, each);
      failures.push(...lost, ...rig.unexpected.map((error) => `unexpected: ${String(error)}`));
      if (lag.p99 - lag.beside > MOST_LAG_MS) failures.push(`the loop was late by ${lag.p99.toFixed(1)} ms`);
      if (fds > before.fds * 1.02) failures.push(`${before.fds} open files became ${fds}`);
      if (!quick && grown.heap > MOST_HEAP_MIB) failures.push('what is in use grows');
      // Control: whoever looks for losses has to see one.
      const control = lostOf(sessions, counted, each + 1).length;
      return {
        type: 'done',
        figure:
          `${SESSIONS} sessions x ${RATE} updates a second for ${ran} s, journals on disk: ${each * SESSIONS} updates, ${lost.length === 0 ? 'none lost' : `${lost.length} sessions with losses`}, ` +
          `loop late p50 ${lag.p50.toFixed(1)} p99 ${lag.p99.toFixed(1)} most ${lag.max.toFixed(0)} ms (limit p99 ${MOST_LAG_MS} over the ${lag.beside.toFixed(1)} of a thread that does nothing), CPU ${Math.round(share * 100)} %, ` +
          `memory in use ${signed(grown.heap)} MiB a minute${quick ? '' : ` (limit ${MOST_HEAP_MIB})`}, of the process ${signed(grown.rss)}, with what is said and its protocol logs, ${fds} files open before and after; ` +
          `control, one more expected: ${control} sessions with losses`,
        failures: [...failures, ...controlFailure(control)],
      };
    } finally {
      await rig.close();
      agents.kill('SIGKILL');
    }
  },
};

/** Two programs that hand on what they are given are all that an agent is; one process speaks for them all. */
async function lightAgents(
  folder: string,
): Promise<{ readonly launches: readonly AgentLaunch[]; readonly agents: ChildProcess }> {
  const pipes = Array.from({ length: SESSIONS }, (_, index) => [`${index}.in`, `${index}.out`]).flat();
  await promisify(execFile)('mkfifo', pipes, { cwd: folder });
  const agents = fork(
    join(project, 'tests/faults/agents/many.mjs'),
    [folder, String(SESSIONS), String(RATE)],
    { execArgv: [] },
  );
  await once(agents, 'message');
  const launches = Array.from({ length: SESSIONS }, (_, index): AgentLaunch => {
    const [input, output] = [join(folder, `${index}.in`), join(folder, `${index}.out`)];
    const script = 'cat "$2" & exec cat > "$1"';
    const args = ['-c', script, 'light', input, output];
    return { agentId: `light-${index}`, name: 'Light', command: 'sh', args, env: {} };
  });
  return { launches, agents };
}

type Counted = { updates: number };

/** Each event says how many it stands for. */
function countOf(session: Session): Counted {
  const counted: Counted = { updates: 0 };
  session.watch({
    onEvents: (events) => {
      for (const event of events) {
        if (event.type === 'message-chunk' || event.type === 'tool-call') counted.updates += spanOf(event);
      }
    },
    onEnd: () => undefined,
  });
  return counted;
}

function spanOf({ seq, first }: SessionEvent): number {
  return first === undefined ? 1 : seq - first.seq + 1;
}

function lostOf(sessions: readonly Session[], counted: readonly Counted[], each: number): readonly string[] {
  let wanted = '';
  for (let at = 0; at < each; at += 5) wanted += `${at} `;
  return sessions.flatMap((session, index) => {
    const { updates } = counted[index] ?? { updates: 0 };
    const wrong = updates !== each || textOf(session) !== wanted;
    return wrong ? [`session ${index}: ${updates} of ${each} updates, or not those that were sent`] : [];
  });
}

function usedMemory(): { readonly heap: number; readonly rss: number } {
  globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { heap: heapUsed + external, rss };
}

function signed(mib: number): string {
  return `${mib >= 0 ? '+' : ''}${mib.toFixed(1)}`;
}

async function openFiles(): Promise<number> {
  return (await readdir('/proc/self/fd')).length;
}
