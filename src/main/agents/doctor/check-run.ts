/** The rows of a check, worked off one after the other: times, limits, what is skipped because of what. */
import { doctorChecks } from '../../../shared/ipc/contract/doctor.ts';
import type { DoctorCheck, DoctorNote, DoctorRow, DoctorState } from '../../../shared/ipc/contract/doctor.ts';
import { wakingClock } from '../../waking-clock.ts';
import { AgentFailure } from '../agent-link.ts';

export type CheckResult = {
  readonly status: 'ok' | 'not-offered' | 'failed' | 'skipped';
  readonly note: DoctorNote | null;
};

export function note(code: DoctorNote['code'], detail = ''): DoctorNote {
  return { code, detail: detail.replace(/\s+/g, ' ').trim().slice(0, 300) };
}

export class CheckRun {
  readonly #emit: (state: DoctorState) => void;
  readonly #signal: AbortSignal;
  #rows: readonly DoctorRow[] = doctorChecks.map((check) => ({
    check,
    status: 'waiting',
    ms: null,
    note: null,
  }));
  #agent: string | null = null;

  /** `signal`: the person left, or the time for the whole check is up. */
  constructor(emit: (state: DoctorState) => void, signal: AbortSignal) {
    this.#emit = emit;
    this.#signal = signal;
    this.#tell('running');
  }

  get rows(): readonly DoctorRow[] {
    return this.#rows;
  }

  named(agent: string): void {
    this.#agent = agent;
  }

  statusOf(check: DoctorCheck): DoctorRow['status'] {
    return this.#rows.find((row) => row.check === check)?.status ?? 'waiting';
  }

  set(check: DoctorCheck, result: CheckResult, ms: number | null = null): void {
    this.#put({ check, ...result, ms });
  }

  /** Never rejects. `limitMs`: for this row. Null: nothing came of it. */
  async step<Value>(
    check: DoctorCheck,
    limitMs: number,
    work: () => Promise<{ readonly result: CheckResult; readonly value: Value }>,
  ): Promise<Value | null> {
    if (this.#signal.aborted) return null;
    this.#put({ check, status: 'running', ms: null, note: null });
    const began = performance.now();
    let callOff: () => void = () => {};
    let abort: () => void = () => {};
    try {
      const over = new Promise<never>((_, reject) => {
        callOff = wakingClock.after(limitMs, () => reject(new TimeUp()));
        abort = () => reject(new Stopped());
        this.#signal.addEventListener('abort', abort, { once: true });
        if (this.#signal.aborted) abort();
      });
      const working = this.#signal.aborted ? over : work();
      const { result, value } = await Promise.race([working, over]);
      this.set(check, result, performance.now() - began);
      return value;
    } catch (error) {
      this.set(check, resultOf(error), performance.now() - began);
      return null;
    } finally {
      callOff();
      this.#signal.removeEventListener('abort', abort);
    }
  }

  /** Rows that nobody came to are skipped; after `depends` because of what failed, else because it was stopped. */
  end(state: 'done' | 'stopped'): void {
    const skipped = note(state === 'done' ? 'depends' : 'cancelled');
    this.#rows = this.#rows.map((row) =>
      row.status === 'waiting' || row.status === 'running'
        ? { ...row, status: 'skipped', note: skipped }
        : row,
    );
    this.#tell(state);
  }

  #put(next: DoctorRow): void {
    this.#rows = this.#rows.map((row) => (row.check === next.check ? next : row));
    this.#tell('running');
  }

  #tell(state: DoctorState['state']): void {
    this.#emit({ state, agent: this.#agent, rows: this.#rows });
  }
}

class TimeUp extends Error {}
class Stopped extends Error {}

function resultOf(error: unknown): CheckResult {
  if (error instanceof TimeUp) return { status: 'failed', note: note('time-up') };
  if (error instanceof Stopped) return { status: 'skipped', note: note('cancelled') };
  if (error instanceof AgentFailure && error.failure.code === 'auth-required') {
    return { status: 'failed', note: note('needs-sign-in', error.failure.message) };
  }
  return { status: 'failed', note: note('failed', error instanceof Error ? error.message : String(error)) };
}
