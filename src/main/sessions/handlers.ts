/** `sessions.*` and `session.*` of the IPC contract. */
import type { PromptPart, sessionsContract } from '../../shared/ipc/contract/sessions.ts';
import type { Handlers } from '../../shared/ipc/handler.ts';
import { err, ok } from '../../shared/result.ts';
import type { ContentBlock } from '../../shared/session/content.ts';
import type { SessionDirectory } from './session-directory.ts';

export function sessionsHandlers(directory: SessionDirectory): Handlers<typeof sessionsContract> {
  const noSession = () => err({ code: 'no-session' as const, message: 'no such session' });

  return {
    'sessions.watch': (_input, { emit }) => directory.watch(emit),

    'sessions.create': ({ workspaceId, agentId }) => {
      const created = directory.create(workspaceId, agentId);
      return created.ok ? ok({ sessionId: created.value.facts.id }) : created;
    },

    'session.watch': ({ sessionId }, { emit, end }) => {
      const session = directory.get(sessionId);
      if (session === null) {
        end(noSession().error);
        return undefined;
      }
      const { state, stop } = session.watch({
        onEvents: (events) => {
          for (const event of events) emit({ type: 'event', event, firstSeq: event.first?.seq ?? event.seq });
        },
        onEnd: () => end(null),
      });
      emit({ type: 'snapshot', state });
      return stop;
    },

    'session.prompt': ({ sessionId, prompt }) =>
      directory.get(sessionId)?.prompt(prompt.map(blockOf)) ?? noSession(),
    'session.unqueue': ({ sessionId, queueId }) => directory.get(sessionId)?.unqueue(queueId) ?? noSession(),
    'session.editQueued': ({ sessionId, queueId, prompt }) =>
      directory.get(sessionId)?.editQueued(queueId, prompt.map(blockOf)) ?? noSession(),
    'session.moveQueued': ({ sessionId, queueId, before }) =>
      directory.get(sessionId)?.moveQueued(queueId, before) ?? noSession(),
    'session.sendNow': ({ sessionId, queueId }) => directory.get(sessionId)?.sendNow(queueId) ?? noSession(),
    'session.pin': ({ sessionId, pinned }) => directory.get(sessionId)?.pin(pinned) ?? noSession(),
    'session.archive': ({ sessionId, archived }) =>
      directory.get(sessionId)?.archive(archived) ?? noSession(),
    'session.cancel': ({ sessionId }) => directory.get(sessionId)?.cancel() ?? noSession(),
    'session.answerPermission': ({ sessionId, requestId, optionId }) =>
      directory.get(sessionId)?.answerPermission(requestId, optionId) ?? noSession(),
    'session.answerQuestion': ({ sessionId, questionId, answer }) =>
      directory.get(sessionId)?.answerQuestion(questionId, answer) ?? noSession(),
    'session.cancelSubagent': ({ sessionId, subagentId }) =>
      directory.get(sessionId)?.cancelSubagent(subagentId) ?? noSession(),
    'session.fork': ({ sessionId }) => {
      const forked = directory.fork(sessionId);
      return forked.ok ? ok({ sessionId: forked.value.facts.id }) : forked;
    },
    'session.deleteAtAgent': async ({ sessionId }) => {
      const deleted = await directory.get(sessionId)?.deleteAtAgent();
      return deleted === undefined ? noSession() : deleted.ok ? ok(null) : deleted;
    },
    'session.stopTerminal': ({ sessionId, terminalId }) =>
      directory.get(sessionId)?.stopTerminal(terminalId) ?? noSession(),
    'session.setMode': ({ sessionId, modeId }) => directory.get(sessionId)?.setMode(modeId) ?? noSession(),
    'session.setOption': ({ sessionId, optionId, value }) =>
      directory.get(sessionId)?.setOption(optionId, value) ?? noSession(),
    'session.rename': ({ sessionId, alias }) => directory.get(sessionId)?.rename(alias) ?? noSession(),
    'session.markRead': ({ sessionId }) => directory.get(sessionId)?.markRead() ?? noSession(),
    'session.restart': ({ sessionId }) => directory.get(sessionId)?.restart() ?? noSession(),

    'session.close': async ({ sessionId }) => {
      const how = await directory.close(sessionId);
      return how === null ? noSession() : ok({ how });
    },
  };
}

function blockOf(part: PromptPart): ContentBlock {
  switch (part.type) {
    case 'text':
    case 'resource-link':
    case 'audio':
      return part;
    case 'image':
      return { ...part, uri: null };
  }
}
