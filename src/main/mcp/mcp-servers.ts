/** Owns what is known of MCP servers: the person's, those of trusted workspaces, who gets which, what agents take. */
import type { AgentSummary } from '../../shared/ipc/contract/agents.ts';
import type {
  McpAgentView,
  McpServerView,
  McpState,
  McpTakes,
  McpValueView,
  McpWorkspaceView,
} from '../../shared/ipc/contract/mcp.ts';
import type { Workspace } from '../../shared/ipc/contract/workspaces.ts';
import type { McpServer, McpSource } from '../../shared/mcp/definition.ts';
import { valuesOf } from '../../shared/mcp/definition.ts';
import { isSecretName } from '../../shared/text/redact.ts';
import type { OfferedServer } from '../../shared/permission/denies-server.ts';
import type { SettingsFile } from '../settings/settings-file.ts';
import type { TrustStore } from '../workspaces/trust-store.ts';
import type { AcceptedServers } from './accepted-servers.ts';
import { destinationOf, digestOf, readServers } from './read-servers.ts';
import type { ReadServers } from './read-servers.ts';
import type { SecretStore } from './secret-store.ts';
import { selectServers } from './select-servers.ts';
import type { SelectedServers } from './select-servers.ts';
import { WorkspaceFiles } from './workspace-file.ts';

export type McpServersPorts = {
  readonly settings: SettingsFile;
  readonly trust: TrustStore;
  readonly accepted: AcceptedServers;
  readonly secrets: SecretStore;
  readonly workspaces: () => readonly Workspace[];
  readonly agents: () => readonly AgentSummary[];
  /** The permission rule that denies all of a server to an agent in a folder; null: there is none. Absent: no rules. */
  readonly denied?: (offered: OfferedServer) => Promise<{ readonly note?: string | undefined } | null>;
  /** Of the person's environment. */
  readonly variable: (name: string) => Promise<string | undefined>;
  /** Where a program is on the PATH that agents get; null: nowhere. */
  readonly findProgram: (command: string) => Promise<string | null>;
};

/** `workspace` is the canonical path; null: the person's own. */
export type FoundServer = { readonly server: McpServer; readonly workspace: string | null };

export class McpServers {
  readonly ports: McpServersPorts;
  readonly #files = new WorkspaceFiles();
  readonly #listeners = new Set<() => void>();
  readonly #takes = new Map<string, McpTakes>();
  #user: { readonly text: string; readonly read: ReadServers } | null = null;

  constructor(ports: McpServersPorts) {
    this.ports = ports;
  }

