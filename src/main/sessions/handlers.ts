/** `sessions.*` and `session.*` of the IPC contract. */
import type { PromptPart, sessionsContract } from '../../shared/ipc/contract/sessions.ts';
import type { Handlers } from '../../shared/ipc/handler.ts';
import { err, ok } from '../../shared/result.ts';
import type { ContentBlock } from '../../shared/session/content.ts';
import { pastOf } from '../../shared/session/past.ts';
import { WindowFeed } from '../../shared/session/window-feed.ts';
import { WindowRegistry } from '../../shared/session/window-registry.ts';
import { findSlowly } from './find-in-session.ts';
import type { Session } from './session.ts';
import type { SessionDirectory } from './session-directory.ts';

export function sessionsHandlers(directory: SessionDirectory): Handlers<typeof sessionsContract> {
  const windows = new WindowRegistry();
  const noSession = () => err({ code: 'no-session' as const, message: 'no such session' });
  const on = async <Answer>(sessionId: string, run: (session: Session) => Answer | Promise<Answer>) => {
    const session = await directory.open(sessionId);
    return session === null ? noSession() : run(session);
  };

  return {
    'sessions.watch': (_input, { emit }) => directory.watch(emit),

    'sessions.create': ({ workspaceId, agentId }) => {
      const created = directory.create(workspaceId, agentId);
      return created.ok ? ok({ sessionId: created.value.facts.id }) : created;
    },

    'session.watch': async ({ sessionId, windowId }, { emit, end }) => {
      const held = await directory.hold(sessionId);
      if (held === null) {
        end(noSession().error);
        return undefined;
      }
      const { session } = held;
      const { state, stop } = session.watch({
        onEvents: (events) => feed.events(events, session.state),
        onEnd: () => end(null),
      });
      const feed = new WindowFeed(state, emit);
      const leave = windows.add(sessionId, windowId, feed);
      return () => {
        leave();
        stop();
        held.release();
      };
    },
    'session.turns': (ask) => {
      const reach = windows.earlier(ask);
      return reach === null ? err({ code: 'no-window', message: 'no such window' }) : ok(reach);
    },

    'session.find': ({ sessionId, ...query }, { signal }) =>
      on(sessionId, async ({ state }) => ok(await findSlowly(state, query, signal))),
    'session.past': ({ sessionId }) => on(sessionId, ({ state }) => ok(pastOf(state))),
    'session.prompt': ({ sessionId, prompt }) =>
      on(sessionId, (session) => session.prompt(prompt.map(blockOf))),
    'session.unqueue': ({ sessionId, queueId }) => on(sessionId, (session) => session.unqueue(queueId)),
    'session.editQueued': ({ sessionId, queueId, prompt }) =>
      on(sessionId, (session) => session.editQueued(queueId, prompt.map(blockOf))),
    'session.moveQueued': ({ sessionId, queueId, before }) =>
      on(sessionId, (session) => session.moveQueued(queueId, before)),
    'session.sendNow': ({ sessionId, queueId }) => on(sessionId, (session) => session.sendNow(queueId)),
    'session.pin': ({ sessionId, pinned }) => on(sessionId, (session) => session.pin(pinned)),
    'session.archive': ({ sessionId, archived }) => on(sessionId, (session) => session.archive(archived)),
    'session.cancel': ({ sessionId }) => on(sessionId, (session) => session.cancel()),
    'session.answerPermission': ({ sessionId, requestId, optionId, remember }) =>
      on(sessionId, (session) => session.answerPermission(requestId, optionId, remember)),
    'session.chooseMode': ({ sessionId, mode }) => on(sessionId, (session) => session.chooseMode(mode)),
    'session.revokeRule': ({ sessionId, ruleId }) => on(sessionId, (session) => session.revokeRule(ruleId)),
    'session.answerQuestion': ({ sessionId, questionId, answer }) =>
      on(sessionId, (session) => session.answerQuestion(questionId, answer)),
    'session.cancelSubagent': ({ sessionId, subagentId }) =>
      on(sessionId, (session) => session.cancelSubagent(subagentId)),
    'session.fork': async ({ sessionId }) => {
      const forked = await directory.fork(sessionId);
      return forked.ok ? ok({ sessionId: forked.value.facts.id }) : forked;
    },
    'session.deleteAtAgent': ({ sessionId }) =>
      on(sessionId, async (session) => {
        const deleted = await session.deleteAtAgent();
        return deleted.ok ? ok(null) : deleted;
      }),
    'session.stopTerminal': ({ sessionId, terminalId }) =>
      on(sessionId, (session) => session.stopTerminal(terminalId)),
    'session.setMode': ({ sessionId, modeId }) => on(sessionId, (session) => session.setMode(modeId)),
    'session.setOption': ({ sessionId, optionId, value }) =>
      on(sessionId, (session) => session.setOption(optionId, value)),
    'session.rename': ({ sessionId, alias }) => on(sessionId, (session) => session.rename(alias)),
    'session.markRead': ({ sessionId }) => on(sessionId, (session) => session.markRead()),
    'session.restart': ({ sessionId }) => on(sessionId, (session) => session.restart()),

    'session.keepWaiting': ({ sessionId }) => on(sessionId, (session) => session.keepWaiting()),
    'session.stopAndRestart': ({ sessionId }) => on(sessionId, (session) => session.stopAndRestart()),
    'session.stopRestarting': ({ sessionId }) => on(sessionId, (session) => session.stopRestarting()),
    'session.close': ({ sessionId }) => on(sessionId, async (session) => ok({ how: await session.stop() })),
    'session.takeOver': async ({ sessionId }) =>
      (await directory.takeOver(sessionId)) === null ? noSession() : ok(null),
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
