/** Whether a record was left in order. Pure. */
import type { SessionState } from '../../shared/session/state.ts';

/** What it says runs, or waits for an answer, cannot: its process is gone. */
export function wasCutOff(state: SessionState): boolean {
  const { phase, active, permissions, questions, effects, signIn, replaying, restart } = state;
  return (
    phase.name === 'starting' ||
    phase.name === 'ready' ||
    active !== null ||
    permissions.length > 0 ||
    questions.length > 0 ||
    effects.length > 0 ||
    signIn?.status === 'running' ||
    restart?.type === 'restarting' ||
    replaying
  );
}
