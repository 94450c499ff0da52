/** Waiting for what a session comes to. */
import type { Session } from '../../src/main/sessions/session.ts';
import type { SessionState } from '../../src/shared/session/state.ts';

/** Rejects when `holds` is not true of the session's state within `ms`, saying what was waited for. */
export function until(
  session: Session,
  what: string,
  ms: number,
  holds: (state: SessionState) => boolean,
): Promise<SessionState> {
  return new Promise((resolve, reject) => {
    let watching: ReturnType<Session['watch']> | null = null;
    const settle = (act: () => void) => {
      clearTimeout(timer);
      watching?.stop();
      act();
    };
    const look = () => {
      const { state } = session;
      if (holds(state)) settle(() => resolve(state));
    };
    const timer = setTimeout(() => {
      const { phase, active, permissions } = session.state;
      const now = `phase ${JSON.stringify(phase)}, ${active === null ? 'no turn' : 'a turn'} running, ${permissions.length} questions open`;
      settle(() => reject(new Error(`${what}: not within ${ms / 1000} s (${now})`)));
    }, ms);
    watching = session.watch({
      onEvents: look,
      onEnd: () => settle(() => reject(new Error(`${what}: the session ended`))),
    });
    look();
  });
}
