/**
 * Makes a conversation wait for its agent: some agents lose it when it is taken up again within the clock
 * minute in which it began. Remembers the beginnings of this run of the app alone.
 */
import type { AgentLink } from './agent-link.ts';

export type PatienceClock = {
  /** Wall time, ms since the epoch. */
  readonly now: () => number;
  /** Runs once after `ms`; the returned function calls it off. */
  readonly after: (ms: number, run: () => void) => () => void;
};

const MINUTE_MS = 60_000;

const systemClock: PatienceClock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

export class ReopenPatience {
  readonly #clock: PatienceClock;
  /** When a conversation began, at the latest, by the agent's own id of it. */
  readonly #begun = new Map<string, number>();

  constructor(clock: PatienceClock = systemClock) {
    this.#clock = clock;
  }

  /** The same link, which waits up to a minute before it takes up what has only just begun. */
  guard(link: AgentLink): AgentLink {
    let callOff: () => void = () => undefined;
    return {
      ...link,
      openSession: async (cwd, servers) => {
        const opened = await link.openSession(cwd, servers);
        this.#forgetOld();
        this.#begun.set(opened.acpSessionId, this.#clock.now());
        return opened;
      },
      reopenSession: async (cwd, acpSessionId, servers) => {
        const begun = this.#begun.get(acpSessionId);
        const later = begun === undefined ? 0 : minuteOf(begun) + MINUTE_MS;
        while (this.#clock.now() < later) {
          await new Promise<void>((resolve) => {
            const off = this.#clock.after(later - this.#clock.now(), resolve);
            callOff = () => {
              off();
              resolve();
            };
          });
          // Asking now would do the harm that the wait is for.
          if (callOff === stopped) throw new Error('the agent was stopped while it waited');
        }
        return link.reopenSession(cwd, acpSessionId, servers);
      },
      stop: () => {
        callOff();
        callOff = stopped;
        return link.stop();
      },
    };
  }

  #forgetOld(): void {
    const thisMinute = minuteOf(this.#clock.now());
    for (const [id, begun] of this.#begun) if (begun < thisMinute) this.#begun.delete(id);
  }
}

/** Stands for a link that was told to stop: nothing waits any more. */
function stopped(): void {}

function minuteOf(at: number): number {
  return Math.floor(at / MINUTE_MS) * MINUTE_MS;
}
