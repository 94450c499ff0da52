/** Events and failures that the session engine words itself. Windows have them in the catalogue by their code. */
import type { Failure, SessionEventBody } from '../../shared/session/event.ts';

export const startedWithoutMemory: SessionEventBody = {
  type: 'notice',
  severity: 'warning',
  code: 'started-without-memory',
  title: 'The agent could not resume; it starts without memory of the above',
  description: null,
};

export const historyDiffers: SessionEventBody = {
  type: 'notice',
  severity: 'warning',
  code: 'history-differs',
  title: 'The agent remembers this conversation differently',
  description: 'What stands here is what was said in this window; the agent may go by something else.',
};

export const imported: SessionEventBody = {
  type: 'notice',
  severity: 'info',
  code: 'imported',
  title: 'This conversation was had outside the app',
  description: 'What the agent told of it stands above.',
};

export const handedOver: SessionEventBody = {
  type: 'notice',
  severity: 'info',
  code: 'handed-over',
  title: 'The agent was given the transcript of another session',
  description: null,
};

export const agentUnresponsive: SessionEventBody = {
  type: 'notice',
  severity: 'error',
  code: 'agent-unresponsive',
  title: 'The agent did not react to Stop, so its process was ended',
  description: null,
};

export const forked: SessionEventBody = {
  type: 'notice',
  severity: 'info',
  code: 'forked',
  title: 'This conversation is a fork',
  description:
    'The agent knows what was said before; it stands in the session that this one was forked from.',
};

export const notSaved: SessionEventBody = {
  type: 'notice',
  severity: 'error',
  code: 'not-saved',
  title: 'This session cannot be saved',
  description: 'What is not saved is not sent to the agent.',
};

export const updatesLost: SessionEventBody = {
  type: 'notice',
  severity: 'warning',
  code: 'updates-lost',
  title: 'Some updates were lost',
  description: 'The agent sent too many of them before its session was open.',
};

export const foreignUpdates: SessionEventBody = {
  type: 'notice',
  severity: 'warning',
  code: 'foreign-updates',
  title: 'The agent sends updates for sessions that it does not have here',
  description: 'They are ignored.',
};

export function interrupted(turnId: string): SessionEventBody {
  return { type: 'turn-ended', turnId, outcome: { type: 'interrupted' } };
}

export function failureOfOurs(
  code: Failure['code'],
  message: string,
  detail?: NonNullable<Failure['detail']>,
): Failure {
  return {
    code,
    message,
    ...(detail === undefined ? {} : { detail }),
    exitCode: null,
    signal: null,
    stderrTail: [],
  };
}
