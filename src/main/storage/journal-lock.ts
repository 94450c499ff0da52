/**
 * One writer for a journal. Each who holds it makes a file of the next higher number by `link`, which only one
 * of many can; numbers are never used again, so that a slow one cannot take what another has taken meanwhile.
 * Giving it back renames the file to `.free`. The number is also the writer's generation.
 */
import { err, ok, type Result } from '../../shared/result.ts';
import { type FilePort, appendAll, codeOf, readSmallFile, retried } from './file-port.ts';
import {
  type FoundLock,
  type LockClass,
  type LockOwner,
  type ProcessProbe,
  classifyLock,
  parseLockOwner,
} from './lock-class.ts';

const NAME = /^lock\.(\d+)(\.free)?$/;
const LARGEST_LOCK = 4096;
const MOST_TRIES = 20;

/** Makes the names of this process's own files differ. */
let attempts = 0;

export type LockPorts = {
  readonly files: FilePort;
  readonly self: LockOwner;
  readonly probe: (pid: number) => Promise<ProcessProbe>;
};
export type LockRefusal = { readonly class: LockClass; readonly owner: LockOwner | null };

export interface JournalLock {
  readonly generation: number;
  /** False when another has it now: stop writing. */
  isMine(): Promise<boolean>;
  release(): Promise<void>;
}

export type LockState = {
  readonly class: LockClass;
  readonly owner: LockOwner | null;
  /** Of the newest lock; 0 when there never was one. */
  readonly generation: number;
};

/** Whose it is now. */
export async function inspectLock(ports: LockPorts, folder: string): Promise<LockState> {
  for (let tries = 1; ; tries += 1) {
    const newest = await newestLock(ports.files, folder);
    if (newest === null) return { class: 'none', owner: null, generation: 0 };
    const found = await readLock(ports.files, folder, newest);
    // Renamed or removed meanwhile: there is a newer one.
    if (found === null && tries < MOST_TRIES) continue;
    const lock: FoundLock = found ?? { type: 'unreadable' };
    const owner = lock.type === 'held' ? lock.owner : null;
    const probe = owner === null ? { alive: false, startToken: null } : await ports.probe(owner.pid);
    return { class: classifyLock(lock, ports.self, probe), owner, generation: newest.generation };
  }
}

/**
 * Takes the lock when nobody has it or its owner is gone. `force` takes it also from an owner of whom nobody
 * knows whether he still writes: only after the person said so.
 */
export async function takeLock(
  ports: LockPorts,
  folder: string,
  { force }: { readonly force: boolean },
): Promise<Result<JournalLock, LockRefusal>> {
  const { files, self } = ports;
  attempts += 1;
  const fresh = `${folder}/lock-${self.nonce}-${attempts}.new`;
  const file = await files.open(fresh, 'create');
  try {
    try {
      await appendAll(file, Buffer.from(`${JSON.stringify(self)}\n`));
      // A lock that a power cut left empty would be nobody's for good.
      await file.datasync();
    } finally {
      await file.close();
    }
    for (let tries = 1; ; tries += 1) {
      const state = await inspectLock(ports, folder);
      const free = state.class === 'none' || state.class === 'stale' || (force && state.class === 'unknown');
      if (!free || tries > MOST_TRIES) return err({ class: state.class, owner: state.owner });
      const generation = state.generation + 1;
      try {
        await files.link(fresh, `${folder}/lock.${generation}`);
      } catch (error) {
        if (codeOf(error) === 'EEXIST') continue;
        throw error;
      }
      const lock = heldLock(files, folder, generation);
      try {
        // The number may have been used and removed since it was looked at; a higher one is there then.
        if (!(await lock.isMine())) {
          await retried(() => files.unlink(`${folder}/lock.${generation}`)).catch(() => undefined);
          continue;
        }
      } catch (error) {
        // Left as it is, it would keep out this very process.
        await lock.release();
        throw error;
      }
      await removeOlder(files, folder, generation);
      return ok(lock);
    }
  } finally {
    await files.unlink(fresh).catch(() => undefined);
  }
}

function heldLock(files: FilePort, folder: string, generation: number): JournalLock {
  const path = `${folder}/lock.${generation}`;
  return {
    generation,
    async isMine() {
      const newest = await newestLock(files, folder);
      return newest?.generation === generation && !newest.free;
    },
    async release() {
      await retried(() => files.rename(path, `${path}.free`)).catch(() => undefined);
    },
  };
}

type LockFile = { readonly generation: number; readonly free: boolean; readonly name: string };

async function newestLock(files: FilePort, folder: string): Promise<LockFile | null> {
  let newest: LockFile | null = null;
  for (const lock of locksIn(await retried(() => files.list(folder)))) {
    if (newest === null || lock.generation > newest.generation) newest = lock;
  }
  return newest;
}

function locksIn(names: readonly string[]): readonly LockFile[] {
  return names.flatMap((name) => {
    const match = NAME.exec(name);
    return match === null ? [] : [{ generation: Number(match[1]), free: match[2] !== undefined, name }];
  });
}

/** The one before stays, so that who lists the folder meanwhile sees at least one of the two. */
async function removeOlder(files: FilePort, folder: string, generation: number): Promise<void> {
  for (const lock of locksIn(await files.list(folder).catch(() => []))) {
    if (lock.generation < generation - 1) await files.unlink(`${folder}/${lock.name}`).catch(() => undefined);
  }
}

/** Null when it is gone. */
async function readLock(files: FilePort, folder: string, lock: LockFile): Promise<FoundLock | null> {
  if (lock.free) return { type: 'free' };
  try {
    const text = (await readSmallFile(files, `${folder}/${lock.name}`, LARGEST_LOCK)).toString('utf8');
    const owner = parseLockOwner(text);
    return owner === null ? { type: 'unreadable' } : { type: 'held', owner };
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? null : { type: 'unreadable' };
  }
}
