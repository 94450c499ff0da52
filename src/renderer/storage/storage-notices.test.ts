import { expect, test } from 'vitest';
import type { StorageState } from '../../shared/ipc/contract/storage.ts';
import { storageNotices } from './storage-notices.ts';

const well: StorageState = {
  disk: 'ok',
  freeBytes: 1e11,
  noRunsBelow: 2e8,
  sessionsBytes: 1e6,
  sessionsAreLarge: false,
  readOnly: 0,
  paused: 0,
  safeMode: false,
  folder: '/data',
  problems: [],
};

function types(patch: Partial<StorageState>): readonly string[] {
  return storageNotices({ ...well, ...patch }).map(({ type }) => type);
}

test('nothing is said when all is well, or when the system does not say how much room there is', () => {
  expect(types({})).toEqual([]);
  expect(types({ disk: 'unknown', freeBytes: null })).toEqual([]);
});

test('what is not saved comes first and stays; a full disk says enough about those that wait', () => {
  expect(types({ disk: 'full', paused: 3, safeMode: true })).toEqual(['full', 'safe-mode']);
  expect(types({ paused: 3, readOnly: 1, sessionsAreLarge: true })).toEqual(['paused', 'read-only', 'large']);
  expect(storageNotices({ ...well, paused: 1 })[0]?.stays).toBe(true);
});

test('each file has a notice of its own', () => {
  const problem = { what: 'workspaces', why: 'unreadable', message: 'no', keptAs: null } as const;
  const problems = [
    { ...problem, path: '/data/a' },
    { ...problem, path: '/data/b' },
  ];
  expect(new Set(storageNotices({ ...well, problems }).map(({ id }) => id)).size).toBe(2);
});
