import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSecretStore } from './secret-store.ts';
import { reversingCipher } from './testing/reversing-cipher.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'secrets-'));
  file = join(folder, 'secrets.json');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('a stored secret outlives the app, is read by its owner alone and stands nowhere as it is', async () => {
  const first = await openSecretStore(file, reversingCipher());
  await first.set('a', 'hunter2-hunter2', 'stored');
  const text = await readFile(file, 'utf8');
  expect(text).not.toContain('hunter2');
  expect(text).not.toContain(Buffer.from('hunter2-hunter2').toString('base64'));
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const second = await openSecretStore(file, reversingCipher());
  expect([second.get('a'), second.kept('a')]).toEqual(['hunter2-hunter2', 'stored']);
  await second.delete(['a']);
  expect((await openSecretStore(file, reversingCipher())).kept('a')).toBe('missing');
});

it('a secret of this run is never written', async () => {
  const store = await openSecretStore(file, reversingCipher(false));
  await store.set('a', 'hunter2', 'run');
  expect([store.get('a'), store.kept('a')]).toEqual(['hunter2', 'run']);
  await expect(stat(file)).rejects.toThrow('ENOENT');
  await expect(store.set('b', 'hunter3', 'stored')).rejects.toThrow();
  expect(store.kept('b')).toBe('missing');
});

it('what can no longer be read counts as missing, and is kept', async () => {
  const cipher = reversingCipher();
  const store = await openSecretStore(file, cipher);
  await store.set('a', 'one', 'stored');
  cipher.available = false;
  expect([store.get('a'), store.kept('a')]).toEqual([null, 'missing']);
  cipher.available = true;
  expect(store.get('a')).toBe('one');
});

it('a value for this run takes the place of the stored one', async () => {
  const store = await openSecretStore(file, reversingCipher());
  await store.set('a', 'old', 'stored');
  await store.set('a', 'new', 'run');
  expect((await openSecretStore(file, reversingCipher())).get('a')).toBeNull();
});
