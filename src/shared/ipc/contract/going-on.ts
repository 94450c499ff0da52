/** Going on with what was said before: from any turn, in another session, or from outside the app. */
import { z } from 'zod';
import { request } from '../method.ts';

/** A conversation that an agent keeps by itself. Texts are untrusted. */
export type ImportableSession = {
  readonly acpSessionId: string;
  readonly title: string | null;
  /** ms since the epoch; null: not told. */
  readonly updatedAt: number | null;
};

const sessionId = z.uuid();

export const goingOnContract = {
  /** The transcript as bounded Markdown, for the person to hand to an agent. Null: all of it. */
  'session.summary': request<{ readonly text: string }>()(
    z.object({ sessionId, upToTurnId: z.string().max(200).nullable() }),
    ['no-session'],
  ),
  /**
   * A new session that begins after that turn, or as a copy of all: in the agent itself where it can, else the
   * transcript goes with the first prompt.
   */
  'session.forkFrom': request<{ readonly sessionId: string }>()(
    z.object({ sessionId, turnId: z.string().max(200).nullable() }),
    ['no-session', 'no-turn', 'no-workspace', 'no-agent', 'too-many', 'disk-low'],
  ),
  /** Conversations of that folder that the agent keeps and that are no session here. Starts it for a moment. */
  'sessions.importable': request<readonly ImportableSession[]>()(
    z.object({ workspaceId: z.string(), agentId: z.string() }),
    ['no-workspace', 'no-agent', 'not-offered', 'agent-refused'],
  ),
  /** A new session that begins with that conversation, as the agent tells it. */
  'sessions.import': request<{ readonly sessionId: string }>()(
    z.object({ workspaceId: z.string(), agentId: z.string(), acpSessionId: z.string().min(1).max(1000) }),
    ['no-workspace', 'no-agent', 'too-many', 'disk-low'],
  ),
} as const;
