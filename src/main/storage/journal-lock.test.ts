import { expect, test } from 'vitest';
import { lockCases } from '../../../tests/faults/lock-cases.ts';
import { inspectLock, takeLock } from './journal-lock.ts';
import { classifyLock, parseLockOwner } from './lock-class.ts';
import { FOLDER, newDisk, owner } from './testing/journal-rig.ts';

const dead = async () => ({ alive: false, startToken: null });
const live = async (pid: number) => ({ alive: true, startToken: `token-${pid}` });

async function folder() {
  const files = await newDisk();
  await files.makeFolder(FOLDER);
  return files;
}

test.each(lockCases)('$name: $is', ({ found, self, probe, is }) => {
  expect(classifyLock(found, self, probe)).toBe(is);
});

test('what is no owner is read as none', () => {
  const good = owner('n', 5);
  expect(parseLockOwner(JSON.stringify(good))).toEqual(good);
  const bad = ['', '{}', 'null', '[1]', '{"pid":', JSON.stringify({ ...good, pid: -1 })];
  expect(bad.map(parseLockOwner)).toEqual(bad.map(() => null));
});

test('a lock is held until it is given back, and each holder has a higher number', async () => {
  const files = await folder();
  const one = await takeLock({ files, self: owner('one', 1), probe: live }, FOLDER, { force: false });
  const two = await takeLock({ files, self: owner('two', 2), probe: live }, FOLDER, { force: false });
  expect(two).toEqual({ ok: false, error: { class: 'live-other', owner: owner('one', 1) } });
  if (!one.ok) throw new Error('not taken');
  expect(await one.value.isMine()).toBe(true);
  await one.value.release();
  const third = await takeLock({ files, self: owner('three', 3), probe: live }, FOLDER, { force: false });
  expect(third.ok && third.value.generation).toBe(2);
  expect(await one.value.isMine()).toBe(false);
});

test('the lock of a process that is gone is taken, and what nobody knows only when told so', async () => {
  const files = await folder();
  await takeLock({ files, self: owner('one', 1), probe: dead }, FOLDER, { force: false });
  const stolen = await takeLock({ files, self: owner('two', 2), probe: dead }, FOLDER, { force: false });
  expect(stolen.ok && stolen.value.generation).toBe(2);

  files.put(`${FOLDER}/lock.3`, Buffer.from('half of a li'));
  const ports = { files, self: owner('three', 3), probe: dead };
  expect(await inspectLock(ports, FOLDER)).toEqual({ class: 'unknown', owner: null, generation: 3 });
  expect((await takeLock(ports, FOLDER, { force: false })).ok).toBe(false);
  expect((await takeLock(ports, FOLDER, { force: true })).ok).toBe(true);
});

test('an attempt that fails in the middle does not keep out the next one of the same process', async () => {
  for (let call = 1; call < 20; call += 1) {
    const files = await folder();
    const start = files.calls;
    files.inject = ({ number }) => (number === start + call ? { code: 'EIO' } : null);
    const ports = { files, self: owner('one', 1), probe: live };
    const first = await takeLock(ports, FOLDER, { force: false }).catch(() => null);
    files.inject = () => null;
    if (first === null) expect((await takeLock(ports, FOLDER, { force: false })).ok).toBe(true);
    else expect(first.ok).toBe(true);
  }
});

test('a slow one cannot take a number that was used and removed meanwhile', async () => {
  const files = await folder();
  await takeLock({ files, self: owner('dead', 1), probe: dead }, FOLDER, { force: false });
  let overtaken = false;
  const slow = {
    files,
    self: owner('slow', 2),
    // It learns that the first is gone, and sleeps: two others come and go, the third stays.
    probe: async (pid: number) => {
      if (overtaken) return { alive: pid !== 1, startToken: `token-${pid}` };
      overtaken = true;
      for (const pid of [3, 4, 5]) {
        const self = owner(`fast-${pid}`, pid);
        const taken = await takeLock({ files, self, probe: dead }, FOLDER, { force: false });
        if (pid < 5 && taken.ok) await taken.value.release();
      }
      return { alive: false, startToken: null };
    },
  };
  expect(await takeLock(slow, FOLDER, { force: false })).toEqual({
    ok: false,
    error: { class: 'live-other', owner: owner('fast-5', 5) },
  });
});
