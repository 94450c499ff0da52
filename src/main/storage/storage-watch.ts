/** What the window shows of the disk and of what is kept on it: one state, told when it changes. */
import { join } from 'node:path';
import type { ProfileProblem, StorageState } from '../../shared/ipc/contract/storage.ts';
import { openBallast } from './ballast.ts';
import { BALLAST_BYTES, LARGE_SESSIONS_BYTES, VERY_LOW_BYTES } from './disk-limits.ts';
import { DiskWatch } from './disk-watch.ts';
import type { FilePort } from './file-port.ts';
import { bytesOfFolder } from './folder-bytes.ts';
import { freeBytesOf } from './free-space.ts';
import type { JournalHealth } from './journal-health.ts';
import { nodeFilePort } from './node-file-port.ts';

/** When the sizes are counted first, and how long that count is good for, in ms. */
const COUNT_AFTER_MS = 5_000;
const COUNT_AGAIN_MS = 10 * 60_000;

export type StorageWatchPorts = {
  readonly dataDir: string;
  readonly safeMode: boolean;
  readonly problems: readonly ProfileProblem[];
  readonly files?: FilePort;
  readonly freeBytes?: () => Promise<number | null>;
  readonly after?: (ms: number, run: () => void) => () => void;
};

/** What it listens to of the journals. */
export type HealthSource = {
  readonly health: JournalHealth;
  subscribe(listener: (health: JournalHealth) => void): () => void;
};

export interface StorageWatch {
  readonly state: StorageState;
  /** Returns the disposer. Sizes are counted only while somebody listens. */
  subscribe(listener: (state: StorageState) => void): () => void;
  /** Counts the journals' troubles in, and frees the ballast when one has no room. */
  follow(journals: HealthSource): void;
  addProblem(problem: ProfileProblem): void;
  close(): void;
}

/** Never throws: the app starts also where nothing can be written. */
export async function openStorageWatch(ports: StorageWatchPorts): Promise<StorageWatch> {
  const { dataDir, files = nodeFilePort, after = afterUnheld } = ports;
  const listeners = new Set<(state: StorageState) => void>();
  const disk = new DiskWatch({
    freeBytes: ports.freeBytes ?? (() => freeBytesOf(dataDir)),
    ballast: await openBallast(files, dataDir, BALLAST_BYTES),
    after,
  });
  let state: StorageState = {
    disk: 'unknown',
    freeBytes: null,
    noRunsBelow: VERY_LOW_BYTES,
    sessionsBytes: null,
    sessionsAreLarge: false,
    readOnly: 0,
    paused: 0,
    safeMode: ports.safeMode,
    folder: dataDir,
    problems: ports.problems,
  };
  let countedAt = -Infinity;
  let isClosed = false;
  let stopCounting: () => void = () => undefined;

  function change(patch: Partial<StorageState>): void {
    state = { ...state, ...patch };
    for (const listener of listeners) listener(state);
  }

  function countLater(): void {
    stopCounting();
    const wait = Math.max(COUNT_AFTER_MS, countedAt + COUNT_AGAIN_MS - performance.now());
    stopCounting = after(wait, () => void count());
  }

  async function count(): Promise<void> {
    const isOver = () => isClosed;
    const sessionsBytes = await bytesOfFolder(files, join(dataDir, 'sessions'), isOver);
    countedAt = performance.now();
    if (isClosed) return;
    change({ sessionsBytes, sessionsAreLarge: sessionsBytes >= LARGE_SESSIONS_BYTES });
    if (listeners.size > 0) countLater();
  }

  disk.subscribe((reading) => change({ disk: reading.state, freeBytes: reading.freeBytes }));
  // Making the ballast takes a while on a slow disk, and nothing of the start waits for it.
  void disk.start();

  return {
    get state() {
      return state;
    },
    subscribe(listener) {
      listeners.add(listener);
      if (listeners.size === 1) countLater();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stopCounting();
      };
    },
    follow(journals) {
      let wasFull = false;
      const take = ({ paused, readOnly, diskFull }: JournalHealth) => {
        change({ paused, readOnly });
        if (diskFull > 0 && !wasFull) void disk.diskFull();
        else if (diskFull === 0 && wasFull) void disk.diskHasRoom();
        wasFull = diskFull > 0;
      };
      take(journals.health);
      journals.subscribe(take);
    },
    addProblem(problem) {
      change({ problems: [...state.problems, problem] });
    },
    close() {
      isClosed = true;
      stopCounting();
      disk.close();
      listeners.clear();
    },
  };
}

/** Does not keep the process alive. */
function afterUnheld(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  timer.unref();
  return () => clearTimeout(timer);
}
