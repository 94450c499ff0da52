/** Whose a lock is, case by case. */
import type { FoundLock, LockClass, LockOwner, ProcessProbe } from '../../src/main/storage/lock-class.ts';

export const self: LockOwner = {
  pid: 500,
  startToken: '7000',
  bootId: 'boot-b',
  host: 'here',
  nonce: 'our-run',
  app: '1.2.0',
};

export type LockCase = {
  readonly name: string;
  readonly found: FoundLock;
  readonly self: LockOwner;
  readonly probe: ProcessProbe;
  readonly is: LockClass;
};

const other: LockOwner = { ...self, pid: 400, startToken: '6000', nonce: 'their-run' };
const gone: ProcessProbe = { alive: false, startToken: null };
const same: ProcessProbe = { alive: true, startToken: '6000' };
const reused: ProcessProbe = { alive: true, startToken: '9999' };
const nameless: ProcessProbe = { alive: true, startToken: null };
const probes = { gone, same, reused, nameless };

function held(change: Partial<LockOwner>): FoundLock {
  return { type: 'held', owner: { ...other, ...change } };
}

type Row = readonly [
  name: string,
  change: Partial<LockOwner>,
  gone: LockClass,
  same: LockClass,
  reused: LockClass,
  nameless: LockClass,
];

/** What each owner is when the process of that pid is gone, the same, another one, or cannot be told. */
const rows: readonly Row[] = [
  ['another run here', {}, 'stale', 'live-other', 'stale', 'unknown'],
  ['before the machine was restarted', { bootId: 'boot-a' }, 'stale', 'stale', 'stale', 'stale'],
  ['no boot id', { bootId: null }, 'stale', 'live-other', 'stale', 'unknown'],
  ['no start token', { startToken: null }, 'stale', 'unknown', 'unknown', 'unknown'],
  ['neither', { startToken: null, bootId: null }, 'stale', 'unknown', 'unknown', 'unknown'],
  ['another machine', { host: 'there' }, 'unknown', 'unknown', 'unknown', 'unknown'],
  ['another machine, other boot', { host: 'there', bootId: 'x' }, 'unknown', 'unknown', 'unknown', 'unknown'],
  ['our own run', { nonce: self.nonce }, 'self', 'self', 'self', 'self'],
  ['our pid, an earlier run', { pid: self.pid }, 'stale', 'live-other', 'stale', 'unknown'],
];

function expected([, , ifGone, ifSame, ifReused, ifNameless]: Row): Readonly<
  Record<keyof typeof probes, LockClass>
> {
  return { gone: ifGone, same: ifSame, reused: ifReused, nameless: ifNameless };
}

export const lockCases: readonly LockCase[] = [
  { name: 'nothing there', found: { type: 'none' }, self, probe: gone, is: 'none' },
  { name: 'given back', found: { type: 'free' }, self, probe: gone, is: 'none' },
  { name: 'given back, pid in use', found: { type: 'free' }, self, probe: same, is: 'none' },
  { name: 'no sense in it', found: { type: 'unreadable' }, self, probe: gone, is: 'unknown' },
  ...rows.flatMap((row) =>
    (Object.keys(probes) as (keyof typeof probes)[]).map((name) => ({
      name: `${row[0]}, process ${name}`,
      found: held(row[1]),
      self,
      probe: probes[name],
      is: expected(row)[name],
    })),
  ),
  {
    name: 'we do not know our own boot',
    found: held({ bootId: 'boot-a' }),
    self: { ...self, bootId: null },
    probe: same,
    is: 'live-other',
  },
];
