/** The rows of sub-agents: each has a list of its own, whose rows stand in the fold of its entry. */
import type { SessionState, Turn } from '../../shared/session/state.ts';
import type { NestedRow, Row, SubagentRow } from './row.ts';

export type RowListInput = {
  readonly turns: readonly Turn[];
  readonly active: Turn | null;
  readonly permissions: SessionState['permissions'];
  readonly subagents: SessionState['subagents'];
  /** Keys of the folds that the person opened. */
  readonly openFolds: ReadonlySet<string>;
};

/** The list of one sub-agent's rows. */
type Rows = { read(input: RowListInput): { readonly rows: readonly Row[] } };
type MakeRows = (agents: SubagentRows, within: readonly string[]) => Rows;

/** Deeper ones are shown as entries only. */
const deepest = 8;

export class SubagentRows {
  readonly #lists = new Map<string, Rows>();
  readonly #headers = new WeakMap<Row, SubagentRow>();
  readonly #nested = new WeakMap<Row, NestedRow>();
  readonly #makeRows: MakeRows;

  constructor(makeRows: MakeRows) {
    this.#makeRows = makeRows;
  }

  /** The entry's row as it is now, and, when its fold is open, what is in it. `within`: the ids around it. */
  read(row: SubagentRow, input: RowListInput, within: readonly string[]): readonly Row[] {
    const { subagentId } = row.entry;
    const child = childOf(input.subagents, subagentId);
    const header = this.#header(row, child);
    const waits = input.permissions.some((pending) => pending.subagentId === subagentId);
    const open = input.openFolds.has(row.key) || waits || this.#holdsWaiting(child, input, within);
    if (!open || child === null || within.includes(subagentId) || within.length >= deepest) return [header];
    const list = this.#lists.get(subagentId) ?? this.#makeRows(this, [...within, subagentId]);
    this.#lists.set(subagentId, list);
    const { rows } = list.read({ ...input, turns: child.turns, active: child.active });
    const inside = rows.flatMap((each) =>
      each.type === 'working' || each.type === 'end' || each.type === 'prompt' ? [] : [this.#nest(each)],
    );
    return [header, ...inside];
  }

  /** A new object only when the sub-agent changed: the row is drawn once for each. */
  #header(row: SubagentRow, child: SessionState | null): SubagentRow {
    const known = this.#headers.get(row);
    if (known !== undefined && known.child === child) return known;
    const header: SubagentRow = { ...row, child };
    this.#headers.set(row, header);
    return header;
  }

  #nest(row: Row): NestedRow {
    const known = this.#nested.get(row);
    if (known !== undefined) return known;
    const nested: NestedRow =
      row.type === 'nested'
        ? { ...row, depth: row.depth + 1 }
        : { type: 'nested', key: row.key, depth: 1, row };
    this.#nested.set(row, nested);
    return nested;
  }

  /** Whether one further in asks something. */
  #holdsWaiting(child: SessionState | null, input: RowListInput, within: readonly string[]): boolean {
    const asking = input.permissions.flatMap(({ subagentId }) =>
      subagentId === undefined ? [] : [subagentId],
    );
    if (asking.length === 0 || child === null || within.length >= deepest) return false;
    const turns = child.active === null ? child.turns : [...child.turns, child.active];
    return turns.some(({ entries }) =>
      entries.some((entry) => {
        if (entry.type !== 'subagent') return false;
        if (asking.includes(entry.subagentId)) return true;
        if (within.includes(entry.subagentId)) return false;
        const inner = childOf(input.subagents, entry.subagentId);
        return this.#holdsWaiting(inner, input, [...within, entry.subagentId]);
      }),
    );
  }
}

function childOf(subagents: SessionState['subagents'], id: string): SessionState | null {
  return Object.hasOwn(subagents, id) ? (subagents[id] ?? null) : null;
}
