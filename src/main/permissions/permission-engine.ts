/**
 * The one engine in front of every agent: holds the rules of all layers, decides requests with them, counts which
 * rules are used. Sessions bring their own rules and mode; what they ask is made into a request before.
 */
import { join } from 'node:path';
import { Permissions } from '../../shared/permission/decide-permission.ts';
import { type OfferedServer, denyingRule } from '../../shared/permission/denies-server.ts';
import type { Hook } from '../../shared/permission/hook.ts';
import type { PermissionRequest } from '../../shared/permission/permission-request.ts';
import { type PolicyParts, builtInRules, policyOf } from '../../shared/permission/policy.ts';
import type { Mode, Rule } from '../../shared/permission/rule.ts';
import type { Verdict } from '../../shared/permission/verdict.ts';
import { type RulesFile, openRulesFile } from './rules-file.ts';

/** Of a workspace, in its own folder. */
export const WORKSPACE_RULES = '.switchyard/permissions.json';
export const DEFAULT_MODE: Mode = 'ask';

export type SessionPolicy = {
  /** Canonical. */
  readonly workspace: string;
  readonly rules: readonly Rule[];
  /** Null: as the person set it for the workspace, else in general. */
  readonly mode: Mode | null;
};

export type PermissionEnginePorts = {
  /** The person's own file. */
  readonly path: string;
  readonly dataDir: string;
  readonly home: string | null;
  readonly now: () => number;
};

type Compiled = { readonly key: readonly unknown[]; readonly permissions: Permissions };

export class PermissionEngine {
  readonly #ports: PermissionEnginePorts;
  readonly #builtIn: readonly Rule[];
  readonly #user: RulesFile;
  readonly #workspaces = new Map<string, Promise<RulesFile>>();
  readonly #listeners = new Set<() => void>();
  /** By what they are made of; few at a time, so the oldest goes. */
  #compiled: Compiled[] = [];

  private constructor(ports: PermissionEnginePorts, user: RulesFile) {
    this.#ports = ports;
    this.#user = user;
    this.#builtIn = builtInRules(ports.dataDir);
    user.subscribe(() => this.#changed());
  }

  static async open(ports: PermissionEnginePorts): Promise<PermissionEngine> {
    return new PermissionEngine(ports, await openRulesFile(ports.path, 'user'));
  }

  get user(): RulesFile {
    return this.#user;
  }

  get builtIn(): readonly Rule[] {
    return this.#builtIn;
  }

  /** After any change of rules. Returns the disposer. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The file of a workspace, watched from now on. `workspace`: canonical. */
  workspaceRules(workspace: string): Promise<RulesFile> {
    const known = this.#workspaces.get(workspace);
    if (known !== undefined) return known;
    const opened = openRulesFile(join(workspace, WORKSPACE_RULES), 'workspace');
    this.#workspaces.set(workspace, opened);
    void opened.then((file) => file.subscribe(() => this.#changed()));
    return opened;
  }

  /** The mode that counts for a session, after what the workspace tightens. */
  async modeOf(session: SessionPolicy): Promise<Mode> {
    return policyOf(await this.#partsOf(session)).mode;
  }

  /** Of the person and of the workspace, as their files say; whether they run is decided elsewhere. */
  async hooksOf(workspace: string): Promise<readonly Hook[]> {
    return [...this.#user.state.hooks, ...(await this.workspaceRules(workspace)).state.hooks];
  }

  /** The rule that keeps an MCP server from being handed to an agent; null: there is none. */
  async denyingServer(offered: OfferedServer): Promise<Rule | null> {
    const own = (await this.workspaceRules(offered.workspace)).state;
    return denyingRule([...this.#user.state.rules, ...own.rules], offered, this.#ports.now());
  }

  async decide(request: PermissionRequest, session: SessionPolicy): Promise<Verdict> {
    const parts = await this.#partsOf(session);
    const { now, home } = this.#ports;
    return this.#permissionsOf(parts).decide(request, { now: now(), home });
  }

  async close(): Promise<void> {
    this.#listeners.clear();
    this.#user.close();
    for (const file of this.#workspaces.values()) (await file).close();
    this.#workspaces.clear();
  }

  async #partsOf({ workspace, rules, mode }: SessionPolicy): Promise<PolicyParts> {
    const own = (await this.workspaceRules(workspace)).state;
    const user = this.#user.state;
    return {
      builtIn: this.#builtIn,
      user: user.rules,
      workspace: own.rules,
      session: rules,
      mode: mode ?? user.modes[workspace] ?? user.mode ?? DEFAULT_MODE,
      workspaceMode: own.mode,
    };
  }

  #permissionsOf(parts: PolicyParts): Permissions {
    const key = [parts.user, parts.workspace, parts.session, parts.mode, parts.workspaceMode];
    const known = this.#compiled.find((each) => each.key.every((value, at) => value === key[at]));
    if (known !== undefined) return known.permissions;
    const permissions = new Permissions(policyOf(parts));
    this.#compiled = [{ key, permissions }, ...this.#compiled].slice(0, 64);
    return permissions;
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}
