/**
 * Questions that an agent waits on. Each is settled once, by whoever comes first: the person, a cancelled
 * turn, the agent that takes it back or goes away, the session's end. Several wait at once, independently.
 * The agent gets its answer only when the answer is on record.
 */
import type { PermissionOutcome } from '../../shared/session/content.ts';
import type { SessionEventBody } from '../../shared/session/event.ts';
import { callOf } from '../../shared/session/select.ts';
import type { SessionState } from '../../shared/session/state.ts';
import type { PermissionAsk } from '../agents/agent-link.ts';
import { hasDiff, isDiffMismatch, type ReadText } from './diff-mismatch.ts';

/** Questions that one agent may have open; more are answered `cancelled`. */
export const MAX_PENDING = 64;

export type CancelReason = Exclude<
  Extract<PermissionOutcome, { readonly outcome: 'cancelled' }>['why'],
  'denied'
>;

export function cancelled(why: CancelReason): PermissionOutcome {
  return { outcome: 'cancelled', why };
}

/** Settles every open question of the state. */
export function drained(state: SessionState, why: CancelReason): readonly SessionEventBody[] {
  return state.permissions.map(({ requestId }) => ({
    type: 'permission-settled' as const,
    requestId,
    outcome: cancelled(why),
  }));
}

export type BrokerPorts = {
  readonly state: () => SessionState;
  /** Resolves when saved. */
  readonly append: (bodies: readonly SessionEventBody[]) => Promise<void>;
  readonly newId: () => string;
  readonly readText: ReadText;
};

export class PermissionBroker {
  readonly #ports: BrokerPorts;
  readonly #waiting = new Map<string, (outcome: PermissionOutcome) => void>();

  constructor(ports: BrokerPorts) {
    this.#ports = ports;
  }

  /** `isCurrent`: whether the run that asks is still the session's. `signal`: the agent takes it back. */
  async ask(
    ask: PermissionAsk,
    signal: AbortSignal,
    {
      isCurrent,
      subagentId = null,
    }: { readonly isCurrent: () => boolean; readonly subagentId?: string | null },
  ): Promise<PermissionOutcome> {
    const { state, append, newId, readText } = this.#ports;
    const { toolCall, options } = ask;
    const from = subagentId === null ? {} : { subagentId };
    const content = toolCall.content ?? callOf(state(), toolCall.toolCallId)?.content ?? [];
    const diffMismatch = hasDiff(content) && (await isDiffMismatch(content, readText));
    if (!isCurrent()) return cancelled('agent-gone');
    if (signal.aborted) return cancelled('agent-withdrew');
    if (state().permissions.length >= MAX_PENDING) return cancelled('turn-cancelled');
    const requestId = newId();
    const outcome = this.#wait(requestId, signal);
    void append([{ type: 'permission-asked', requestId, toolCall, options, diffMismatch, ...from }]);
    if (state().cancelling) this.cancel(drained(state(), 'turn-cancelled'));
    return outcome;
  }

  /** Appends events that may settle questions as `cancelled`, and answers those. */
  cancel(bodies: readonly SessionEventBody[]): void {
    if (bodies.length === 0) return;
    // A question may be answered `cancelled` although that cannot be written down: it allows nothing.
    void this.#ports
      .append(bodies)
      .catch(() => undefined)
      .then(() => this.settle(bodies));
  }

  /** Answers the questions that the events, which are on record, settle. */
  settle(bodies: readonly SessionEventBody[]): void {
    for (const body of bodies) {
      if (body.type === 'permission-settled') this.#waiting.get(body.requestId)?.(body.outcome);
    }
  }

  #wait(requestId: string, signal: AbortSignal): Promise<PermissionOutcome> {
    return new Promise((resolve) => {
      const withdraw = (): void => {
        const { permissions } = this.#ports.state();
        if (!permissions.some((pending) => pending.requestId === requestId)) return;
        this.cancel([{ type: 'permission-settled', requestId, outcome: cancelled('agent-withdrew') }]);
      };
      signal.addEventListener('abort', withdraw, { once: true });
      this.#waiting.set(requestId, (outcome) => {
        signal.removeEventListener('abort', withdraw);
        this.#waiting.delete(requestId);
        resolve(outcome);
      });
    });
  }
}
