/** G18: pids are used again. However a lease's pid has come to be a stranger's, no stranger gets a signal. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { argvHash } from '../../src/main/processes/lease.ts';
import type { Lease } from '../../src/main/processes/lease.ts';
import { hostSystem } from '../../src/main/processes/process-system.ts';
import type { ProcessSystem } from '../../src/main/processes/process-system.ts';
import { sweepAtStart } from '../../src/main/processes/start-up-sweep.ts';
import { FakeSystem, HERE } from '../../src/main/processes/testing/fake-system.ts';
import type { FakeProcess } from '../../src/main/processes/testing/fake-system.ts';
import { newMark, pause } from './g16-g19-real.mts';
import type { FigureOptions, FigureResult } from './g16-g19-real.mts';

const RECORDS = 50;
const REAL = 20;
const OURS = 5;
const PACE = { inputMs: 0, termMs: 200, killMs: 1000 };

export async function run({ seed }: FigureOptions): Promise<FigureResult> {
  const madeUp = await onMadeUpSystem(seed);
  const real = await onThisSystem();
  const ok =
    madeUp.strangersSignalled === 0 &&
    madeUp.oursLeft === 0 &&
    madeUp.naive === RECORDS &&
    real.strangersGone === 0 &&
    real.strangersSignalled === 0 &&
    real.oursLeft === 0;
  return {
    ok,
    text:
      `G18 ${RECORDS} records whose pid is a stranger's: ${madeUp.strangersSignalled} strangers signalled, ` +
      `${madeUp.oursLeft} of ours left; ${REAL} real strangers: ${real.strangersGone} gone, ` +
      `${real.strangersSignalled} signalled, ${real.oursLeft} of ${OURS} of ours left; ` +
      `control going by pid alone: ${madeUp.naive} signalled (seed ${seed})`,
  };
}

function leaseOf(facts: Partial<Lease>): Lease {
  return {
    version: 1,
    uuid: randomUUID(),
    kind: 'agent',
    pid: null,
    pgid: null,
    startToken: null,
    place: HERE,
    argvHash: argvHash('agent', []),
    cwd: '/',
    ownerPid: 999,
    ownerToken: 'owner',
    at: 0,
    ...facts,
  };
}

function storeOf(leases: readonly Lease[]) {
  return {
    readAll: async () => leases.map((lease) => ({ file: `${lease.uuid}.lease`, lease })),
    remove: async () => {},
  };
}

/** Every way in which it can have come about, over and over. */
async function onMadeUpSystem(seed: number) {
  const random = randomOf(seed);
  const leases: Lease[] = [];
  const strangers: FakeProcess[] = [];
  const ours: FakeProcess[] = [];
  for (let index = 0; index < RECORDS; index += 1) {
    const pid = 2000 + index * 10;
    const lease = leaseOf({ pid, pgid: pid, startToken: `then-${pid}` });
    const stranger = { pid, startToken: `now-${Math.floor(random() * 1e6)}` };
    strangers.push(stranger);
    switch (index % 7) {
      case 0:
        leases.push(lease);
        break;
      case 1: // It leads a group and has children.
        leases.push(lease);
        strangers.push({ pid: pid + 1, startToken: 'x', ppid: pid, pgid: pid });
        break;
      case 2: // The same start time, but of another boot: tokens count from there.
        leases.push({ ...lease, place: { ...HERE, bootId: 'boot-1' } });
        strangers[strangers.length - 1] = { pid, startToken: `then-${pid}` };
        break;
      case 3: // The same, but in another namespace.
        leases.push({ ...lease, place: { ...HERE, pidSpace: 'pid:[2]' } });
        strangers[strangers.length - 1] = { pid, startToken: `then-${pid}` };
        break;
      case 4: // Its owner still runs, under another instance of the app.
        leases.push({ ...lease, ownerPid: pid + 1, ownerToken: 'alive' });
        strangers[strangers.length - 1] = { pid, startToken: `then-${pid}` };
        strangers.push({ pid: pid + 1, startToken: 'alive' });
        break;
      case 5: // Something of ours lives on elsewhere, known by its tag: that is ended.
        leases.push(lease);
        ours.push({ pid: pid + 2, startToken: 'y', runId: lease.uuid });
        break;
      default: // It was only announced; the stranger carries the tag of another run.
        leases.push({ ...lease, pid: null, pgid: null, startToken: null });
        strangers[strangers.length - 1] = { ...stranger, runId: randomUUID() };
    }
  }
  const system = new FakeSystem([...strangers, ...ours]);
  await sweepAtStart({ system, store: storeOf(leases), pace: PACE });
  const strange = new Set(strangers.map(({ pid }) => pid));
  const isOurs = new Set(ours.map(({ pid }) => pid));

  // Control: what a sweep does that believes a number.
  const believed = new FakeSystem(strangers);
  for (const lease of leases) believed.signal(lease.pid ?? 2000 + leases.indexOf(lease) * 10, 'SIGTERM');
  return {
    strangersSignalled: system.signalled.filter(({ pid }) => strange.has(pid)).length,
    oursLeft: system.pids.filter((pid) => isOurs.has(pid)).length,
    naive: believed.signalled.length,
  };
}

async function onThisSystem() {
  const mark = newMark();
  const children: ChildProcess[] = [];
  try {
    for (let count = 0; count < REAL + OURS; count += 1) {
      const child = spawn('sleep', [mark], { detached: true, stdio: 'ignore' });
      await once(child, 'spawn');
      children.push(child);
    }
    const strangers = children.slice(0, REAL);
    const ours = children.slice(REAL);
    const place = await hostSystem.place();
    const gone = spawn('true', { stdio: 'ignore' });
    await once(gone, 'exit');
    const owner = { place, ownerPid: gone.pid ?? 0, ownerToken: '1' };
    const leases = await Promise.all(
      children.map(async (child, index) => {
        const pid = child.pid ?? 0;
        const found = await hostSystem.lookUp(pid);
        if (found.state !== 'running') throw new Error('a sleeper does not run');
        // One tick of a hundredth of a second beside the truth for strangers.
        const startToken = String(Number(found.startToken) - (index < REAL ? 1 : 0));
        return leaseOf({ ...owner, pid, pgid: pid, startToken });
      }),
    );
    const signalled = new Set<number>();
    const watched: ProcessSystem = {
      ...hostSystem,
      signal(pid, signal) {
        signalled.add(pid);
        hostSystem.signal(pid, signal);
      },
      signalGroup(pgid, signal) {
        signalled.add(pgid);
        hostSystem.signalGroup(pgid, signal);
      },
    };
    await sweepAtStart({ system: watched, store: storeOf(leases), pace: PACE });
    await pause(50);
    const ended = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;
    return {
      strangersGone: strangers.filter(ended).length,
      strangersSignalled: strangers.filter(({ pid }) => signalled.has(pid ?? 0)).length,
      oursLeft: ours.filter((child) => !ended(child)).length,
    };
  } finally {
    for (const child of children)
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  }
}

/** Mulberry32: small, and the same everywhere. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
