/** What must hold of a session's state whatever was said to it, in words where it does not. */
import { isDeepStrictEqual } from 'node:util';
import type { SessionEvent } from '../../../src/shared/session/event.ts';
import { reduceAll } from '../../../src/shared/session/reduce.ts';
import { type SessionFacts, summaryOf } from '../../../src/shared/session/select.ts';
import { emptySessionState } from '../../../src/shared/session/state.ts';
import type { SessionState, Turn } from '../../../src/shared/session/state.ts';

const TOOL_STATUS = new Set(['pending', 'in_progress', 'completed', 'failed', 'cancelled']);
const PHASES = new Set(['new', 'starting', 'ready', 'failed', 'stopped', 'parked']);
const GONE = new Set(['failed', 'stopped', 'parked']);

export class StateWatch {
  readonly violations: string[] = [];
  readonly #frozen = new WeakSet<object>();
  readonly #facts: SessionFacts;
  #seq = 0;
  #settled: readonly string[] = [];

  constructor(facts: SessionFacts) {
    this.#facts = facts;
  }

  /** After each batch of events. */
  look(state: SessionState): void {
    // Whoever changes what was given out throws from here on.
    this.#freeze(state);
    const wrong = (text: string) => void this.violations.push(`${text} (seq ${state.seq})`);
    if (state.seq < this.#seq) wrong('the number of events went down');
    this.#seq = state.seq;
    for (const text of violationsOf(state)) wrong(text);
    const settled = state.turns.map(({ id }) => id);
    if (!this.#settled.every((id, index) => settled[index] === id))
      wrong('a settled turn went away or moved');
    this.#settled = settled;
    try {
      summaryOf(this.#facts, state);
    } catch (error) {
      wrong(`no summary: ${String(error)}`);
    }
  }

  /** When its session is closed. */
  end(state: SessionState, log: readonly SessionEvent[]): void {
    this.look(state);
    if (!isDeepStrictEqual(reduceAll(emptySessionState, log), state)) {
      this.violations.push('the record folds to another state');
    }
  }

  #freeze(value: unknown): void {
    if (typeof value !== 'object' || value === null || this.#frozen.has(value)) return;
    this.#frozen.add(value);
    Object.freeze(value);
    for (const child of Object.values(value)) this.#freeze(child);
  }
}

export function violationsOf(state: SessionState): readonly string[] {
  const { phase, active, turns, permissions, questions, cancelling, queue } = state;
  const all = turnsOf(state);
  const entries = all.flatMap((turn) => turn.entries);
  const calls = entries.filter((entry) => entry.type === 'tool-call');
  const inChildren = Object.values(state.subagents).flatMap((child) => callsOf(turnsOf(child)));
  return [
    ...(PHASES.has(phase.name) ? [] : [`phase ${phase.name}`]),
    ...(cancelling && active === null ? ['cancelling without a turn'] : []),
    ...(GONE.has(phase.name) && active !== null ? ['a turn without a process'] : []),
    ...(GONE.has(phase.name) && permissions.length > 0 ? ['a question without a process'] : []),
    ...(active !== null && (active.endedAt !== null || active.outcome !== null)
      ? ['the running turn has ended']
      : []),
    ...turns.flatMap((turn) => wrongOfSettled(turn)),
    ...doubled(
      'turn',
      all.map(({ id }) => id),
    ),
    ...doubled(
      'entry',
      entries.map(({ id }) => id),
    ),
    // Some agents count anew in each turn.
    ...all.flatMap((turn) => doubled('tool call', callsOf([turn]))),
    ...doubled(
      'permission',
      permissions.map(({ requestId }) => requestId),
    ),
    ...doubled(
      'question',
      questions.map(({ questionId }) => questionId),
    ),
    ...doubled(
      'queued prompt',
      queue.map(({ queueId }) => queueId),
    ),
    ...permissions
      .filter((each) => ![...calls.map((call) => call.toolCallId), ...inChildren].includes(each.toolCallId))
      .map(() => 'a permission for no call'),
    ...calls
      .filter(({ status }) => !TOOL_STATUS.has(status))
      .map(({ status }) => `a call that is ${String(status)}`),
    ...calls
      .filter(({ title, toolCallId }) => typeof title !== 'string' || typeof toolCallId !== 'string')
      .map(() => 'a call whose title or id is no text'),
    ...entries.flatMap((entry) => {
      if (entry.type === 'thought' && typeof entry.text !== 'string') return ['a thought that is no text'];
      if (entry.type !== 'message') return [];
      const texts = entry.blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []));
      return texts.every((text) => typeof text === 'string') ? [] : ['a message that is no text'];
    }),
    ...(state.readSeq > state.seq || state.settledSeq > state.seq ? ['read or settled beyond the end'] : []),
    ...(typeof state.agentTitle === 'string' || state.agentTitle === null ? [] : ['a title that is no text']),
  ];
}

function turnsOf({ turns, active }: SessionState): readonly Turn[] {
  return active === null ? turns : [...turns, active];
}

function callsOf(turns: readonly Turn[]): readonly string[] {
  return turns.flatMap(({ entries }) =>
    entries.flatMap((entry) => (entry.type === 'tool-call' ? [entry.toolCallId] : [])),
  );
}

/** What agents tell of earlier turns, or between turns, has no outcome. */
function wrongOfSettled({ id, endedAt, outcome }: Turn): readonly string[] {
  const isOurs = !/^(?:background|replay)-/.test(id);
  return endedAt === null || (isOurs && outcome === null) ? ['a settled turn without an end'] : [];
}

function doubled(what: string, ids: readonly string[]): readonly string[] {
  return new Set(ids).size === ids.length ? [] : [`two of one ${what}`];
}
