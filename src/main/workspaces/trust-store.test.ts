import { mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTrustStore } from './trust-store.ts';

let base: string;
let file: string;
beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'trust-')));
  file = join(base, 'data', 'trust.json');
  for (const name of ['shop', 'shop-2', 'shop/inner', 'other']) await mkdir(join(base, name));
});
afterEach(() => rm(base, { recursive: true, force: true }));

describe('trust', () => {
  it('is given to nothing by itself, and outlives the app once given', async () => {
    const first = await openTrustStore(file);
    expect(await first.isTrusted(join(base, 'shop'))).toBe(false);
    await first.trust(join(base, 'shop'));
    const second = await openTrustStore(file);
    expect(await second.isTrusted(join(base, 'shop'))).toBe(true);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await second.distrust(join(base, 'shop'));
    expect(await (await openTrustStore(file)).isTrusted(join(base, 'shop'))).toBe(false);
  });

  it('is of one place: what looks like it does not inherit', async () => {
    const store = await openTrustStore(file);
    await store.trust(join(base, 'shop'));
    await symlink(join(base, 'other'), join(base, 'shop-link'));
    for (const name of ['shop-2', 'shop/inner', 'other', 'shop-link', '.', 'Shop', 'sho'])
      expect([name, await store.isTrusted(join(base, name))]).toEqual([name, false]);
    // Other ways to write the same place.
    await symlink(join(base, 'shop'), join(base, 'to-shop'));
    for (const name of ['shop/', 'other/../shop', 'to-shop'])
      expect([name, await store.isTrusted(`${base}/${name}`)]).toEqual([name, true]);
  });

  it('is of the place that a link leads to when it is given', async () => {
    const store = await openTrustStore(file);
    await symlink(join(base, 'shop'), join(base, 'link'));
    await store.trust(join(base, 'link'));
    await rm(join(base, 'link'));
    await symlink(join(base, 'other'), join(base, 'link'));
    expect(await store.isTrusted(join(base, 'link'))).toBe(false);
  });

  it('changes nothing when it cannot be kept', async () => {
    const store = await openTrustStore(file);
    await store.trust(join(base, 'shop'));
    await rm(join(base, 'data'), { recursive: true });
    await expect(store.trust(join(base, 'other'))).rejects.toThrow();
    expect(await store.isTrusted(join(base, 'other'))).toBe(false);
    await expect(store.trust(join(base, 'nowhere'))).rejects.toThrow('ENOENT');
  });

  it('is given to nothing by a file that cannot be understood, which is kept', async () => {
    await mkdir(join(base, 'data'));
    await writeFile(file, '{"version": 1, "trusted": "everything"}');
    const store = await openTrustStore(file);
    expect(await store.isTrusted(join(base, 'shop'))).toBe(false);
    const [kept = ''] = await readdir(join(base, 'data'));
    expect(await readFile(join(base, 'data', kept), 'utf8')).toContain('everything');
  });
});
