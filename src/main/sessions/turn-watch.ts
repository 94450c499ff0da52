/**
 * Notices that a running turn has gone silent: no update, nothing that waits for the person, no command of the
 * agent at work. It only says so; whether to wait, cancel or stop is the person's. The clock that it is given
 * should stand still while the machine sleeps, and a wait that was slept through is begun anew.
 */
import type { SessionEventBody, SessionEventType } from '../../shared/session/event.ts';
import type { SessionState } from '../../shared/session/state.ts';
import type { SessionClock } from './session-clock.ts';

export const DEFAULT_SILENCE_MINUTES = 5;

/** A timer that fires so much later than asked for was held up by sleep. */
const SLEPT_MS = 15_000;

/** What the person or the app itself does is no sign of life of the agent. */
const OF_THE_PERSON: ReadonlySet<SessionEventType> = new Set([
  'marked-read',
  'renamed',
  'pinned',
  'archived',
  'prompt-queued',
  'prompt-unqueued',
  'prompt-edited',
  'prompt-moved',
  'turn-silent',
  'restart-planned',
]);

const OF_THE_TURN: ReadonlySet<SessionEventBody['type']> = new Set([
  'turn-started',
  'turn-ended',
  'agent-failed',
  'agent-stopped',
  'replay-started',
  'replay-ended',
]);

export type TurnWatchPorts = {
  readonly clock: SessionClock;
  readonly state: () => SessionState;
  /** How long a turn may be silent, in ms; null: it is never said. Asked anew for each turn. */
  readonly silenceMs: () => number | null;
  /** A command runs that the app runs for the agent: whoever waits for it has nothing to say. */
  readonly commandRuns: () => boolean;
  /** The turn has been silent since then (wall time); null: it is not, or not any more. */
  readonly onChange: (silentSince: number | null) => void;
};

export class TurnWatch {
  readonly #ports: TurnWatchPorts;
  #lastSign = 0;
  #limit = 0;
  #turnId: string | null = null;
  #silentSince: number | null = null;
  #callOff: (() => void) | null = null;

  constructor(ports: TurnWatchPorts) {
    this.#ports = ports;
  }

  get silentSince(): number | null {
    return this.#silentSince;
  }

  /** Whatever happened in the session. Cheap: it is called for every batch of updates. */
  heard(bodies: readonly SessionEventBody[]): void {
    if (bodies.some(({ type }) => !OF_THE_PERSON.has(type))) {
      this.#lastSign = this.#ports.clock.now();
      this.#tell(null);
    }
    // Asking for the state folds what came so far: within a turn only for what may end it.
    if (this.#turnId !== null && !bodies.some(({ type }) => OF_THE_TURN.has(type))) return;
    const turnId = this.#ports.state().active?.id ?? null;
    if (turnId === this.#turnId) return;
    this.#turnId = turnId;
    this.#stopTimer();
    const limit = turnId === null ? null : this.#ports.silenceMs();
    if (limit !== null) {
      this.#limit = limit;
      this.#wait(limit);
    }
  }

  /** The person says: wait. It is said again after as long. */
  waitOn(): void {
    if (this.#turnId === null) return;
    this.#lastSign = this.#ports.clock.now();
    this.#tell(null);
    if (this.#callOff === null && this.#limit > 0) this.#wait(this.#limit);
  }

  close(): void {
    this.#stopTimer();
    this.#turnId = null;
    this.#silentSince = null;
  }

  #wait(ms: number): void {
    const due = this.#ports.clock.now() + ms;
    this.#callOff = this.#ports.clock.after(ms, () => {
      this.#callOff = null;
      this.#look(due);
    });
  }

  #look(due: number): void {
    const now = this.#ports.clock.now();
    const state = this.#ports.state();
    if (this.#turnId === null || state.active?.id !== this.#turnId) return;
    const waits = waitsForPerson(state) || this.#ports.commandRuns();
    // Nobody can say anything while everything stands still.
    const slept = now - due > SLEPT_MS;
    if (waits || slept) this.#lastSign = now;
    const left = this.#lastSign + this.#limit - now;
    if (left <= 0) this.#tell(this.#lastSign);
    this.#wait(left <= 0 ? this.#limit : left);
  }

  #tell(silentSince: number | null): void {
    if (silentSince === this.#silentSince) return;
    this.#silentSince = silentSince;
    this.#ports.onChange(silentSince);
  }

  #stopTimer(): void {
    this.#callOff?.();
    this.#callOff = null;
  }
}

function waitsForPerson({ permissions, questions, signIn, cancelling }: SessionState): boolean {
  return permissions.length > 0 || questions.length > 0 || signIn !== null || cancelling;
}

/** A command that the app runs for the agent, or for one of its sub-agents, has not ended yet. */
export function commandRuns(state: SessionState): boolean {
  return [state, ...Object.values(state.subagents)].some(
    ({ active }) =>
      active?.entries.some(
        (entry) =>
          entry.type === 'tool-call' && entry.terminal?.stoppable === true && entry.terminal.exit === null,
      ) === true,
  );
}
