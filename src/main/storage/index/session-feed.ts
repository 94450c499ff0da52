/** Tells the index what a live session's transcript says, as it settles: only what changed since it was told last. */
import type { SessionState, Turn } from '../../../shared/session/state.ts';
import { type SubagentTurn, givenTitleOf, subagentTurnsOf, turnsOf } from './docs-of-turn.ts';
import type { SessionIndex } from './session-index.ts';

type Told = {
  /** And the turn that each is shown in: that of a sub-agent's row may come after what it says. */
  readonly turns: ReadonlyMap<Turn, string | null>;
  readonly title: string | null;
  readonly through: number;
};

export class SessionFeed {
  readonly #index: Pick<SessionIndex, 'indexTurns' | 'release'>;
  readonly #told = new Map<string, Told>();

  constructor(index: Pick<SessionIndex, 'indexTurns' | 'release'>) {
    this.#index = index;
  }

  /** A session begins or is opened again: what its journal holds is not told anew. */
  begin(sessionId: string, state: SessionState): void {
    this.#told.set(sessionId, {
      turns: placesOf(state),
      title: givenTitleOf(state),
      through: state.seq,
    });
  }

  /** For whenever a turn ended or the title changed; costs little when nothing did. */
  settle(sessionId: string, state: SessionState): void {
    if (state.active !== null) this.#tell(sessionId, state, state.turns, []);
    else this.#tell(sessionId, state, state.turns, subagentTurnsOf(state), state.seq);
  }

  /** It is not live any more: all of it is told, so that its journal need not be read. */
  end(sessionId: string, state: SessionState): void {
    this.#tell(sessionId, state, turnsOf(state), subagentTurnsOf(state), state.seq);
    this.#told.delete(sessionId);
    this.#index.release(sessionId);
  }

  #tell(
    sessionId: string,
    state: SessionState,
    turns: readonly Turn[],
    subagents: readonly SubagentTurn[],
    through?: number,
  ): void {
    const told = this.#told.get(sessionId) ?? {
      turns: new Map<Turn, string | null>(),
      title: null,
      through: 0,
    };
    const title = givenTitleOf(state);
    const changed = turns.filter((turn) => !told.turns.has(turn));
    const changedSubagents = subagents.filter(({ turn, shownIn }) => told.turns.get(turn) !== shownIn);
    if (changed.length + changedSubagents.length === 0 && title === told.title && through === undefined)
      return;
    this.#index.indexTurns(sessionId, {
      turns: changed,
      title,
      subagents: changedSubagents,
      from: told.through,
      through: through ?? told.through,
    });
    const now = new Set([...changed, ...changedSubagents.map(({ turn }) => turn)]);
    this.#told.set(sessionId, {
      turns: new Map([...placesOf(state)].filter(([turn]) => now.has(turn) || told.turns.has(turn))),
      title,
      through: through ?? told.through,
    });
  }
}

function placesOf(state: SessionState): ReadonlyMap<Turn, string | null> {
  const own = turnsOf(state).map((turn): [Turn, string] => [turn, turn.id]);
  return new Map<Turn, string | null>([
    ...own,
    ...subagentTurnsOf(state).map(({ turn, shownIn }): [Turn, string | null] => [turn, shownIn]),
  ]);
}
