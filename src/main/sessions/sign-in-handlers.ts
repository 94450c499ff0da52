/** `signIn.*` of the IPC contract. */
import type { signInContract } from '../../shared/ipc/contract/sign-in.ts';
import type { Handlers } from '../../shared/ipc/handler.ts';
import { err } from '../../shared/result.ts';
import type { Session } from './session.ts';
import type { SessionDirectory } from './session-directory.ts';

export function signInHandlers(directory: SessionDirectory): Handlers<typeof signInContract> {
  const noSession = () => err({ code: 'no-session' as const, message: 'no such session' });
  const on = async <Answer>(sessionId: string, run: (session: Session) => Answer | Promise<Answer>) => {
    const session = await directory.open(sessionId);
    return session === null ? noSession() : run(session);
  };

  return {
    'signIn.start': ({ sessionId, methodId }) =>
      on(sessionId, (session) => session.signInDesk.start(methodId)),
    'signIn.input': ({ sessionId, line }) => on(sessionId, (session) => session.signInDesk.input(line)),
    'signIn.cancel': ({ sessionId }) => on(sessionId, (session) => session.signInDesk.cancel()),
    'signIn.output': async ({ sessionId }, { emit, end }) => {
      const session = await directory.open(sessionId);
      if (session !== null) return session.signInDesk.output.watch(emit);
      end(noSession().error);
      return undefined;
    },
    'signIn.signOut': ({ sessionId }) => on(sessionId, (session) => session.signOut()),
  };
}
