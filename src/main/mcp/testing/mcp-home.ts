/** Everything of MCP servers over a folder of its own, as the backend wires it, for tests. */
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentSummary } from '../../../shared/ipc/contract/agents.ts';
import type { Workspace } from '../../../shared/ipc/contract/workspaces.ts';
import { mcpServerEntry } from '../../../shared/mcp/definition.ts';
import { ProcessRegistry } from '../../processes/registry.ts';
import { openSettingsFile } from '../../settings/settings-file.ts';
import { openTrustStore } from '../../workspaces/trust-store.ts';
import { openAcceptedServers } from '../accepted-servers.ts';
import { McpEditor } from '../edit-servers.ts';
import { mcpHandlers } from '../handlers.ts';
import { McpServers } from '../mcp-servers.ts';
import { openSecretStore } from '../secret-store.ts';
import { reversingCipher } from './reversing-cipher.ts';

export const entryOf = (value: object) => mcpServerEntry.parse({ type: 'stdio', ...value });

export async function openMcpHome({ settings = '{}', canStore = true } = {}) {
  const base = await realpath(await mkdtemp(join(tmpdir(), 'mcp-')));
  const dataDir = join(base, 'data');
  const path = join(base, 'shop');
  await mkdir(dataDir);
  await mkdir(join(path, '.switchyard'), { recursive: true });
  await writeFile(join(dataDir, 'settings.json'), settings);
  const file = await openSettingsFile(join(dataDir, 'settings.json'));
  const workspace: Workspace = { id: 'w', path, name: 'shop', state: 'present', openedAt: 0 };
  const agent: AgentSummary = {
    id: 'helper',
    name: 'Helper',
    origin: 'custom',
    commandLine: '',
    command: 'x',
    args: [],
    envNames: [],
  };
  const variables = new Map<string, string>();
  const denied = new Map<string, string>();
  const servers = new McpServers({
    settings: file,
    trust: await openTrustStore(join(dataDir, 'trusted.json')),
    accepted: await openAcceptedServers(join(dataDir, 'accepted.json')),
    secrets: await openSecretStore(join(dataDir, 'secrets.json'), reversingCipher(canStore)),
    workspaces: () => [workspace],
    agents: () => [agent],
    denied: async ({ server }) => (denied.has(server) ? { note: denied.get(server) } : null),
    variable: async (name) => variables.get(name),
    findProgram: async (command) => (command.startsWith('no-') ? null : `/usr/bin/${command}`),
  });
  const editor = new McpEditor(servers);
  const handlers = mcpHandlers({
    servers,
    editor,
    processes: new ProcessRegistry(),
    clientVersion: '0',
    home: base,
    report: (error) => {
      throw error;
    },
  });
  return {
    base,
    dataDir,
    path,
    servers,
    editor,
    handlers,
    variables,
    denied,
    settingsText: () => readFile(join(dataDir, 'settings.json'), 'utf8'),
    writeWorkspace: (value: unknown) =>
      writeFile(
        join(path, '.switchyard/mcp.json'),
        typeof value === 'string' ? value : JSON.stringify({ mcpServers: value }),
      ),
    async close() {
      file.close();
      await rm(base, { recursive: true, force: true });
    },
  };
}
