import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ensurePackages, staleness } from './packages.mjs';

const linux = { os: 'linux', cpu: 'x64', libc: 'glibc' };
const wanted = {
  '': { version: '0.1.0' },
  'node_modules/zod': { version: '4.6.7' },
  'node_modules/a/node_modules/zod': { version: '3.0.0' },
  'node_modules/bind-linux-x64-gnu': {
    version: '1.0.0',
    optional: true,
    os: ['linux'],
    cpu: ['x64'],
    libc: ['glibc'],
  },
  'node_modules/bind-linux-x64-musl': {
    version: '1.0.0',
    optional: true,
    os: ['linux'],
    cpu: ['x64'],
    libc: ['musl'],
  },
  'node_modules/bind-darwin-arm64': { version: '1.0.0', optional: true, os: ['darwin'], cpu: ['arm64'] },
  'node_modules/wasm-helper': { version: '1.0.0', optional: true },
};
const installed = {
  'node_modules/zod': { version: '4.6.7' },
  'node_modules/a/node_modules/zod': { version: '3.0.0' },
  'node_modules/bind-linux-x64-gnu': { version: '1.0.0' },
};

function without(name) {
  return Object.fromEntries(Object.entries(installed).filter(([path]) => path !== name));
}

test('parts for other machines are not missed', () => {
  expect(staleness(wanted, installed, linux)).toBeNull();
});

test('a package more than the lock file names does no harm', () => {
  expect(
    staleness(wanted, { ...installed, 'node_modules/left-over': { version: '1.0.0' } }, linux),
  ).toBeNull();
});

test('a missing package is named', () => {
  expect(staleness(wanted, without('node_modules/zod'), linux)).toBe('zod is missing');
});

test('another version is named, also deep down', () => {
  const older = { ...installed, 'node_modules/a/node_modules/zod': { version: '2.9.0' } };
  expect(staleness(wanted, older, linux)).toBe('zod is 2.9.0, not 3.0.0');
});

test('a folder that was installed on another machine lacks the parts for this one', () => {
  expect(staleness(wanted, without('node_modules/bind-linux-x64-gnu'), linux)).toBe(
    'bind-linux-x64-gnu is missing',
  );
  expect(staleness(wanted, installed, { os: 'darwin', cpu: 'arm64', libc: null })).toBe(
    'bind-darwin-arm64 is missing',
  );
  expect(staleness(wanted, installed, { ...linux, libc: 'musl' })).toBe('bind-linux-x64-musl is missing');
});

test('a linked node_modules is refused, and what it leads to is left alone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'packages-'));
  try {
    const other = join(folder, 'other');
    const project = join(folder, 'project');
    await mkdir(join(other, 'kept'), { recursive: true });
    await mkdir(project);
    await symlink(other, join(project, 'node_modules'));
    await writeFile(join(project, 'package-lock.json'), JSON.stringify({ packages: wanted }));
    await expect(ensurePackages({ project })).rejects.toThrow('node_modules is a link');
    expect(await readdir(other)).toEqual(['kept']);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
