/** The processes of one look as rows of a tree: children after their parent, one step further in. */
import type { TreeSample } from '../../shared/ipc/contract/process.ts';

export type TreeRow = TreeSample['processes'][number] & { readonly depth: number };

export function treeRows({ processes }: TreeSample): readonly TreeRow[] {
  const pids = new Set(processes.map(({ pid }) => pid));
  const rows: TreeRow[] = [];
  const placed = new Set<number>();
  const place = (row: TreeSample['processes'][number], depth: number) => {
    if (placed.has(row.pid)) return;
    placed.add(row.pid);
    rows.push({ ...row, depth });
    for (const child of processes) if (child.ppid === row.pid) place(child, depth + 1);
  };
  for (const row of processes) if (!pids.has(row.ppid)) place(row, 0);
  // What a table of an odd moment leaves over: none of it is hidden.
  for (const row of processes) place(row, 0);
  return rows;
}
