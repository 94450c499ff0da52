import { z } from 'zod';
import { mergeSessionFrames } from '../../session/merge.ts';
import type { FindAnswer } from '../../session/find.ts';
import type { Past } from '../../session/past.ts';
import type { SessionEvent } from '../../session/event.ts';
import type { SessionSummary } from '../../session/select.ts';
import type { SessionState } from '../../session/state.ts';
import type { WindowChange } from '../../session/window-change.ts';
import type { Reach } from '../../session/window-feed.ts';
import type { WindowPart } from '../../session/window.ts';
import { modes } from '../../permission/rule.ts';
import { request, stream } from '../method.ts';

const sessionId = z.uuid();
const one = z.object({ sessionId });
const windowId = z.string().min(1).max(100);
const target = z.object({
  turnId: z.string().max(1000).nullable(),
  entryId: z.string().max(1000).nullable(),
});

export const promptPart = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string().max(4 * 1024 * 1024) }),
  z.object({
    type: z.literal('image'),
    mimeType: z.string().max(100),
    data: z.string().max(16 * 1024 * 1024),
  }),
  z.object({
    type: z.literal('audio'),
    mimeType: z.string().max(100),
    data: z.string().max(16 * 1024 * 1024),
  }),
  z.object({ type: z.literal('resource-link'), uri: z.string().max(8192), name: z.string().max(1024) }),
]);
export type PromptPart = z.infer<typeof promptPart>;

/** First frame: the snapshot as of `seq`; then events with `seq` above it, in order, without gaps. */
export type SessionFrame =
  | { readonly type: 'snapshot'; readonly state: SessionState }
  /** `mergedSeq`: the last seq this event stands for, when adjacent chunks were merged. */
  | { readonly type: 'event'; readonly event: SessionEvent; readonly firstSeq: number }
  /** Older turns, right before those that the window has. */
  | { readonly type: 'earlier'; readonly part: WindowPart }
  /** What became of an event that changes what the window does not have: it stands in the place of the event. */
  | { readonly type: 'change'; readonly change: WindowChange };

/** Every window gets the summaries of all sessions: one full list, then what changed. */
export type SessionsFrame =
  | { readonly type: 'all'; readonly summaries: readonly SessionSummary[] }
  | {
      readonly type: 'changed';
      readonly summaries: readonly SessionSummary[];
      readonly removed: readonly string[];
    };

function mergeSummaries(previous: SessionsFrame, next: SessionsFrame): SessionsFrame {
  if (next.type === 'all') return next;
  const byId = new Map(previous.summaries.map((summary) => [summary.id, summary]));
  for (const id of next.removed) byId.delete(id);
  for (const summary of next.summaries) byId.set(summary.id, summary);
  const summaries = [...byId.values()];
  if (previous.type === 'all') return { type: 'all', summaries };
  const returned = new Set(next.summaries.map((summary) => summary.id));
  const removed = new Set([...previous.removed.filter((id) => !returned.has(id)), ...next.removed]);
  return { type: 'changed', summaries, removed: [...removed] };
}

const answerValue = z.union([
  z.string().max(64 * 1024),
  z.number(),
  z.boolean(),
  z.array(z.string().max(64 * 1024)).max(500),
]);

