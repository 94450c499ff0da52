/** Which processes there are, from /proc: for tests that look for leftovers. Linux only. */
import { readFileSync, readdirSync } from 'node:fs';

const tag = 'SWITCHYARD_RUN=';

export type Seen = { readonly pid: number; readonly startTime: string; readonly command: string };

/** All processes below `pid`, with `pid` itself. */
export function processTree(pid: number): readonly Seen[] {
  const all = everyProcess();
  const children = Map.groupBy === undefined ? groupByParent(all) : groupByParent(all);
  const found: Seen[] = [];
  const visit = (at: number) => {
    const self = all.get(at);
    if (self !== undefined) found.push(self);
    for (const child of children.get(at) ?? []) visit(child);
  };
  visit(pid);
  return found;
}
