/** G20: agents that hang, each at another point: the session says what is, within its limit, and one can go on. */
import { CANCEL_PATIENCE_MS } from '../../../src/main/sessions/turn-desk.ts';
import type { StartAgent } from '../../../src/main/agents/agent-link.ts';
import { ORDINARY_TIMEOUTS } from '../../../src/main/agents/agent-connection.ts';
import type { Session } from '../../../src/main/sessions/session.ts';
import { type Waits, WakingClock } from '../../../src/main/waking-clock.ts';
import { activityOf, statusOf } from '../../../src/shared/session/select.ts';
import type { SessionState } from '../../../src/shared/session/state.ts';
import { until } from '../../real-agents/waits.ts';
import { type FaultRun, controlFailure } from '../fault-run.ts';
import { pause } from '../g16-g19-real.mts';
import { JumpingHost } from '../jumping-host.ts';
import { PATIENCE_MS, type Rig, agentOf, startRig, textOf } from '../rig.ts';

/** What is shown, as `status/activity/phase`, and of the last turn how it ended. */
type Shown = string;
type Stub = {
  readonly name: string;
  /** Where the agent hangs. */
  readonly at: string;
  /** Of the app's own time, after which it has to be out of the hanging; null: the person is to decide. */
  readonly limitMs: number | null;
  /** Brings it to where it hangs. */
  readonly bring: (world: World) => Promise<Session>;
  /** What the person can do about it, if it does not end by itself. */
  readonly act?: (session: Session) => Promise<unknown>;
  readonly hangs: Shown;
  readonly ends: Shown;
};
type World = { readonly rig: Rig; readonly host: JumpingHost };

const stubs: readonly Stub[] = [
  {
    name: 'initialize',
    at: 'initialize',
    limitMs: ORDINARY_TIMEOUTS.initialize,
    bring: (world) => starting(world, 'handshake'),
    hangs: 'running/starting/starting, no turn',
    ends: 'failed/failed: no-handshake/failed, no turn',
  },
  {
    name: 'session/new',
    at: 'session/new',
    limitMs: ORDINARY_TIMEOUTS.openSession,
    bring: (world) => starting(world, 'opening'),
    hangs: 'running/starting/starting, no turn',
    ends: 'failed/failed: session-refused/failed, no turn',
  },
  {
    name: 'a prompt',
    at: 'turn',
    limitMs: null,
    bring: writing,
    act: (session) => session.cancel(),
    hangs: 'running/silent/ready, turn runs',
    ends: 'finished-unread/cancelled/ready, turn cancelled',
  },
  {
    name: 'a cancel',
    at: 'session/cancel',
    limitMs: CANCEL_PATIENCE_MS,
    bring: async (world) => {
      const session = await writing(world);
      await session.cancel();
      return session;
    },
    hangs: 'running/cancelling/ready, turn runs',
    ends: 'finished-unread/stopped/stopped, turn interrupted',
  },
  {
    name: 'an exit in a turn',
    at: 'exit',
    limitMs: 0,
    bring: writing,
    hangs: '',
    ends: 'failed/failed: exited/failed, turn interrupted',
  },
  {
    name: 'half a line and an exit',
    at: 'half-exit',
    limitMs: 0,
    bring: writing,
    hangs: '',
    ends: 'failed/failed: exited/failed, turn interrupted',
  },
  {
    name: 'half a line',
    at: 'half',
    limitMs: CANCEL_PATIENCE_MS,
    bring: async (world) => {
      const session = await writing(world);
      await session.cancel();
      return session;
    },
    hangs: 'running/cancelling/ready, turn runs',
    ends: 'finished-unread/stopped/stopped, turn interrupted',
  },
  {
    name: 'SIGSTOP',
    at: 'nowhere',
    limitMs: CANCEL_PATIENCE_MS,
    bring: async (world) => {
      const session = await writing(world);
      for (const { pid } of world.rig.processes.live) process.kill(pid, 'SIGSTOP');
      await session.cancel();
      return session;
    },
    hangs: 'running/cancelling/ready, turn runs',
    ends: 'finished-unread/stopped/stopped, turn interrupted',
  },
];

export const g20: FaultRun = {
  name: 'G20',
  alone: true,
  async run() {
    const failures: string[] = [];
    let promises = 0;
    for (const stub of stubs) {
      const found = await play(stub, { limited: true });
      promises += found.promises;
      failures.push(...found.wrong.map((text) => `${stub.name}: ${text}`));
    }
    let control = 0;
    const limited = stubs.filter(({ limitMs, hangs }) => limitMs !== null && hangs !== '');
    for (const stub of limited) if ((await play(stub, { limited: false })).wrong.length > 0) control += 1;
    return {
      type: 'done',
      figure:
        `${stubs.length} ways to hang: ${failures.length === 0 ? 'each named, over within its limit and not before, with a way on' : `${failures.length} wrong`}, ` +
        `${promises} promises to agents all settled, no timer left; control without limits: ${control} of ${limited.length} hang`,
      failures: [...failures, ...controlFailure(control)],
    };
  },
};

