import { expect, test } from 'vitest';
import { recallView, rememberView } from './view-memory.ts';
import { createViewStore } from './view-store.ts';

function memory(): Storage {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  } as unknown as Storage;
}

test('what was seen and put away stays so over a restart', () => {
  const storage = memory();
  const view = createViewStore({});
  rememberView(view, storage);
  view.setState({
    acknowledged: new Set(['failed:a:1']),
    leftTurns: new Set(['t1']),
    folded: ['w'],
    selectedId: 'a',
  });
  const again = createViewStore(recallView(storage)).getState();
  expect([...again.acknowledged, ...again.leftTurns, ...again.folded, again.selectedId]).toEqual([
    'failed:a:1',
    't1',
    'w',
    'a',
  ]);
});

test('a memory of an earlier version counts, a broken one is none', () => {
  const storage = memory();
  storage.setItem(
    'switchyard.view',
    JSON.stringify({
      selectedId: 'a',
      layout: 'single',
      gridIds: [],
      sidebar: 'open',
      folded: [],
      workspaceId: null,
    }),
  );
  expect(createViewStore(recallView(storage)).getState()).toMatchObject({
    selectedId: 'a',
    acknowledged: new Set(),
  });
  storage.setItem('switchyard.view', '{');
  expect(recallView(storage)).toEqual({});
});

test('of too many keys the newest are kept', () => {
  const storage = memory();
  const view = createViewStore({});
  rememberView(view, storage);
  view.setState({ acknowledged: new Set(Array.from({ length: 2500 }, (_, index) => `k${index}`)) });
  const { acknowledged } = createViewStore(recallView(storage)).getState();
  expect([acknowledged.size, acknowledged.has('k2499'), acknowledged.has('k0')]).toEqual([2000, true, false]);
});
