/** G3: lines too long, without an end, and floods: memory stays, at most the agent that does it fails. */
import { randomUUID } from 'node:crypto';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Session } from '../../../src/main/sessions/session.ts';
import { until } from '../../real-agents/waits.ts';
import { type FaultRun, controlFailure } from '../fault-run.ts';
import { percentile } from '../g16-g19-real.mts';
import { watchLoop } from '../loop-lag.ts';
import { watchMemory } from '../memory.ts';
import { PATIENCE_MS, type Rig, agentOf, promptAndWait, startRig, textOf } from '../rig.ts';

const MIB = 1024 * 1024;
/** What a control is given, which takes it all. */
const NAIVE_MIB = 160;
const MOST_FOR_LINE = 64 * MIB;
const MOST_FOR_FLOOD = 150 * MIB;
const MOST_LATENCY_MS = 200;
/** Others use the machine too: what is ours is there each time. */
const TRIES = 3;
/** An update waits for its agent's turn, for its pipe's, and for ours. */
const WAITS = 3;

export const g3: FaultRun = {
  name: 'G3',
  alone: true,
  async run({ quick }) {
    const lineMib = 17;
    const endlessMib = 264;
    const updates = quick ? 50_000 : 200_000;
    const long = agentOf('overflows', 'line', String(lineMib));
    const endless = { ...agentOf('overflows', 'endless', String(endlessMib)), agentId: 'endless' };
    const flood = { ...agentOf('overflows', 'flood', String(updates)), agentId: 'flood' };
    const steady = { ...agentOf('overflows', 'steady', '10'), agentId: 'steady' };
    const rig = startRig({ launches: [long, endless, flood, steady], workspace: '/' });
    const failures: string[] = [];
    try {
      const other = await rig.open('steady');
      const latencies = latenciesOf(other);
      void other.prompt([{ type: 'text', text: 'go' }]);
      await until(other, 'the steady one goes', PATIENCE_MS, () => latencies.length > 20);

      const forLine = await leftOut(rig, long.agentId, failures);
      const forEndless = await refusedLine(rig, 'endless', failures);
      let grown = 0;
      let p99 = Infinity;
      for (let tries = 0; tries < TRIES && p99 > MOST_LATENCY_MS; tries += 1) {
        latencies.length = 0;
        const lagSince = watchLoop();
        grown = Math.max(grown, await flooded(rig, updates, failures));
        const { besideMax } = await lagSince();
        p99 = Math.max(0, percentile(latencies, 0.99) - besideMax * WAITS);
      }
      if (other.state.phase.name !== 'ready' || other.state.active === null)
        failures.push('another session failed');
      if (Math.max(forLine, forEndless) > MOST_FOR_LINE) failures.push('a line took more memory than it may');
      if (grown > MOST_FOR_FLOOD) failures.push('the flood took more memory than it may');
      if (p99 > MOST_LATENCY_MS) failures.push('another session was held up');
      failures.push(...rig.unexpected.map((error) => `unexpected: ${String(error)}`));

      const naive = await naiveGrowth(NAIVE_MIB);
      const most = (limit: number) => `limit ${limit / MIB}`;
      return {
        type: 'done',
        figure:
          `${lineMib} MiB line +${mib(forLine)} MiB, ${endlessMib} MiB without an end +${mib(forEndless)} MiB (${most(MOST_FOR_LINE)}), ` +
          `the first left out with a notice, the second ends its own agent with its reason; ${updates} updates at once +${mib(grown)} MiB (${most(MOST_FOR_FLOOD)}), text equal, ` +
          `another session p99 ${p99.toFixed(1)} ms of ${latencies.length} updates (limit ${MOST_LATENCY_MS}, beside what the machine alone makes of it); ` +
          `control: a plain line reader +${mib(naive)} MiB of ${NAIVE_MIB}`,
        failures: [...failures, ...controlFailure(naive > MOST_FOR_LINE ? 1 : 0)],
      };
    } finally {
      await rig.close();
    }
  },
};

function mib(bytes: number): string {
  return (bytes / MIB).toFixed(1);
}

/** It is not there, and all else goes on. */
async function leftOut(rig: Rig, agentId: string, failures: string[]): Promise<number> {
  const session = await rig.open(agentId);
  const grown = watchMemory();
  const ended = await promptAndWait(session);
  const most = grown();
  if (ended?.outcome?.type !== 'stopped') failures.push(`${agentId}: its turn did not end by itself`);
  const told = session.state.turns.some(({ entries }) => entries.some(({ type }) => type === 'notice'));
  if (!told) failures.push(`${agentId}: nobody is told what was left out`);
  if (textOf(session) !== '') failures.push(`${agentId}: the line came through`);
  await session.close();
  return most;
}

async function refusedLine(rig: Rig, agentId: string, failures: string[]): Promise<number> {
  const session = await rig.open(agentId);
  // It may be started again at once: what is told counts.
  const told: string[] = [];
  session.watch({
    onEvents: (events) => {
      for (const event of events) if (event.type === 'agent-failed') told.push(event.failure.code);
    },
    onEnd: () => undefined,
  });
  const grown = watchMemory();
  await session.prompt([{ type: 'text', text: 'go' }]);
  const { turns } = await until(session, `${agentId} ends`, PATIENCE_MS, () => told.length > 0);
  const most = grown();
  if (told[0] !== 'frame-too-large') failures.push(`${agentId}: no reason told`);
  if (turns.at(-1)?.outcome?.type !== 'interrupted') failures.push(`${agentId}: its turn is not settled`);
  await session.close();
  return most;
}

async function flooded(rig: Rig, updates: number, failures: string[]): Promise<number> {
  const session = await rig.open('flood');
  const grown = watchMemory();
  const ended = await promptAndWait(session);
  const most = grown();
  if (ended?.outcome?.type !== 'stopped') failures.push('the flood did not end by itself');
  let wanted = '';
  for (let index = 0; index < updates; index += 1) wanted += `${index} `;
  if (textOf(session) !== wanted) failures.push('the text of the flood is not what was sent');
  await rig.sessions.remove(session.facts.id, () => Promise.resolve());
  return most;
}

/** How late each update of the session came, in ms: each says when it was sent. */
function latenciesOf(session: Session): number[] {
  const latencies: number[] = [];
  session.watch({
    onEvents: (events) => {
      const now = performance.timeOrigin + performance.now();
      for (const event of events) {
        if (event.type !== 'message-chunk' || event.content.type !== 'text') continue;
        for (const sent of event.content.text.trim().split(' ')) latencies.push(now - Number(sent));
      }
    },
    onEnd: () => undefined,
  });
  return latencies;
}

/** Lines read the usual way. */
async function naiveGrowth(endlessMib: number): Promise<number> {
  const { command, args } = agentOf('overflows', 'now', String(endlessMib), randomUUID());
  const child = spawn(command, [...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  const grown = watchMemory();
  await once(reader, 'close');
  return lines.length === 1 ? grown() : 0;
}
