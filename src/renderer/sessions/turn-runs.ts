import type { SessionSummary } from '../../shared/session/select.ts';

/** Whether closing the session would interrupt something. */
export function turnRuns(session: SessionSummary): boolean {
  return (
    session.status === 'running' || session.status === 'needs-permission' || session.status === 'needs-answer'
  );
}
