/**
 * Counts starts that came to nothing. What crashes the app while it starts would crash it every time: after two
 * such starts in a row the next one opens no session by itself.
 */
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import type { ProfileProblem } from '../../shared/ipc/contract/storage.ts';
import { readProfileFile } from './read-profile-file.ts';
import { setAside } from './set-aside.ts';

/** So close together two failed starts are a pattern. */
export const CRASH_LOOP_MS = 60_000;
/** A start is good when the window has been there for so long. */
export const GOOD_AFTER_MS = 5_000;
const KEPT = 5;

/** Wall times of the starts since the last good one, oldest first. The clock may have gone back in between. */
export function needsSafeMode(failed: readonly number[]): boolean {
  const [one, other] = failed.slice(-2);
  return one !== undefined && other !== undefined && Math.abs(other - one) <= CRASH_LOOP_MS;
}

export interface StartCounter {
  /** No session may be opened or indexed by itself. */
  readonly safeMode: boolean;
  readonly problem: ProfileProblem | null;
  /** The app works, or ends in order. Never rejects. */
  good(): Promise<void>;
}

const stored = z.object({ failed: z.array(z.number()) });

/** The start is on the disk when it resolves. Never throws: an app that cannot count starts anyway. */
export async function openStartCounter(dataDir: string, now: () => number): Promise<StartCounter> {
  const path = join(dataDir, 'starts.json');
  const { failed, problem } = await read(path, now());
  const canWrite = problem === null || problem.keptAs !== null;
  const write = async (times: readonly number[]) => {
    if (canWrite) await writeStarts(path, times).catch(() => undefined);
  };
  await write([...failed, now()].slice(-KEPT));
  let lastWrite: Promise<void> | null = null;
  return {
    safeMode: needsSafeMode(failed),
    problem,
    good() {
      lastWrite ??= write([]);
      return lastWrite;
    },
  };
}

async function read(
  path: string,
  now: number,
): Promise<{ readonly failed: readonly number[]; readonly problem: ProfileProblem | null }> {
  const text = await readProfileFile(path);
  if (!text.ok) {
    return {
      failed: [],
      problem: { path, what: 'starts', why: 'unreadable', message: text.error, keptAs: null },
    };
  }
  if (text.value === null) return { failed: [], problem: null };
  try {
    return { failed: stored.parse(JSON.parse(text.value)).failed, problem: null };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const keptAs = await setAside(path, now);
    return { failed: [], problem: { path, what: 'starts', why: 'not-understood', message, keptAs } };
  }
}

async function writeStarts(path: string, failed: readonly number[]): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFileAtomic(path, `${JSON.stringify({ failed })}\n`, { mode: 0o600 });
}
