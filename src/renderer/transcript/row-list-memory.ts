/** Row lists of transcripts that are not shown, for as long as something keeps their turns. */
import type { Turn } from '../../shared/session/state.ts';
import { RowList } from './row-list.ts';

const left = new WeakMap<readonly Turn[], RowList>();

/** The one that was left with these turns: its rows are the same objects, and what was made of them. */
export function takeRowList(turns: readonly Turn[]): RowList {
  const list = left.get(turns);
  left.delete(turns);
  return list ?? new RowList();
}

export function leaveRowList(turns: readonly Turn[], list: RowList): void {
  left.set(turns, list);
}
