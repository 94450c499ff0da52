/**
 * Whether the agent of a session that does nothing goes on running. Pure: whoever parks sessions asks it, and
 * asks again when it says so.
 */
import type { SessionState } from '../../shared/session/state.ts';

/** Of one agent. `keep`: its process runs as long as the session is open. */
export type IdlePolicy =
  | { readonly type: 'keep' }
  | { readonly type: 'stop-after'; readonly minutes: number };

export const DEFAULT_IDLE_POLICY: IdlePolicy = { type: 'stop-after', minutes: 30 };

/** As the settings of an agent say it; 0: never. */
export function idlePolicyOf(minutes: number | undefined): IdlePolicy {
  if (minutes === undefined) return DEFAULT_IDLE_POLICY;
  return minutes === 0 ? { type: 'keep' } : { type: 'stop-after', minutes };
}

export type IdleFacts = {
  readonly state: SessionState;
  /** Commands that the app runs for the agent, or sub-agents at work. */
  readonly workInBackground: boolean;
  /** On a clock that stands still while the machine sleeps, ms. */
  readonly nowMs: number;
  /** When something last happened in the session, on the same clock. */
  readonly lastEventMs: number;
};

export type IdleDecision =
  | { readonly type: 'stop' }
  /** Ask again after so long, if nothing happened until then. */
  | { readonly type: 'ask-again'; readonly afterMs: number }
  /** Something has to happen first: `why` says what speaks against it now. */
  | {
      readonly type: 'keep';
      readonly why: 'policy' | 'not-running' | 'cannot-resume' | 'never-used' | 'busy' | 'waits-for-person';
    };

/** Only what can be taken up again is stopped: without that the agent would forget the conversation. */
export function decideIdle(policy: IdlePolicy, facts: IdleFacts): IdleDecision {
  const { state, workInBackground, nowMs, lastEventMs } = facts;
  if (policy.type === 'keep') return { type: 'keep', why: 'policy' };
  if (state.phase.name !== 'ready') return { type: 'keep', why: 'not-running' };
  if (state.agent?.loadSession !== true) return { type: 'keep', why: 'cannot-resume' };
  if (state.permissions.length > 0 || state.questions.length > 0 || state.signIn !== null) {
    return { type: 'keep', why: 'waits-for-person' };
  }
  // Held prompts wait for the person, who may be long in coming; the others are about to be sent.
  const hasNext = state.queue.some(({ held }) => held !== true);
  if (state.active !== null || hasNext || state.replaying || workInBackground) {
    return { type: 'keep', why: 'busy' };
  }
  // Agents keep no session that was never used: nothing could be taken up, and a start costs seconds.
  if (state.turns.length === 0) return { type: 'keep', why: 'never-used' };
  const leftMs = policy.minutes * 60_000 - (nowMs - lastEventMs);
  return leftMs <= 0 ? { type: 'stop' } : { type: 'ask-again', afterMs: leftMs };
}
