/**
 * Which idle agents are stopped to save their memory: those that were idle for as long as the person lets them,
 * and the coldest when more run than may. Pure. Only what can be taken up again is ever chosen.
 */
import { MOST_AGENTS } from '../../shared/ipc/contract/settings.ts';
import type { SessionState } from '../../shared/session/state.ts';
import { type IdlePolicy, decideIdle } from './idle-policy.ts';
import { commandRuns } from './turn-watch.ts';

export type RunningSession = {
  readonly id: string;
  readonly state: SessionState;
  readonly policy: IdlePolicy;
  /** A window shows it. */
  readonly isShown: boolean;
  /** When something last happened in it or a command last reached it, wall time, ms since the epoch. */
  readonly usedAt: number;
};

/** The ids of those to park now, coldest first. */
export function toPark(
  running: readonly RunningSession[],
  { now, most = MOST_AGENTS.byDefault }: { readonly now: number; readonly most?: number },
): readonly string[] {
  const chosen = running.filter((session) => !session.isShown && isIdle(session, session.policy, now));
  const left = running.length - chosen.length;
  if (left <= most) return coldest(chosen).map(({ id }) => id);
  // Over the cap it does not matter how long one has been idle, nor that its agent may go on as a rule.
  const others = running.filter(
    (session) => !chosen.includes(session) && isIdle(session, { type: 'stop-after', minutes: 0 }, now),
  );
  return [...coldest(chosen), ...coldest(others).slice(0, left - most)].map(({ id }) => id);
}

function isIdle({ state, usedAt }: RunningSession, policy: IdlePolicy, now: number): boolean {
  const workInBackground =
    commandRuns(state) || Object.values(state.subagents).some(({ active }) => active !== null);
  return decideIdle(policy, { state, workInBackground, nowMs: now, lastEventMs: usedAt }).type === 'stop';
}

/** What nobody looks at first. */
function coldest(sessions: readonly RunningSession[]): readonly RunningSession[] {
  return [...sessions].sort((a, b) => Number(a.isShown) - Number(b.isShown) || a.usedAt - b.usedAt);
}
