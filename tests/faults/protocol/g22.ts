/** G22: the machine sleeps for hours amid whatever is under way: nothing is ended for it, and nothing is lost. */
import type { SupervisedProcess } from '../../../src/main/processes/spawn.ts';
import type { Session } from '../../../src/main/sessions/session.ts';
import { seededRandom } from '../../../src/main/storage/testing/sample-events.ts';
import { WakingClock } from '../../../src/main/waking-clock.ts';
import { until } from '../../real-agents/waits.ts';
import { type FaultRun, controlFailure } from '../fault-run.ts';
import { pause, runs } from '../g16-g19-real.mts';
import { JumpingHost } from '../jumping-host.ts';
import { PATIENCE_MS, type Rig, agentOf, promptAndWait, startRig, textOf } from '../rig.ts';

const SLEEP_MS = 8 * 3_600_000;
/** Of what does not come any more nothing is gained by waiting. */
const CONTROL_PATIENCE_MS = 2500;
const whole = Array.from({ length: 60 }, (_, index) => `${index} `).join('');

/** Makes the machine sleep, with the agent, and wakes both, the app first. */
type Sleep = (agent: SupervisedProcess) => Promise<void>;
type World = {
  readonly rig: Rig;
  readonly sleep: Sleep;
  readonly random: () => number;
  /** How long whatever must come may take, in ms. */
  readonly patience: number;
};
type Scene = {
  readonly name: string;
  /** Where the agent is slow, and for how long, in ms. */
  readonly slow: readonly [at: string, ms: number];
  /** What was lost or ended, in words. */
  readonly play: (world: World) => Promise<readonly string[]>;
};

const scenes: readonly Scene[] = [
  {
    name: 'amid a turn, with a prompt that waits',
    slow: ['nowhere', 0],
    async play({ rig, sleep, random, patience }) {
      const session = await rig.open('slow');
      const from = Math.floor(random() * 40);
      await session.prompt([{ type: 'text', text: 'one' }]);
      await session.prompt([{ type: 'text', text: 'two' }]);
      await until(session, 'it writes', patience, () => textOf(session).includes(`${from} `));
      await sleep(onlyProcess(rig));
      await promptAndWait(session, 'three', patience);
      await until(session, 'all are answered', patience, ({ turns }) => turns.length === 3);
      return textOf(session) === whole.repeat(3) ? [] : ['what was written is not what was sent'];
    },
  },
  {
    name: 'after a cancel',
    slow: ['session/cancel', 400],
    async play({ rig, sleep, patience }) {
      const session = await rig.open('slow');
      await session.prompt([{ type: 'text', text: 'one' }]);
      await until(session, 'it writes', patience, () => textOf(session).includes('5 '));
      const cancelled = session.cancel();
      await cancelled;
      await sleep(onlyProcess(rig));
      await until(session, 'the turn is over', patience, ({ active }) => active === null);
      const next = await promptAndWait(session, 'two', patience);
      return next?.outcome?.type === 'stopped' ? [] : ['no turn was possible afterwards'];
    },
  },
  { name: 'while it starts', slow: ['initialize', 300], play: (world) => starting(world, 'handshake') },
  {
    name: 'while its session opens',
    slow: ['session/new', 300],
    play: (world) => starting(world, 'opening'),
  },
  {
    name: 'while a mode is set',
    slow: ['session/set_mode', 300],
    async play({ rig, sleep }) {
      const session = await rig.open('slow');
      const set = session.setMode('b');
      await pause(50);
      await sleep(onlyProcess(rig));
      return (await set).ok ? [] : ['the mode was not set'];
    },
  },
];

export const g22: FaultRun = {
  name: 'G22',
  alone: true,
  async run({ quick, seed }) {
    const random = seededRandom(seed);
    const rounds = quick ? 1 : 4;
    const failures: string[] = [];
    let played = 0;
    for (let round = 0; round < rounds; round += 1) {
      for (const scene of scenes) {
        for (const monotonicGoesOn of [true, false]) {
          const wrong = await play(scene, { monotonicGoesOn, wakes: true, random });
          failures.push(...wrong.map((text) => `${scene.name}: ${text}`));
          played += 1;
        }
      }
    }
    let control = 0;
    for (const scene of scenes) {
      const wrong = await play(scene, { monotonicGoesOn: true, wakes: false, random });
      if (wrong.length > 0) control += 1;
    }
    return {
      type: 'done',
      figure:
        `${played} sleeps of 8 h at ${scenes.length} moments, with a clock that goes on and one that stands still: ` +
        `${failures.length} ended or lost, the first message afterwards answered; ` +
        `control with plain timers: ${control} of ${scenes.length} broken`,
      failures: [...failures, ...controlFailure(control)],
    };
  },
};

async function play(
  { slow, play: playScene }: Scene,
  { monotonicGoesOn, wakes, random }: { monotonicGoesOn: boolean; wakes: boolean; random: () => number },
): Promise<readonly string[]> {
  const host = new JumpingHost();
  const waits = wakes ? new WakingClock(host) : host;
  const rig = startRig({
    launches: [agentOf('slow', slow[0], String(slow[1]))],
    workspace: '/',
    waits,
    clock: { now: () => host.wall(), after: (ms, run) => waits.after(ms, run) },
  });
  let asleep = 0;
  const sleep: Sleep = async (agent) => {
    process.kill(agent.pid, 'SIGSTOP');
    await pause(30);
    host.sleep(SLEEP_MS, { monotonicGoesOn });
    // The app is awake before the agent has said anything.
    await pause(60);
    process.kill(agent.pid, 'SIGCONT');
    asleep = agent.pid;
  };
  try {
    const patience = wakes ? PATIENCE_MS : CONTROL_PATIENCE_MS;
    const wrong = await playScene({ rig, sleep, random, patience });
    const ended = rig.stops.length > 0 || !runs(asleep) ? ['the agent was ended'] : [];
    return [...wrong, ...ended, ...rig.unexpected.map((error) => `unexpected: ${String(error)}`)];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    await rig.close();
  }
}

async function starting(
  { rig, sleep, patience }: World,
  stage: 'handshake' | 'opening',
): Promise<readonly string[]> {
  const created = rig.sessions.create('workspace', 'slow');
  if (!created.ok) throw new Error(created.error.message);
  const session: Session = created.value;
  await until(session, stage, patience, ({ phase }) => phase.name === 'starting' && phase.stage === stage);
  await pause(50);
  await sleep(onlyProcess(rig));
  const { phase } = await until(
    session,
    'it is ready',
    patience,
    ({ phase: { name } }) => name !== 'starting',
  );
  if (phase.name !== 'ready') return [`it came to ${phase.name}`];
  const ended = await promptAndWait(session, 'hello', patience);
  return ended?.outcome?.type === 'stopped' ? [] : ['no turn was possible afterwards'];
}

function onlyProcess(rig: Rig): SupervisedProcess {
  const [agent] = rig.processes.live;
  if (agent === undefined) throw new Error('there is no process');
  return agent;
}
