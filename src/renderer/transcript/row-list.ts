/**
 * All rows of a session, flat, as the virtual list takes them. Settled turns are read once; while a turn
 * runs only its own rows are made anew.
 */
import type { Turn } from '../../shared/session/state.ts';
import type { FoldRow, Row } from './row.ts';
import { SubagentRows, type RowListInput } from './subagent-rows.ts';
import { TurnRows } from './turn-rows.ts';

export type RowListView = {
  readonly rows: readonly Row[];
  /** Entries so far, to count what came while the person was reading further up. */
  readonly entries: number;
};

export class RowList {
  #settledRows = new WeakMap<Turn, readonly Row[]>();
  #active: { readonly id: string; readonly builder: TurnRows } | null = null;
  #input: RowListInput | null = null;
  #settled: readonly Row[] = [];
  #settledEntries = 0;
  /** Whether the settled rows hold a sub-agent, whose rows may change without them. */
  #settledAgents = false;
  #view: RowListView = { rows: [], entries: 0 };

  readonly #agents: SubagentRows;
  readonly #within: readonly string[];

  /** `within`: the sub-agents that the list's own rows are in. */
  constructor(
    agents = new SubagentRows((shared, ids) => new RowList(shared, ids)),
    within: readonly string[] = [],
  ) {
    this.#agents = agents;
    this.#within = within;
  }

  /** Returns the same object when nothing changed. */
  read(input: RowListInput): RowListView {
    const before = this.#input;
    const foldsChanged =
      before === null || before.openFolds !== input.openFolds || before.permissions !== input.permissions;
    const turnsChanged = before === null || before.turns !== input.turns;
    const agentsChanged = before === null || before.subagents !== input.subagents;
    if (!foldsChanged && !turnsChanged && !agentsChanged && before.active === input.active) return this.#view;

    const waiting = new Set(input.permissions.map((permission) => permission.toolCallId));
    if (turnsChanged || foldsChanged || (agentsChanged && this.#settledAgents)) {
      const settled = input.turns.flatMap((turn) =>
        unfold(this.#rowsOfSettled(turn), input.openFolds, waiting),
      );
      this.#settledAgents = settled.some(({ type }) => type === 'subagent');
      this.#settled = this.#withAgents(settled, input);
      this.#settledEntries = input.turns.reduce((sum, turn) => sum + turn.entries.length, 0);
    }
    const { active } = input;
    const tail =
      active === null
        ? []
        : this.#withAgents(unfold(this.#rowsOfActive(active), input.openFolds, waiting), input);
    this.#input = input;
    this.#view = {
      rows: tail.length === 0 ? this.#settled : this.#settled.concat(tail),
      entries: this.#settledEntries + (active?.entries.length ?? 0),
    };
    return this.#view;
  }

  #withAgents(rows: readonly Row[], input: RowListInput): readonly Row[] {
    if (!rows.some(({ type }) => type === 'subagent')) return rows;
    return rows.flatMap((row) =>
      row.type === 'subagent' ? this.#agents.read(row, input, this.#within) : [row],
    );
  }

  #rowsOfActive(turn: Turn): readonly Row[] {
    if (this.#active?.id !== turn.id) this.#active = { id: turn.id, builder: new TurnRows() };
    return this.#active.builder.update(turn);
  }

  #rowsOfSettled(turn: Turn): readonly Row[] {
    const known = this.#settledRows.get(turn);
    if (known !== undefined) return known;
    // The turn that just ran keeps its rows: only what settled changes.
    const builder = this.#active?.id === turn.id ? this.#active.builder : new TurnRows();
    const rows = builder.update(turn);
    if (this.#active?.id === turn.id) this.#active = null;
    this.#settledRows.set(turn, rows);
    return rows;
  }
}

/** A fold shows its rows when the person opened it, or when one of them waits for the person. */
export function isFoldOpen(
  fold: FoldRow,
  openFolds: ReadonlySet<string>,
  waiting: ReadonlySet<string>,
): boolean {
  if (openFolds.has(fold.key)) return true;
  return waiting.size > 0 && fold.entries.some((entry) => waiting.has(entry.toolCallId));
}

function unfold(
  rows: readonly Row[],
  openFolds: ReadonlySet<string>,
  waiting: ReadonlySet<string>,
): readonly Row[] {
  if (openFolds.size === 0 && waiting.size === 0) return rows;
  const flat: Row[] = [];
  for (const row of rows) {
    flat.push(row);
    if (row.type === 'fold' && isFoldOpen(row, openFolds, waiting))
      for (const child of row.children) flat.push(child);
  }
  return flat;
}
