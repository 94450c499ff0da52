/** `signIn.*` of the IPC contract. */
import type { signInContract } from '../../shared/ipc/contract/sign-in.ts';
import type { Handlers } from '../../shared/ipc/handler.ts';
import { err } from '../../shared/result.ts';
import type { SessionDirectory } from './session-directory.ts';

export function signInHandlers(directory: SessionDirectory): Handlers<typeof signInContract> {
  const noSession = () => err({ code: 'no-session' as const, message: 'no such session' });

  return {
    'signIn.start': ({ sessionId, methodId }) =>
      directory.get(sessionId)?.signInDesk.start(methodId) ?? noSession(),
    'signIn.input': ({ sessionId, line }) => directory.get(sessionId)?.signInDesk.input(line) ?? noSession(),
    'signIn.cancel': ({ sessionId }) => directory.get(sessionId)?.signInDesk.cancel() ?? noSession(),
    'signIn.output': ({ sessionId }, { emit, end }) => {
      const session = directory.get(sessionId);
      if (session !== null) return session.signInDesk.output.watch(emit);
      end(noSession().error);
      return undefined;
    },
    'signIn.signOut': ({ sessionId }) => directory.get(sessionId)?.signOut() ?? noSession(),
  };
}
