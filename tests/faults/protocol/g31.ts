/** G31, the half of sessions: they come and go by the thousand, and nothing of them stays. */
import { readdir } from 'node:fs/promises';
import { SessionDirectory } from '../../../src/main/sessions/session-directory.ts';
import { createMemoryJournals } from '../../../src/main/sessions/memory-journals.ts';
import type { Session } from '../../../src/main/sessions/session.ts';
import { systemSessionClock } from '../../../src/main/sessions/session-clock.ts';
import { FakeRun, launch } from '../../../src/main/sessions/testing/fake-agent.ts';
import { type FaultRun, controlFailure } from '../fault-run.ts';
import { agentOf, promptAndWait, startRig } from '../rig.ts';

const AT_ONCE = 16;
const SLACK = 0.02;
const WARM = 1000;
/** A session that is kept has thousands. */
const MOST_CHEAP_BYTES = 512;
/** What its process said is in the protocol log of each. */
const MOST_REAL_BYTES = 64 * 1024;

type Kept = {
  readonly heap: number;
  readonly handles: number;
  readonly listeners: number;
  readonly fds: number;
};

export const g31: FaultRun = {
  name: 'G31',
  alone: true,
  async run({ quick }) {
    const cycles = quick ? 2000 : 10_000;
    const real = quick ? 12 : 50;
    const failures: string[] = [];
    const { directory, cycle } = cheapSessions(failures);
    await times(WARM, cycle);
    const before = await kept();
    await times(cycles, cycle);
    const after = await kept();
    failures.push(
      ...compared('cheap ones', before, after, { sessions: cycles, mostBytes: MOST_CHEAP_BYTES }),
    );
    if (directory.list().length > 0) failures.push(`${directory.list().length} sessions are still listed`);

    const journals = createMemoryJournals();
    const rig = startRig({ launches: [agentOf('slow', 'nowhere', '0')], workspace: '/', journals });
    const realCycle = async () => {
      const session = await rig.open('slow');
      await promptAndWait(session);
      await rig.sessions.remove(session.facts.id, () => journals.trash(session.facts.id));
    };
    await times(4, realCycle, 4);
    const beforeReal = await kept();
    await times(real, realCycle, 4);
    const afterReal = await kept();
    failures.push(
      ...compared('real ones', beforeReal, afterReal, { sessions: real, mostBytes: MOST_REAL_BYTES }),
    );
    if (rig.processes.live.length > 0) failures.push(`${rig.processes.live.length} processes are left`);
    await rig.close();
    failures.push(...rig.unexpected.map((error) => `unexpected: ${String(error)}`));

    // Control: whoever keeps a hold of what is gone.
    const hoarded: Session[] = [];
    await times(cycles / 10, () => cycle((session) => hoarded.push(session)));
    const hoard = { sessions: hoarded.length, mostBytes: MOST_CHEAP_BYTES };
    const control = compared('', afterReal, await kept(), hoard).length;
    await directory.closeAll();
    return {
      type: 'done',
      figure:
        `${cycles} sessions opened, used and closed: ${bytesEach(before, after, cycles)} bytes of each stay (limit ${MOST_CHEAP_BYTES}), handles ${before.handles} and ${after.handles}, ` +
        `listeners ${before.listeners} and ${after.listeners}, open files ${before.fds} and ${after.fds}; ${real} with real processes: ` +
        `${bytesEach(beforeReal, afterReal, real)} bytes of each (limit ${MOST_REAL_BYTES}), handles ${beforeReal.handles} and ${afterReal.handles}, open files ${beforeReal.fds} and ${afterReal.fds} ` +
        `(limit 2 % more); control that keeps ${hoarded.length}: ${control} over the limit`,
      failures: [...failures, ...controlFailure(control)],
    };
  },
};

function cheapSessions(failures: string[]) {
  let count = 0;
  const journals = createMemoryJournals();
  const directory = new SessionDirectory({
    startAgent: (_launch, _cwd, handlers, onStage) => {
      onStage('handshake');
      const behaviour = { start: 'at-once', open: 'at-once', reopen: 'resumes', stop: 'at-once' } as const;
      const own = new FakeRun(`acp-${(count += 1)}`, { ...behaviour }, handlers);
      const prompt = own.prompt.bind(own);
      // It says a word and is done.
      own.prompt = (...words) => {
        const turn = prompt(...words);
        const content = { type: 'text', text: 'word ' } as const;
        own.send([{ type: 'message-chunk', role: 'agent', messageId: null, content }]);
        setImmediate(() => own.finish());
        return turn;
      };
      return Promise.resolve(own);
    },
    launchOf: () => launch,
    workspaceOf: () => ({ path: '/repo' }),
    journals,
    readText: () => Promise.resolve(null),
    clock: systemSessionClock,
    newId: () => crypto.randomUUID(),
    report: (error) => failures.push(String(error)),
  });
  const cycle = async (look: (session: Session) => unknown = () => undefined) => {
    const created = directory.create('w1', 'fake');
    if (!created.ok) throw new Error(created.error.message);
    const session = created.value;
    const stopWatching = directory.watch(() => undefined);
    await new Promise<void>((resolve) => {
      const watching = session.watch({
        onEvents: () => {
          const { phase, turns, active } = session.state;
          if (phase.name === 'ready' && turns.length === 0 && active === null) {
            void session.prompt([{ type: 'text', text: 'go' }]);
          }
          if (turns.length > 0) {
            watching.stop();
            resolve();
          }
        },
        onEnd: () => undefined,
      });
    });
    stopWatching();
    look(session);
    await directory.remove(session.facts.id, () => journals.trash(session.facts.id));
  };
  return { directory, cycle };
}

async function times(count: number, work: () => Promise<unknown>, atOnce = AT_ONCE): Promise<void> {
  let left = count;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      await work();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

async function kept(): Promise<Kept> {
  // What is on its way to be told or let go.
  await new Promise((resolve) => setTimeout(resolve, 400));
  globalThis.gc?.();
  globalThis.gc?.();
  const listeners = process
    .eventNames()
    .reduce((sum, name) => sum + process.listenerCount(name as string), 0);
  const handles = process
    .getActiveResourcesInfo()
    .filter((name) => name !== 'Timeout' && name !== 'Immediate');
  return {
    heap: process.memoryUsage().heapUsed,
    handles: handles.length,
    listeners,
    fds: (await readdir('/proc/self/fd')).length,
  };
}

/** Memory is no round number: compiled code and tables grow a little, but not by a session each. */
function compared(
  what: string,
  before: Kept,
  after: Kept,
  { sessions, mostBytes }: { readonly sessions: number; readonly mostBytes: number },
): readonly string[] {
  const grown = (['handles', 'listeners', 'fds'] as const).flatMap((name) =>
    after[name] > before[name] * (1 + SLACK)
      ? [`${what}: ${name} from ${before[name]} to ${after[name]}`]
      : [],
  );
  const each = bytesEach(before, after, sessions);
  return each > mostBytes ? [...grown, `${what}: ${each} bytes of each stay`] : grown;
}

function bytesEach(before: Kept, after: Kept, sessions: number): number {
  return Math.max(0, Math.round((after.heap - before.heap) / sessions));
}
