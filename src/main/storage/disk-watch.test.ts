import { expect, test } from 'vitest';
import type { DiskState } from '../../shared/ipc/contract/storage.ts';
import { openBallast } from './ballast.ts';
import { BALLAST_BYTES, LOW_BYTES, VERY_LOW_BYTES, diskStateOf } from './disk-limits.ts';
import { CALM_MS, DiskWatch, TIGHT_MS } from './disk-watch.ts';
import { appendAll } from './file-port.ts';
import { CrashFilePort } from './testing/crash-file-port.ts';

test.each<[number | null, DiskState, DiskState]>([
  [null, 'ok', 'unknown'],
  [LOW_BYTES, 'unknown', 'ok'],
  [LOW_BYTES - 1, 'unknown', 'low'],
  // Back above the limit by a hair is no change; by more it is.
  [LOW_BYTES + 1, 'low', 'low'],
  [LOW_BYTES * 1.06, 'low', 'ok'],
  [VERY_LOW_BYTES - 1, 'low', 'very-low'],
  [VERY_LOW_BYTES + 1, 'very-low', 'very-low'],
  [VERY_LOW_BYTES * 1.06, 'very-low', 'low'],
  [BALLAST_BYTES - 1, 'ok', 'full'],
  [0, 'full', 'full'],
  [LOW_BYTES * 2, 'full', 'ok'],
])('%s free bytes after %s are %s', (freeBytes, before, state) => {
  expect(diskStateOf(freeBytes, before)).toBe(state);
});

/** A disk of some room, of which the ballast takes its part. */
async function disk(room: number) {
  const files = new CrashFilePort();
  await files.makeFolder('/data');
  const timers: { readonly ms: number; readonly run: () => void }[] = [];
  const ballast = await openBallast(files, '/data', BALLAST_BYTES);
  const others = { bytes: 0 };
  const watch = new DiskWatch({
    freeBytes: async () => room - others.bytes - (ballast.isThere ? BALLAST_BYTES : 0),
    ballast,
    after(ms, run) {
      timers.push({ ms, run });
      return () => undefined;
    },
  });
  const states: DiskState[] = [];
  watch.subscribe(({ state }) => states.push(state));
  return { files, ballast, others, watch, states, lastWait: () => timers[timers.length - 1]?.ms };
}

test('the ballast is there while there is room, is given free when there is none, and comes back', async () => {
  const { files, ballast, others, watch, states, lastWait } = await disk(2 * LOW_BYTES);
  await watch.start();
  expect((await files.stat('/data/ballast')).size).toBe(BALLAST_BYTES);
  expect(lastWait()).toBe(CALM_MS);

  others.bytes = 2 * LOW_BYTES - BALLAST_BYTES - 1;
  await watch.look();
  expect(ballast.isThere).toBe(false);
  await expect(files.stat('/data/ballast')).rejects.toThrow();
  expect(lastWait()).toBe(TIGHT_MS);

  others.bytes = 0;
  await watch.look();
  expect(ballast.isThere).toBe(true);
  expect(states).toEqual(['ok', 'full', 'ok']);
});

test('a journal that has no room counts although the system says that there is', async () => {
  const { ballast, watch, states } = await disk(2 * LOW_BYTES);
  await watch.start();
  await watch.diskFull();
  expect(ballast.isThere).toBe(false);
  await watch.diskHasRoom();
  expect(ballast.isThere).toBe(true);
  expect(states).toEqual(['ok', 'full', 'ok']);
});

test('a disk with little room gets no ballast', async () => {
  const { ballast, watch } = await disk(VERY_LOW_BYTES);
  await watch.start();
  expect(ballast.isThere).toBe(false);
});

test('what a full disk has cut short is no ballast', async () => {
  const files = new CrashFilePort();
  await files.makeFolder('/data');
  const file = await files.open('/data/ballast', 'create');
  await appendAll(file, Buffer.alloc(100));
  await file.close();
  const ballast = await openBallast(files, '/data', BALLAST_BYTES);
  expect(ballast.isThere).toBe(false);
  expect(await ballast.make()).toBe(true);
  files.inject = (call) => (call.name === 'append' ? { code: 'ENOSPC', short: 17 } : null);
  await ballast.free();
  expect(await ballast.make()).toBe(false);
  await expect(files.stat('/data/ballast')).rejects.toThrow();
});
