/** A made-up operating system: who runs is said by the test, and every signal is written down. */
import type { Place, ProcessSystem, StartLookup } from '../process-system.ts';
import type { ProcessRow } from '../process-table.ts';

export type FakeProcess = {
  readonly pid: number;
  readonly startToken: string;
  readonly ppid?: number;
  readonly pgid?: number;
  readonly runId?: string;
  /** Hears nothing but SIGKILL; `undying` not even that. */
  readonly hearing?: 'deaf' | 'undying';
};

export const HERE: Place = { machine: 'this', bootId: 'boot-2', pidSpace: 'pid:[1]' };

export class FakeSystem implements ProcessSystem {
  readonly platform: NodeJS.Platform;
  readonly ownPid = 1000;
  /** Pid and signal of whoever got one, also through its group. */
  readonly signalled: { readonly pid: number; readonly signal: string }[] = [];
  /** Pids of which the system tells nothing. */
  readonly hidden = new Set<number>();
  readonly #running = new Map<number, FakeProcess>();

  constructor(running: readonly FakeProcess[], platform: NodeJS.Platform = 'linux') {
    this.platform = platform;
    for (const each of running) this.#running.set(each.pid, each);
  }

  get pids(): readonly number[] {
    return [...this.#running.keys()];
  }

  list = async (): Promise<readonly ProcessRow[]> =>
    [...this.#running.values()].map(({ pid, startToken, ppid = 1, pgid = pid, runId = null }) => ({
      pid,
      ppid,
      pgid,
      startToken,
      runId,
    }));

  lookUp = async (pid: number): Promise<StartLookup> => {
    if (this.hidden.has(pid)) return { state: 'unknown' };
    const found = this.#running.get(pid);
    return found === undefined ? { state: 'gone' } : { state: 'running', startToken: found.startToken };
  };

  signal = (pid: number, signal: NodeJS.Signals): void => {
    const found = this.#running.get(pid);
    if (found === undefined) return;
    this.signalled.push({ pid, signal });
    if (found.hearing === 'undying' || (found.hearing === 'deaf' && signal !== 'SIGKILL')) return;
    this.#running.delete(pid);
  };

  signalGroup = (pgid: number, signal: NodeJS.Signals): void => {
    for (const each of this.#running.values())
      if ((each.pgid ?? each.pid) === pgid) this.signal(each.pid, signal);
  };

  endTree = async (pid: number): Promise<void> => {
    for (const each of this.#running.values()) if (each.ppid === pid) await this.endTree(each.pid);
    this.signal(pid, 'SIGKILL');
  };

  place = async (): Promise<Place> => HERE;
}
