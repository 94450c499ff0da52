/** `mcp.*` of the IPC contract. */
import type { McpTestState, mcpContract } from '../../shared/ipc/contract/mcp.ts';
import type { Handlers } from '../../shared/ipc/handler.ts';
import { valuesOf } from '../../shared/mcp/definition.ts';
import { err, ok } from '../../shared/result.ts';
import type { ProcessRegistry } from '../processes/registry.ts';
import type { McpEditor } from './edit-servers.ts';
import type { McpServers } from './mcp-servers.ts';
import { digestOf } from './read-servers.ts';
import { resolveValues } from './resolve-values.ts';
import { testMcpServer } from './test-server.ts';

export type McpHandlerPorts = {
  readonly servers: McpServers;
  readonly editor: McpEditor;
  readonly processes: ProcessRegistry;
  readonly clientVersion: string;
  /** Of the person, absolute. */
  readonly home: string;
  readonly report: (error: unknown) => void;
};

const notFound = err({ code: 'not-found' as const, message: 'there is no such server' });

export function mcpHandlers(ports: McpHandlerPorts): Handlers<typeof mcpContract> {
  const { servers, editor, report } = ports;
  const { trust, accepted, secrets } = servers.ports;
  return {
    'mcp.watch': (_input, { emit, signal }) => {
      let asked = 0;
      const tell = async () => {
        asked += 1;
        const mine = asked;
        const state = await servers.state();
        // A later look has the last word.
        if (mine === asked && !signal.aborted) emit(state);
      };
      const changed = () => void tell().catch(report);
      changed();
      return servers.subscribe(changed);
    },
    'mcp.refresh': () => {
      servers.changed();
      return ok(null);
    },
    'mcp.save': (input) => editor.save(input),
    'mcp.enable': ({ id, enabled }) => editor.enable(id, enabled),
    'mcp.remove': ({ id }) => editor.remove(id),
    'mcp.restore': ({ token }) => editor.restore(token),
    'mcp.import': ({ text, keep }) => editor.import(text, keep),
    'mcp.choose': ({ agentId, off, workspace }) => editor.choose(agentId, off, workspace),
    'mcp.setSecret': async ({ workspaceId, id, name, value, keep }) => {
      const found = await servers.find(workspaceId, id);
      const values = found === null ? {} : valuesOf(found.server.entry);
      if (found === null || !Object.hasOwn(values, name) || typeof values[name] === 'string') return notFound;
      if (value !== null && keep === 'stored' && !secrets.canStore) {
        return err({ code: 'no-encryption' as const, message: 'the system offers nothing to encrypt with' });
      }
      const key = servers.secretKey(found, name);
      return written(() => (value === null ? secrets.delete([key]) : secrets.set(key, value, keep)));
    },
    'mcp.trust': async ({ workspaceId, trusted }) => {
      const workspace = servers.workspaceOf(workspaceId);
      if (workspace === null) return notFound;
      const { path } = workspace;
      return written(async () => {
        if (!trusted) {
          await trust.distrust(path);
          return accepted.replace(path, {});
        }
        await trust.trust(path);
        const { servers: found } = await servers.readWorkspace(path);
        await accepted.replace(path, Object.fromEntries(found.map(({ id, entry }) => [id, digestOf(entry)])));
      });
    },
    'mcp.accept': async ({ workspaceId, id, digest, accepted: isAccepted }) => {
      const found = await servers.find(workspaceId, id);
      if (found === null || found.workspace === null) return notFound;
      if (isAccepted && digestOf(found.server.entry) !== digest) {
        servers.changed();
        return err({ code: 'changed' as const, message: 'the file has changed meanwhile' });
      }
      const { workspace } = found;
      return written(() => accepted.set(workspace, id, isAccepted ? digest : null));
    },
    'mcp.test': ({ workspaceId, id }, { emit, end, signal }) => {
      void test(workspaceId, id, emit, signal).then((error) => end(error), report);
      return undefined;
    },
  };

  async function written(work: () => Promise<void>) {
    try {
      await work();
      return ok(null);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return err({ code: 'write-failed' as const, message });
    } finally {
      servers.changed();
    }
  }

  async function test(
    workspaceId: string | null,
    id: string,
    emit: (state: McpTestState) => void,
    signal: AbortSignal,
  ) {
    const found = await servers.find(workspaceId, id);
    // What was not accepted is not started for a test either.
    if (found === null || !servers.isAccepted(found)) return notFound.error;
    const { entry } = found.server;
    const resolved = await resolveValues(valuesOf(entry), {
      secretOf: (name) => servers.secretOf(found, name),
      variable: servers.ports.variable,
    });
    if (!resolved.ok) {
      const failure = { code: 'value-missing' as const, detail: resolved.error.name, lastLines: [] };
      emit({ stages: [], outcome: 'failed', server: null, tools: [], failure });
      return null;
    }
    await testMcpServer({
      entry,
      resolved: resolved.value,
      cwd: found.workspace ?? ports.home,
      processes: ports.processes,
      clientVersion: ports.clientVersion,
      emit,
      signal,
    });
    return null;
  }
}
