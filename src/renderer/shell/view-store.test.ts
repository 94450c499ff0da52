import { expect, test } from 'vitest';
import { emptyView, withGrid, withSelected, withSessions } from './view-store.ts';

test('a closed session hands the selection to the one below it, or above it at the end', () => {
  const ids = ['a', 'b', 'c'];
  expect(withSessions({ ...emptyView, selectedId: 'b' }, ids, ['a', 'c']).selectedId).toBe('c');
  expect(withSessions({ ...emptyView, selectedId: 'c' }, ids, ['a', 'b']).selectedId).toBe('b');
  expect(withSessions({ ...emptyView, selectedId: 'a' }, ['a'], []).selectedId).toBe(null);
});

test('the first list selects its first session', () => {
  expect(withSessions(emptyView, [], ['x', 'y']).selectedId).toBe('x');
});

test('a list in which nothing we show has gone changes nothing', () => {
  const view = { ...emptyView, selectedId: 'a' };
  expect(withSessions(view, ['a'], ['b', 'a'])).toBe(view);
});

test('the grid holds at most four sessions, each once, and one of them is selected', () => {
  const view = withGrid({ ...emptyView, selectedId: 'z' }, ['a', 'b', 'a', 'c', 'd', 'e']);
  expect({ layout: view.layout, ids: view.gridIds, selected: view.selectedId }).toEqual({
    layout: 'grid',
    ids: ['a', 'b', 'c', 'd'],
    selected: 'a',
  });
});

test('a grid that is left with one session becomes a single view', () => {
  const grid = withGrid(emptyView, ['a', 'b']);
  const after = withSessions(grid, ['a', 'b'], ['b']);
  expect({ layout: after.layout, selected: after.selectedId }).toEqual({ layout: 'single', selected: 'b' });
});

test('selecting a session that is no tile leaves the grid, selecting a tile stays in it', () => {
  const grid = withGrid(emptyView, ['a', 'b']);
  expect([withSelected(grid, 'b').layout, withSelected(grid, 'c').layout]).toEqual(['grid', 'single']);
});
