/**
 * What an earlier start of the app left behind when app and reaper were both killed: found by its leases and
 * ended. Never a stranger: a pid alone proves nothing, only pid and start time together, or the tag.
 */
import { judgeLease } from './lease.ts';
import type { Lease, ProcessKind } from './lease.ts';
import type { StoredLease } from './lease-store.ts';
import type { Place, ProcessSystem } from './process-system.ts';
import { climbStopLadder } from './stop-ladder.ts';
import type { StopPace } from './stop-ladder.ts';

/** `ended`: something was still there and is not any more. `nothing-left`: it had gone by itself. */
export type SweepResult =
  | 'ended'
  | 'nothing-left'
  | 'stranger-spared'
  | 'left-alone'
  | 'unreadable'
  | 'leaked';

export type SweepNote = {
  readonly file: string;
  /** Both null for a record that cannot be read. */
  readonly uuid: string | null;
  readonly kind: ProcessKind | null;
  readonly result: SweepResult;
  /** For `left-alone`: why. */
  readonly why: string | null;
};

export type SweepPorts = {
  readonly system: ProcessSystem;
  readonly store: {
    readAll(): Promise<readonly StoredLease[]>;
    remove(uuid: string): Promise<void>;
  };
  readonly pace?: StopPace;
};

/** Time to save what it was at, but no input to end: its pipes went with its owner. */
const SWEEP_PACE: StopPace = { inputMs: 0, termMs: 2000, killMs: 2000 };
const POLL_MS = 50;

export async function sweepAtStart(ports: SweepPorts): Promise<readonly SweepNote[]> {
  const { system, store, pace = SWEEP_PACE } = ports;
  const here = await system.place();
  const stored = await store.readAll();
  return Promise.all(
    stored.map(async ({ file, lease }): Promise<SweepNote> => {
      if (lease === 'unreadable') return { file, uuid: null, kind: null, result: 'unreadable', why: null };
      const { result, why } = await sweepOne(lease, here, { system, pace });
      if (result === 'ended' || result === 'nothing-left' || result === 'stranger-spared') {
        await store.remove(lease.uuid);
      }
      return { file, uuid: lease.uuid, kind: lease.kind, result, why };
    }),
  );
}

type Means = { readonly system: ProcessSystem; readonly pace: StopPace };

async function sweepOne(
  lease: Lease,
  here: Place,
  { system, pace }: Means,
): Promise<{ readonly result: SweepResult; readonly why: string | null }> {
  const owner = await system.lookUp(lease.ownerPid);
  const child = lease.pid === null ? null : await system.lookUp(lease.pid);
  const verdict = judgeLease(lease, { here, owner, child });
  switch (verdict.type) {
    case 'leave':
      return { result: 'left-alone', why: verdict.why };
    case 'drop':
      return { result: 'nothing-left', why: null };
    case 'clean':
      break;
  }
  const isOurs = verdict.leader === 'ours';
  const wasThere = isOurs || (await system.list()).some(({ runId }) => runId === lease.uuid);
  const how = wasThere ? await end(lease, isOurs, { system, pace }) : 'clean';
  if (how === 'leaked') return { result: 'leaked', why: null };
  if (wasThere) return { result: 'ended', why: null };
  return { result: verdict.leader === 'stranger' ? 'stranger-spared' : 'nothing-left', why: null };
}

/** Unless the leader is surely ours, its number is nobody's business: only the tag counts then. */
function end(lease: Lease, isOurs: boolean, { system, pace }: Means) {
  let gone = !isOurs || lease.pid === null;
  const pid = lease.pid ?? 0;
  return climbStopLadder(
    {
      pid,
      runId: lease.uuid,
      hasExited: () => gone,
      endInput: () => {},
      pace: () => pace,
      family: async () => [],
      async waitForExit(step) {
        const deadline = performance.now() + pace[step];
        for (;;) {
          if (gone) return true;
          const found = await system.lookUp(pid);
          gone =
            found.state === 'gone' || (found.state === 'running' && found.startToken !== lease.startToken);
          if (gone || performance.now() >= deadline) return gone;
          await new Promise((resolve) => setTimeout(resolve, POLL_MS));
        }
      },
    },
    system,
  );
}
