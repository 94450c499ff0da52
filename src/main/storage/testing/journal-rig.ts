/** A journal on a file system of one's choice, with a clock that does not wait. */
import type { SessionEvent } from '../../../shared/session/event.ts';
import type { SessionFacts } from '../../../shared/session/select.ts';
import type { SessionClock } from '../../sessions/session-clock.ts';
import type { FilePort } from '../file-port.ts';
import type { JournalGap } from '../gap.ts';
import { type JournalEventLog, type JournalLogPorts, createJournalEventLog } from '../journal-event-log.ts';
import type { LockOwner } from '../lock-class.ts';
import { JournalReader } from '../read-journal.ts';
import { CrashFilePort } from './crash-file-port.ts';

export const FOLDER = '/sessions/s1';

/** With the folder that all sessions lie in. */
export async function newDisk(): Promise<CrashFilePort> {
  const files = new CrashFilePort();
  await files.makeFolder('/sessions');
  await files.syncFolder('/');
  return files;
}

export const facts: SessionFacts = {
  id: 's1',
  workspaceId: 'w1',
  agentId: 'a1',
  agentName: 'Agent',
  cwd: '/home/someone/project',
  createdAt: 1_700_000_000_000,
};

/** Delays end at the next turn of the event loop, in the order of their length. */
export function eagerClock(): SessionClock & { readonly monotonic: () => number } {
  let now = 1_700_000_000_000;
  return {
    now: () => now,
    monotonic: () => now - 1_700_000_000_000,
    after(ms, run) {
      const timer = setImmediate(() => {
        now += ms;
        run();
      });
      return () => clearImmediate(timer);
    },
  };
}

export function owner(nonce: string, pid = 1): LockOwner {
  return { pid, startToken: `token-${pid}`, bootId: 'boot', host: 'host', nonce, app: '1.0.0' };
}

let runs = 0;

/** Each log is a new run of the app; those before count as ended. */
export function logOn(files: FilePort, ports: Partial<JournalLogPorts> = {}): JournalEventLog {
  const clock = eagerClock();
  runs += 1;
  return createJournalEventLog({
    files,
    folder: FOLDER,
    facts,
    app: '1.0.0',
    lock: { self: owner(`run-${runs}`, runs), probe: async () => ({ alive: false, startToken: null }) },
    clock,
    monotonic: clock.monotonic,
    ...ports,
  });
}

export type ReadJournal = {
  readonly events: readonly SessionEvent[];
  readonly gaps: readonly JournalGap[];
  readonly seq: number;
};

/** Nothing when there is no such folder. */
export async function readAll(files: FilePort, folder = FOLDER): Promise<ReadJournal> {
  const reader = new JournalReader(files, folder);
  const events: SessionEvent[] = [];
  try {
    for await (const batch of reader.read()) events.push(...batch);
  } catch (error) {
    if (Reflect.get(error as object, 'code') !== 'ENOENT') throw error;
  }
  return { events, gaps: reader.gaps, seq: reader.seq };
}