const never: Waits = { after: () => () => undefined };

async function play(stub: Stub, { limited }: { readonly limited: boolean }) {
  const host = new JumpingHost();
  const waits = limited ? new WakingClock(host) : never;
  const promises = { made: 0, open: 0 };
  const rig = startRig({
    launches: [agentOf('slow', stub.at, 'never')],
    workspace: '/',
    waits,
    // Summaries are told in any case.
    clock: { now: () => host.wall(), after: (ms, run) => (ms < 1000 ? host : waits).after(ms, run) },
    around: (start) => counted(start, promises),
  });
  const wrong: string[] = [];
  try {
    const session = await stub.bring({ rig, host });
    const patience = limited ? PATIENCE_MS : 1000;
    if (stub.limitMs !== null && stub.hangs !== '') {
      await host.hurry(stub.limitMs - 1500);
      if (shown(session) !== stub.hangs) wrong.push(`before its limit it is ${shown(session)}`);
      await host.hurry(1500);
    } else if (stub.limitMs === null) {
      await host.hurry(600_000);
      if (shown(session) !== stub.hangs) wrong.push(`while it hangs it is ${shown(session)}`);
    }
    await stub.act?.(session);
    await until(session, 'it is over', patience, () => shown(session) === stub.ends).catch(() => {
      wrong.push(`in the end it is ${shown(session)}`);
    });
    // Without limits nothing else would end them.
    if (!limited) rig.processes.killAllNow();
    if (!limited) return { wrong, promises: 0 };
    if (!(await goOn(session)).ok) wrong.push('one cannot go on');
    await session.close();
    if (session.state.permissions.length > 0 || session.state.active !== null)
      wrong.push('something is open');
  } finally {
    // Without limits a session would not close either.
    if (limited) await rig.close();
    else await rig.processes.stopAll({ deadlineMs: 1000 });
  }
  await pause(100);
  if (promises.open > 0) wrong.push(`${promises.open} of ${promises.made} promises are open`);
  if (host.pending > 0) wrong.push(`${host.pending} timers are left`);
  wrong.push(...rig.unexpected.map((error) => `unexpected: ${String(error)}`));
  return { wrong, promises: promises.made };
}

function goOn(session: Session) {
  return session.state.phase.name === 'ready'
    ? session.prompt([{ type: 'text', text: 'on' }])
    : session.restart();
}

function shown({ state }: Session): Shown {
  const activity = activityOf(state);
  const word = activity.type === 'failed' ? `failed: ${activity.code}` : activity.type;
  return `${statusOf(state)}/${word}/${state.phase.name}, ${turnOf(state)}`;
}

function turnOf({ turns, active }: SessionState): string {
  if (active !== null) return 'turn runs';
  const outcome = turns.at(-1)?.outcome;
  if (outcome === undefined || outcome === null) return 'no turn';
  return `turn ${outcome.type === 'stopped' ? outcome.reason : outcome.type}`;
}

async function starting({ rig }: World, stage: 'handshake' | 'opening'): Promise<Session> {
  const created = rig.sessions.create('workspace', 'slow');
  if (!created.ok) throw new Error(created.error.message);
  const session = created.value;
  await until(session, stage, PATIENCE_MS, ({ phase }) => phase.name === 'starting' && phase.stage === stage);
  // The stage is told a moment before the request is made.
  await pause(100);
  return session;
}

/** In a turn, which has come to where the agent misbehaves. */
async function writing({ rig }: World): Promise<Session> {
  const session = await rig.open('slow');
  await session.prompt([{ type: 'text', text: 'go' }]);
  await until(session, 'it writes', PATIENCE_MS, () => textOf(session).includes('20 '));
  return session;
}

/** Every promise that the agent's link gives out is one that somebody waits for. */
function counted(start: StartAgent, promises: { made: number; open: number }): StartAgent {
  const count = <Value>(promise: Promise<Value>): Promise<Value> => {
    promises.made += 1;
    promises.open += 1;
    const settle = () => void (promises.open -= 1);
    promise.then(settle, settle);
    return promise;
  };
  return async (...words) => {
    const link = await count(start(...words));
    return {
      ...link,
      openSession: (cwd) => count(link.openSession(cwd)),
      reopenSession: (cwd, id) => count(link.reopenSession(cwd, id)),
      prompt: (id, prompt) => count(link.prompt(id, prompt)),
      setMode: (id, mode) => count(link.setMode(id, mode)),
      stop: () => count(link.stop()),
    };
  };
}
