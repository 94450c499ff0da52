/** Which row shows a place of the session, and which place a row shows. Pure. */
import type { Target } from '../../shared/session/window.ts';
import type { SessionState } from '../../shared/session/state.ts';
import type { Row } from './row.ts';

type Turns = Pick<SessionState, 'turns' | 'active'>;

/** The first row of an entry, or of a turn; -1: none shows it. */
export function rowOfTarget(rows: readonly Row[], state: Turns, target: Target): number {
  const { turnId, entryId } = target;
  if (entryId !== null) return rows.findIndex((row) => shows(row, entryId));
  if (turnId === null) return -1;
  const prompt = rows.findIndex(({ key }) => key === turnId);
  if (prompt !== -1) return prompt;
  const first = turnsOf(state).find(({ id }) => id === turnId)?.entries[0]?.id;
  const index = first === undefined ? -1 : rows.findIndex((row) => shows(row, first));
  return index === -1 ? rows.findIndex(({ key }) => key === `${turnId}/end`) : index;
}

/** Also the fold that an entry is in, open or not. */
function shows(row: Row, entryId: string): boolean {
  if (row.key === entryId || row.key.startsWith(`${entryId}/`)) return true;
  if (row.type === 'nested') return shows(row.row, entryId);
  return row.type === 'fold' && row.entries.some(({ id }) => id === entryId);
}

/** Of a row, or of the nearest one above it that has a place; null: there is none. */
export function placeOfRow(
  rows: readonly Row[],
  index: number,
  state: Turns,
): { readonly key: string; readonly turnId: string; readonly entryId: string | null } | null {
  for (let at = index; at >= 0; at -= 1) {
    const key = rows[at]?.key ?? '';
    const place = placeOfKey(key, state);
    if (place !== null) return { key, ...place };
  }
  return null;
}

function placeOfKey(
  key: string,
  state: Turns,
): { readonly turnId: string; readonly entryId: string | null } | null {
  const turns = turnsOf(state);
  for (let index = turns.length - 1; index >= 0; index -= 1) {
    const turn = turns[index];
    if (turn === undefined) continue;
    if (key === turn.id || key === `${turn.id}/end`) return { turnId: turn.id, entryId: null };
    const entry = turn.entries.find(({ id }) => key === id || key.startsWith(`${id}/`));
    if (entry !== undefined) return { turnId: turn.id, entryId: entry.id };
  }
  return null;
}

function turnsOf({ turns, active }: Turns): SessionState['turns'] {
  return active === null ? turns : [...turns, active];
}
