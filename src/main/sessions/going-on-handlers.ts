/** What of the IPC contract is about going on with what was said before. */
import type { goingOnContract } from '../../shared/ipc/contract/going-on.ts';
import type { Handlers } from '../../shared/ipc/handler.ts';
import { err, ok } from '../../shared/result.ts';
import type { AgentLaunch, StartAgent } from '../agents/agent-link.ts';
import { keptSessions } from './importing.ts';
import type { SessionDirectory } from './session-directory.ts';
import { transcriptSummary } from './transcript-summary.ts';

export type GoingOnPorts = {
  readonly directory: SessionDirectory;
  readonly startAgent: StartAgent;
  readonly launchOf: (agentId: string) => AgentLaunch | null;
  readonly workspaceOf: (workspaceId: string) => { readonly path: string } | null;
};

export function goingOnHandlers(ports: GoingOnPorts): Handlers<typeof goingOnContract> {
  const { directory, startAgent, launchOf, workspaceOf } = ports;
  return {
    'session.summary': async ({ sessionId, upToTurnId }) => {
      const session = await directory.open(sessionId);
      if (session === null) return err({ code: 'no-session', message: 'no such session' });
      return ok({ text: transcriptSummary(session.state, upToTurnId) });
    },

    'session.forkFrom': async ({ sessionId, turnId }) => {
      const forked = await directory.forkFrom(sessionId, turnId);
      return forked.ok ? ok({ sessionId: forked.value.facts.id }) : forked;
    },

    'sessions.importable': async ({ workspaceId, agentId }) => {
      const workspace = workspaceOf(workspaceId);
      if (workspace === null) return err({ code: 'no-workspace', message: 'no such workspace' });
      const launch = launchOf(agentId);
      if (launch === null) return err({ code: 'no-agent', message: 'no such agent' });
      const kept = await keptSessions(startAgent, launch, workspace.path);
      if (!kept.ok) return kept;
      const known = directory.conversations(agentId);
      return ok(
        kept.value
          .filter(({ acpSessionId, archived }) => !archived && !known.has(acpSessionId))
          .map(({ acpSessionId, title, updatedAt }) => ({ acpSessionId, title, updatedAt })),
      );
    },

    'sessions.import': ({ workspaceId, agentId, acpSessionId }) => {
      const created = directory.create(workspaceId, agentId, { adopt: acpSessionId });
      return created.ok ? ok({ sessionId: created.value.facts.id }) : created;
    },
  };
}
