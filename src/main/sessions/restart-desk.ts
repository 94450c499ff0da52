/**
 * Starts an agent again that ended by itself between two turns, where its session can be taken up: after a
 * while that grows, a few times, in sight of the person. What ended within a turn is never started again by
 * itself, since its prompt may have had effects.
 */
import type { RestartPlan } from '../../shared/session/event.ts';
import { NEVER_RESTARTED, afterEnd } from '../processes/restart-policy.ts';
import type { RestartState } from '../processes/restart-policy.ts';
import type { SessionClock } from './session-clock.ts';

/** So many tries in a row, as `afterEnd` allows within its window. */
export const MOST_TRIES = 5;

export type EndedAgent = {
  /** A turn ran. */
  readonly withinTurn: boolean;
  /** The agent can take up the conversation, or nothing was said yet. */
  readonly resumable: boolean;
  /** It had come up; what does not even start is not started again by itself. */
  readonly wasReady: boolean;
  /** What it ended of is nothing that only a person can put right. */
  readonly mayPass: boolean;
  /** How long it ran, in ms. */
  readonly ranMs: number;
};

export type RestartPorts = {
  readonly clock: SessionClock;
  /** 0 up to 1. */
  readonly chance: () => number;
  readonly restart: () => void;
  /** Null: nothing is under way. */
  readonly onChange: (plan: RestartPlan | null) => void;
};

export class RestartDesk {
  readonly #ports: RestartPorts;
  #state: RestartState = NEVER_RESTARTED;
  #plan: RestartPlan | null = null;
  #callOff: (() => void) | null = null;
  /** It was started by this desk and has not been ready since. */
  #trying = false;
  #closed = false;

  constructor(ports: RestartPorts) {
    this.#ports = ports;
  }

  get plan(): RestartPlan | null {
    return this.#plan;
  }

  /** Its process ended although nobody stopped it. */
  ended(agent: EndedAgent): void {
    if (this.#closed) return;
    this.#clearTimer();
    const retried = this.#trying;
    this.#trying = false;
    if (agent.withinTurn) return this.#set({ type: 'needs-you', why: 'within-a-turn' });
    if (!agent.resumable) return this.#set({ type: 'needs-you', why: 'cannot-resume' });
    // A first start that fails tells what is wrong; trying it again would only hide that.
    if (!agent.mayPass || (!agent.wasReady && !retried)) return this.#set(null);
    const nowMs = this.#ports.clock.now();
    const decision = afterEnd(this.#state, { nowMs, ranMs: agent.ranMs, chance: this.#ports.chance() });
    this.#state = decision.state;
    if (decision.type === 'needs-you') return this.#set({ type: 'needs-you', why: 'too-often' });
    const { afterMs, state } = decision;
    this.#set({ type: 'restarting', attempt: state.tries, of: MOST_TRIES, at: nowMs + afterMs });
    this.#callOff = this.#ports.clock.after(afterMs, () => this.#go());
  }

  /** The agent is ready again. */
  ready(): void {
    this.#clearTimer();
    this.#trying = false;
    this.#set(null);
  }

  /** The person does not want to wait. False: nothing waits. */
  now(): boolean {
    if (this.#callOff === null) return false;
    this.#clearTimer();
    this.#go();
    return true;
  }

  /** The person does not want it to be started again. False: nothing waits. */
  stop(): boolean {
    if (this.#callOff === null) return false;
    this.#clearTimer();
    this.#set({ type: 'needs-you', why: 'stopped' });
    return true;
  }

  /** Somebody else starts it, or the session ends its agent on purpose: what waits is called off. */
  superseded(): void {
    this.#clearTimer();
    this.#trying = false;
    this.#set(null);
  }

  close(): void {
    this.#closed = true;
    this.#clearTimer();
  }

  #go(): void {
    this.#callOff = null;
    if (this.#closed) return;
    this.#trying = true;
    this.#ports.restart();
  }

  #clearTimer(): void {
    this.#callOff?.();
    this.#callOff = null;
  }

  #set(plan: RestartPlan | null): void {
    if (plan === null && this.#plan === null) return;
    this.#plan = plan;
    this.#ports.onChange(plan);
  }
}
