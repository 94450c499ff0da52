import { z } from 'zod';
import { request, stream } from '../method.ts';

/** What a sign-in program writes: the tail so far, then what is added. */
export type SignInOutputFrame =
  | { readonly type: 'all'; readonly text: string }
  | { readonly type: 'more'; readonly text: string };

function mergeOutput(previous: SignInOutputFrame, next: SignInOutputFrame): SignInOutputFrame {
  return next.type === 'all' ? next : { type: previous.type, text: previous.text + next.text };
}

const sessionId = z.uuid();
const one = z.object({ sessionId });

/** Signing in to the agent of a session. Nothing of it happens unless the person asks for it. */
export const signInContract = {
  /** With a method that the agent does itself, or one that runs a program of it. */
  'signIn.start': request<null>()(z.object({ sessionId, methodId: z.string().max(1000) }), [
    'no-session',
    'not-needed',
    'no-method',
    'signing-in',
  ]),
  /** One line for the program that runs. */
  'signIn.input': request<null>()(z.object({ sessionId, line: z.string().max(16 * 1024) }), [
    'no-session',
    'not-signing-in',
  ]),
  'signIn.cancel': request<null>()(one, ['no-session', 'not-signing-in']),
  'signIn.output': stream<SignInOutputFrame>()(one, { codes: ['no-session'], merge: mergeOutput }),
  'signIn.signOut': request<null>()(one, ['no-session', 'not-running', 'agent-refused']),
} as const;
