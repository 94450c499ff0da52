/** Opens sessions with the MCP servers that are meant for them, and says in the session which those are. */
import type { McpTakes } from '../../shared/ipc/contract/mcp.ts';
import type { SessionMcpServers } from '../../shared/mcp/session-servers.ts';
import type { Failure } from '../../shared/session/event.ts';
import { hiderOf } from '../../shared/text/hide-values.ts';
import { AgentFailure, AgentRequestError } from '../agents/agent-link.ts';
import type { AcpMcpServer, AgentLink, StartAgent } from '../agents/agent-link.ts';
import type { SelectedServers } from './select-servers.ts';

export type SelectForSession = (agentId: string, cwd: string, takes: McpTakes) => Promise<SelectedServers>;

/** In a record of before it was read, and for agents that say nothing. */
const PROGRAMS_ONLY: McpTakes = { stdio: true, http: false, sse: false };

export function withMcpServers(start: StartAgent, select: SelectForSession): StartAgent {
  return async (launch, cwd, handlers, onStage, signal) => {
    let hide = (text: string) => text;
    const link = await start(
      launch,
      cwd,
      { ...handlers, onExit: (failure) => handlers.onExit(withoutValues(failure, hide)) },
      onStage,
      signal,
    );

    /** `open` gets the servers; what it rejects with says none of their secrets. */
    async function given<Opened>(
      folder: string,
      open: (servers: readonly AcpMcpServer[]) => Promise<Opened>,
      idOf: (opened: Opened) => string | null,
    ): Promise<Opened> {
      const { servers, passed, left, hidden } = await select(
        launch.agentId,
        folder,
        link.agent.mcp ?? PROGRAMS_ONLY,
      );
      hide = hiderOf(hidden);
      handlers.protocolLog?.hideValues(hidden);
      const opened = await open(servers).catch((error: unknown) => {
        throw cleanError(error, hide);
      });
      const id = idOf(opened);
      if (id !== null) tell(id, { passed, left });
      return opened;
    }

    function tell(acpSessionId: string, servers: SessionMcpServers): void {
      handlers.onEvents(acpSessionId, [{ type: 'mcp-servers', servers }]);
    }

    const wrapped: AgentLink = {
      ...link,
      openSession: (folder) =>
        given(
          folder,
          (servers) => link.openSession(folder, servers),
          ({ acpSessionId }) => acpSessionId,
        ),
      reopenSession: (folder, acpSessionId) =>
        given(
          folder,
          (servers) => link.reopenSession(folder, acpSessionId, servers),
          (opened) => opened?.acpSessionId ?? null,
        ),
      forkSession: (folder, acpSessionId) =>
        given(
          folder,
          (servers) => link.forkSession(folder, acpSessionId, servers),
          (opened) => opened.acpSessionId,
        ),
    };
    return wrapped;
  };
}

function cleanError(error: unknown, hide: (text: string) => string): unknown {
  if (error instanceof AgentFailure) return new AgentFailure(withoutValues(error.failure, hide));
  if (error instanceof AgentRequestError) return new AgentRequestError(error.code, hide(error.message));
  return error;
}

function withoutValues(failure: Failure, hide: (text: string) => string): Failure {
  return { ...failure, message: hide(failure.message), stderrTail: failure.stderrTail.map(hide) };
}
