/** Whether the agent wants a sign-in, and how one goes. */
import type { Draft, EventOf } from './draft.ts';
import type { Failure, TurnOutcome } from './event.ts';

/** ACP's error for a missing sign-in. */
const AUTH_REQUIRED = -32000;

export function startSignIn(draft: Draft, { methodId, how }: EventOf<'sign-in-started'>): void {
  draft.next.signIn = { status: 'running', methodId, how };
}

export function endSignIn(draft: Draft, { outcome }: EventOf<'sign-in-ended'>): void {
  const { signIn } = draft.next;
  if (signIn?.status !== 'running') return;
  if (outcome.type === 'ok') draft.next.signIn = null;
  else if (outcome.type === 'cancelled') draft.next.signIn = { status: 'needed' };
  else draft.next.signIn = { status: 'failed', methodId: signIn.methodId, message: outcome.message };
}

export function signOut(draft: Draft): void {
  draft.next.signIn = { status: 'needed' };
}

/** An agent that works says by itself that its sign-in is over, or that there is one again. */
export function setAccount(draft: Draft, { account }: EventOf<'account'>): void {
  const { next } = draft;
  const before = next.account?.state;
  next.account = account;
  if (next.phase.name !== 'ready' || next.replaying) return;
  const lost = account.state === 'unauthenticated' && before === 'authenticated';
  if (lost && next.signIn === null) next.signIn = { status: 'needed' };
  else if (account.state === 'authenticated' && next.signIn?.status === 'needed') next.signIn = null;
}

/** The agent did not come up: for want of a sign-in, maybe after one that did not work. */
export function signInAfterFailure(draft: Draft, failure: Failure): void {
  const { signIn } = draft.next;
  if (failure.code !== 'auth-required') draft.next.signIn = null;
  else if (signIn?.status === 'running') {
    draft.next.signIn = { status: 'failed', methodId: signIn.methodId, message: failure.message };
  } else if (signIn === null) draft.next.signIn = { status: 'needed' };
}

export function signInAfterTurn(draft: Draft, outcome: TurnOutcome): void {
  // A turn that the agent saw through needed none.
  const done = outcome.type === 'stopped' && outcome.reason !== 'cancelled';
  if (done && draft.next.signIn?.status !== 'running') draft.next.signIn = null;
  if (outcome.type !== 'failed' || outcome.error.code !== AUTH_REQUIRED) return;
  if (draft.next.signIn === null) draft.next.signIn = { status: 'needed' };
}