export const sessionsContract = {
  'sessions.watch': stream<SessionsFrame>()(z.object({}), { merge: mergeSummaries }),
  'sessions.create': request<{ readonly sessionId: string }>()(
    z.object({ workspaceId: z.string(), agentId: z.string() }),
    ['no-workspace', 'no-agent', 'too-many', 'disk-low'],
  ),
  /**
   * The full stream of one session, for as long as it is shown: its newest turns, and older ones as they are
   * asked for with the id of the window, which the page makes.
   */
  'session.watch': stream<SessionFrame>()(z.object({ sessionId, windowId: windowId.optional() }), {
    codes: ['no-session'],
    merge: mergeSessionFrames,
    maxWaiting: 20_000,
  }),
  /**
   * Lets a window reach further back: by so many entries and so much text, or, as far as one answer may, down
   * to `target`. What is older comes over the stream of the window, before this answers.
   */
  'session.turns': request<Reach>()(
    z.object({
      sessionId,
      windowId,
      entries: z.number().int().min(1).max(2000),
      target: target.nullable(),
    }),
    ['no-window'],
  ),
  /** Every place of the whole transcript that has the text, oldest first. */
  'session.find': request<FindAnswer>()(
    z.object({ sessionId, text: z.string().min(1).max(1000), caseSensitive: z.boolean() }),
    ['no-session'],
  ),
  /** What a window may need of turns that it does not have. */
  'session.past': request<Past>()(one, ['no-session']),
  /** Starts a turn, or queues the prompt while one runs or the agent is still starting. */
  'session.prompt': request<{ readonly queued: boolean }>()(
    z.object({ sessionId, prompt: z.array(promptPart).min(1).max(100) }),
    ['no-session', 'not-running', 'queue-full'],
  ),
  'session.unqueue': request<null>()(z.object({ sessionId, queueId: z.string() }), [
    'no-session',
    'not-queued',
  ]),
  'session.editQueued': request<null>()(
    z.object({ sessionId, queueId: z.string().max(200), prompt: z.array(promptPart).min(1).max(100) }),
    ['no-session', 'not-queued'],
  ),
  /** `before`: the one that it is to stand before; null: the end. */
  'session.moveQueued': request<null>()(
    z.object({ sessionId, queueId: z.string().max(200), before: z.string().max(200).nullable() }),
    ['no-session', 'not-queued'],
  ),
  /** It is sent next: a turn that runs is stopped for it, an agent that does not run is started. */
  'session.sendNow': request<null>()(z.object({ sessionId, queueId: z.string().max(200) }), [
    'no-session',
    'not-queued',
  ]),
  'session.pin': request<null>()(z.object({ sessionId, pinned: z.boolean() }), ['no-session']),
  /** Archiving stops its process; the session stays whole. */
  'session.archive': request<null>()(z.object({ sessionId, archived: z.boolean() }), ['no-session']),
  /** Stops the running turn: open permission requests are answered `cancelled`. Escalates when unheard. */
  'session.cancel': request<null>()(one, ['no-session', 'no-turn']),
  /**
   * `remember`: one of the request's offers becomes rules of the person, for the session, for its workspace or
   * everywhere; the agent hears a yes for once. `not-kept`: the rules could not be saved, and nothing was answered.
   */
  'session.answerPermission': request<null>()(
    z.object({
      sessionId,
      requestId: z.string(),
      optionId: z.string(),
      remember: z
        .object({
          offer: z.number().int().min(0).max(10),
          scope: z.enum(['session', 'workspace', 'everywhere']),
        })
        .optional(),
    }),
    ['no-session', 'already-settled', 'no-option', 'not-kept'],
  ),
  /** Our mode of it, not the agent's; null: as its workspace has it. */
  'session.chooseMode': request<null>()(z.object({ sessionId, mode: z.enum(modes).nullable() }), [
    'no-session',
  ]),
  /** A rule of the session alone. */
  'session.revokeRule': request<null>()(z.object({ sessionId, ruleId: z.string().max(200) }), ['no-session']),
  /** Ends one command that the app runs for the agent; the turn goes on. */
  'session.stopTerminal': request<null>()(z.object({ sessionId, terminalId: z.string().max(200) }), [
    'no-session',
    'not-running',
  ]),
  'session.setMode': request<null>()(z.object({ sessionId, modeId: z.string() }), [
    'no-session',
    'not-running',
    'agent-refused',
  ]),
  'session.setOption': request<null>()(
    z.object({ sessionId, optionId: z.string(), value: z.union([z.string(), z.boolean()]) }),
    ['no-session', 'not-running', 'agent-refused'],
  ),
  /** Answers a question of the agent. `bad-answer`: the form says otherwise. */
  'session.answerQuestion': request<null>()(
    z.object({
      sessionId,
      questionId: z.string().max(200),
      answer: z.discriminatedUnion('action', [
        z.object({ action: z.literal('accept'), content: z.record(z.string().max(1000), answerValue) }),
        z.object({ action: z.literal('decline') }),
        z.object({ action: z.literal('cancel') }),
      ]),
    }),
    ['no-session', 'already-settled', 'bad-answer'],
  ),
  'session.cancelSubagent': request<null>()(z.object({ sessionId, subagentId: z.string().max(1000) }), [
    'no-session',
    'no-subagent',
  ]),
  /** A new session that begins as a copy of this one. */
  'session.fork': request<{ readonly sessionId: string }>()(one, [
    'no-session',
    'not-running',
    'no-workspace',
    'no-agent',
    'too-many',
    'disk-low',
  ]),
  /** The agent forgets the conversation for good. The session here stays. */
  'session.deleteAtAgent': request<null>()(one, ['no-session', 'not-running', 'agent-refused']),
  'session.rename': request<null>()(z.object({ sessionId, alias: z.string().max(200).nullable() }), [
    'no-session',
  ]),
  'session.markRead': request<null>()(one, ['no-session']),
  /** The person waits for a turn that is silent; it is said again after as long. */
  'session.keepWaiting': request<null>()(one, ['no-session']),
  /** Ends the agent under its running turn and starts it anew. */
  'session.stopAndRestart': request<null>()(one, ['no-session', 'no-turn', 'still-running']),
  /** An agent that ended by itself is not started again. */
  'session.stopRestarting': request<null>()(one, ['no-session']),
  /** Starts the agent anew after a failure or stop. Resumes the conversation where the agent can. */
  'session.restart': request<null>()(one, ['no-session', 'still-running']),
  /** Stops its process tree; the session stays. The next prompt starts the agent again. */
  'session.close': request<{ readonly how: 'clean' | 'forced' | 'leaked' | 'none' }>()(one, ['no-session']),
  /** Writes to its record although nobody knows whether another app does: only when the person said so. */
  'session.takeOver': request<null>()(one, ['no-session']),
} as const;