  /** The person's own, from the settings that are in force. */
  get user(): ReadServers {
    const { text } = this.ports.settings;
    if (this.#user?.text !== text) this.#user = { text, read: readServers(text) };
    return this.#user.read;
  }

  /** Null: there is no such server, or its workspace is not trusted. */
  async find(workspaceId: string | null, id: string): Promise<FoundServer | null> {
    const workspace = workspaceId === null ? null : this.workspaceOf(workspaceId);
    if (workspaceId !== null && workspace === null) return null;
    const path = workspace?.path ?? null;
    if (path !== null && !(await this.ports.trust.isTrusted(path))) return null;
    const { servers } = path === null ? this.user : await this.#files.read(path);
    const server = servers.find((each) => each.id === id);
    return server === undefined ? null : { server, workspace: path };
  }

  workspaceOf(id: string): Workspace | null {
    return this.ports.workspaces().find((each) => each.id === id) ?? null;
  }

  /** Reads a workspace's file; only for trusted ones. */
  readWorkspace(path: string): Promise<ReadServers> {
    return this.#files.read(path);
  }

  isAccepted({ server, workspace }: FoundServer): boolean {
    return workspace === null || this.ports.accepted.isAccepted(workspace, server.id, digestOf(server.entry));
  }

  /** Under which a secret is kept: a workspace's goes nowhere but where it was given for. */
  secretKey({ server, workspace }: FoundServer, name: string): string {
    return workspace === null
      ? userSecretKey(server.id, name)
      : JSON.stringify(['workspace', workspace, server.id, name, destinationOf(server.entry)]);
  }

  secretOf(found: FoundServer, name: string): string | null {
    return this.ports.secrets.get(this.secretKey(found, name));
  }

  /** For a session of that agent in that folder, when it is about to be opened. */
  async select(agentId: string, cwd: string, takes: McpTakes): Promise<SelectedServers> {
    const { trust, variable, findProgram, settings } = this.ports;
    if (JSON.stringify(this.#takes.get(agentId)) !== JSON.stringify(takes)) {
      this.#takes.set(agentId, takes);
      this.changed();
    }
    const hasFile = await this.#files.isThere(cwd);
    const trusted = hasFile && (await trust.isTrusted(cwd));
    const nothing: ReadServers = { servers: [], problems: [], isBroken: false };
    const facts = {
      user: this.user,
      workspace: hasFile ? { trusted, read: trusted ? await this.#files.read(cwd) : nothing } : null,
      choice: choiceOf(settings, agentId),
      takes,
    };
    const found = (source: McpSource, server: McpServer): FoundServer => ({
      server,
      workspace: source === 'user' ? null : cwd,
    });
    return selectServers(facts, {
      denied: async (server) => {
        const rule = await this.ports.denied?.({ server, agentId, workspace: cwd });
        return rule === null || rule === undefined ? null : (rule.note ?? '');
      },
      isAccepted: (id, digest) => this.ports.accepted.isAccepted(cwd, id, digest),
      secretOf: (source, server, name) => this.secretOf(found(source, server), name),
      variable,
      findProgram,
    });
  }

  async state(): Promise<McpState> {
    const { settings, secrets, workspaces, agents } = this.ports;
    const { servers, problems } = this.user;
    return {
      servers: servers.map((server) => this.#viewOf({ server, workspace: null })),
      problems,
      path: settings.state.path,
      workspaces: await Promise.all(
        workspaces()
          .filter(({ state }) => state === 'present')
          .map((workspace) => this.#workspaceView(workspace)),
      ),
      agents: agents().map((agent) => this.#agentView(agent)),
      canStoreSecrets: secrets.canStore,
    };
  }

  /** Called after every change. Returns the disposer. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  changed(): void {
    for (const listener of this.#listeners) listener();
  }

  async #workspaceView({ id, name, path }: Workspace): Promise<McpWorkspaceView> {
    const [hasFile, trusted] = await Promise.all([
      this.#files.isThere(path),
      this.ports.trust.isTrusted(path),
    ]);
    const { servers, problems } = trusted ? await this.#files.read(path) : { servers: [], problems: [] };
    return {
      workspaceId: id,
      name,
      path,
      trusted,
      hasFile,
      servers: servers.map((server) => this.#viewOf({ server, workspace: path })),
      problems,
    };
  }

  #viewOf(found: FoundServer): McpServerView {
    const { id, entry } = found.server;
    const isProgram = entry.type === 'stdio';
    return {
      id,
      kind: entry.type,
      enabled: entry.enabled,
      command: isProgram ? entry.command : '',
      args: isProgram ? entry.args : [],
      cwd: isProgram ? (entry.cwd ?? null) : null,
      url: isProgram ? '' : entry.url,
      values: Object.entries(valuesOf(entry)).map(([name, value]): McpValueView => {
        if (typeof value !== 'string') {
          const kept = this.ports.secrets.kept(this.secretKey(found, name));
          return { name, isSecret: true, text: null, kept };
        }
        // A reference tells nothing; what else stands under such a name is not sent about.
        const isShown = !isSecretName(name) || value.includes('${env:');
        return { name, isSecret: false, text: isShown ? value : null, kept: 'stored' };
      }),
      digest: digestOf(entry),
      accepted: this.isAccepted(found),
    };
  }

  #agentView({ id, name }: AgentSummary): McpAgentView {
    return { id, name, ...choiceOf(this.ports.settings, id), takes: this.#takes.get(id) ?? null };
  }
}

export function userSecretKey(id: string, name: string): string {
  return JSON.stringify(['user', id, name]);
}

function choiceOf({ state }: SettingsFile, agentId: string) {
  const { agentSettings } = state.settings;
  const own = Object.hasOwn(agentSettings, agentId) ? agentSettings[agentId] : undefined;
  return { off: own?.mcp?.off ?? [], workspace: own?.mcp?.workspace ?? true };
}
