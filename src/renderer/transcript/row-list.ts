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
};

export class RowList {
  #settledRows = new WeakMap<Turn, readonly Row[]>();
  #active: { readonly id: string; readonly earlier: number; readonly builder: TurnRows } | null = null;
  #input: RowListInput | null = null;
  #settled: readonly Row[] = [];
  /** Whether the settled rows hold a sub-agent, whose rows may change without them. */
  #settledAgents = false;
  #view: RowListView = { rows: [] };

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
    }
    const { active } = input;
    const tail =
      active === null
        ? []
        : this.#withAgents(unfold(this.#rowsOfActive(active), input.openFolds, waiting), input);
    this.#input = input;
    this.#view = {
      rows: tail.length === 0 ? this.#settled : this.#settled.concat(tail),
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
    const known = this.#builderOf(turn);
    if (known !== null) return known.update(turn);
    const builder = new TurnRows();
    this.#active = { id: turn.id, earlier: turn.earlier ?? 0, builder };
    return builder.update(turn);
  }

  #rowsOfSettled(turn: Turn): readonly Row[] {
    const known = this.#settledRows.get(turn);
    if (known !== undefined) return known;
    // The turn that just ran keeps its rows: only what settled changes.
    const builder = this.#builderOf(turn) ?? new TurnRows();
    const rows = builder.update(turn);
    if (this.#active?.id === turn.id) this.#active = null;
    this.#settledRows.set(turn, rows);
    return rows;
  }

  /** A builder takes what comes at the end; a turn that got older entries is made anew. */
  #builderOf({ id, earlier = 0 }: Turn): TurnRows | null {
    return this.#active?.id === id && this.#active.earlier === earlier ? this.#active.builder : null;
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
