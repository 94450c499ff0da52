import { expect, test } from 'vitest';
import { treeRows } from './process-tree.ts';

function processes(...pairs: readonly (readonly [pid: number, ppid: number])[]) {
  return {
    at: 0,
    processes: pairs.map(([pid, ppid]) => ({
      pid,
      ppid,
      name: `p${pid}`,
      rssBytes: 1,
      threads: null,
      handles: null,
    })),
  };
}

const shown = (sample: ReturnType<typeof processes>) =>
  treeRows(sample).map(({ pid, depth }) => [pid, depth]);

test('children stand under their parent, strays at the margin, and nobody twice or not at all', () => {
  expect(shown(processes([2, 1], [5, 9], [4, 2], [7, 4], [6, 2]))).toEqual([
    [2, 0],
    [4, 1],
    [7, 2],
    [6, 1],
    [5, 0],
  ]);
  expect(shown(processes([2, 3], [3, 2]))).toHaveLength(2);
  expect(shown(processes())).toEqual([]);
});
