/** What goes wrong between an agent and a session that is to be opened, in our terms. */
import { RequestError } from '@agentclientprotocol/sdk/unstable';
import type { Failure, FailureCode, FailureDetail } from '../../shared/session/event.ts';
import { errorText } from './agent-answers.ts';
import { AgentFailure } from './agent-link.ts';
import { TimeoutError } from './agent-rpc.ts';

const AUTH_REQUIRED = -32000;
const UNSUPPORTED_VERSION = -32022;

/** A failure with what else is known of the process. */
export type MakeFailure = (code: FailureCode, message: string, detail?: FailureDetail) => Failure;

/** `code`: for what has none of its own. What is no answer and no silence comes back as it is. */
export function asFailure(error: unknown, code: FailureCode, failure: MakeFailure): unknown {
  if (error instanceof TimeoutError) {
    const { method, ms } = error;
    return new AgentFailure(failure(code, error.message, { code: 'no-answer', method, ms }));
  }
  if (!(error instanceof RequestError)) return error;
  const message = errorText(error.message, error.data);
  switch (error.code) {
    case AUTH_REQUIRED:
      return new AgentFailure(failure('auth-required', message));
    case UNSUPPORTED_VERSION:
      return new AgentFailure(failure('protocol-version', message));
    default:
      return new AgentFailure(failure(code, message));
  }
}

export function namesNoSession(method: string, failure: MakeFailure): AgentFailure {
  const message = `its answer to ${method} names no session`;
  return new AgentFailure(failure('session-refused', message, { code: 'unusable-answer', method }));
}
