/** Owns what the catalogue is made of: the registry's copy, what is installed, what was found on this machine. */
import { join } from 'node:path';
import type { AgentSummary } from '../../shared/ipc/contract/agents.ts';
import type { AgentEnvironment, CatalogueState } from '../../shared/ipc/contract/catalogue.ts';
import type { Settings } from '../../shared/ipc/contract/settings.ts';
import type { ProfileProblem } from '../../shared/ipc/contract/storage.ts';
import type { Environment } from '../processes/environment.ts';
import type { Supervisor } from '../processes/supervisor.ts';
import type { AgentLaunch } from './agent-link.ts';
import { isBillingName } from './billing-names.ts';
import { catalogueEntries, launchOf, usableAgents } from './catalogue.ts';
import type { CatalogueSources } from './catalogue.ts';
import { findAgents } from './found-agents.ts';
import type { FoundAgent } from './found-agents.ts';
import { InstallStore } from './install/install-store.ts';
import { Installer } from './install/installer.ts';
import { NodeRuntime } from './install/node-runtime.ts';
import { findPrograms, isProgram } from './install/program-search.ts';
import type { SearchPath } from './install/program-search.ts';
import { distributionFor } from './registry/distribution.ts';
import type { Machine } from './registry/distribution.ts';
import { RegistrySource } from './registry/registry-source.ts';

export type AgentCataloguePorts = {
  readonly dataDir: string;
  readonly bundled: AgentLaunch;
  readonly settings: () => Settings;
  readonly supervisor: Pick<Supervisor, 'processes' | 'explainEnvironment' | 'refreshEnvironment'>;
  readonly isInUse: (agentId: string) => boolean;
  readonly report: (error: unknown, where: string) => void;
  readonly appEnv?: Environment;
  readonly machine?: Machine;
  readonly now?: () => number;
};

/** In ms: changes that come faster than this are told together. */
const TELL_DELAY_MS = 80;

export class AgentCatalogue {
  readonly #ports: AgentCataloguePorts;
  readonly #machine: Machine;
  readonly #registry: RegistrySource;
  readonly #store: InstallStore;
  readonly #node: NodeRuntime;
  readonly #listeners = new Set<() => void>();
  readonly installer: Installer;
  #found: readonly FoundAgent[] = [];
  #telling: NodeJS.Timeout | null = null;

  /** Reads what is on disk; what takes longer goes on behind it. */
  static async open(ports: AgentCataloguePorts): Promise<AgentCatalogue> {
    const catalogue = new AgentCatalogue(ports);
    await Promise.all([catalogue.#store.load(), catalogue.#registry.load()]);
    void catalogue.#store.tidyAll();
    void catalogue.lookAround();
    return catalogue;
  }

  private constructor(ports: AgentCataloguePorts) {
    this.#ports = ports;
    this.#machine = ports.machine ?? { platform: process.platform, arch: process.arch };
    const { now = Date.now, report, supervisor } = ports;
    const root = join(ports.dataDir, 'agents');
    const onChange = () => this.#changed();
    this.#registry = new RegistrySource({
      file: join(ports.dataDir, 'agent-registry.json'),
      url: () => ports.settings().agentRegistry,
      machine: this.#machine,
      now,
      onChange,
      report,
    });
    this.#store = new InstallStore(root, report);
    this.#node = new NodeRuntime({
      processes: supervisor.processes,
      searchPath: () => this.#searchPath(),
      folder: join(root, '.node'),
      machine: this.#machine,
    });
    this.installer = new Installer({
      processes: supervisor.processes,
      node: this.#node,
      cacheDir: join(root, '.cache'),
      machine: this.#machine,
      store: this.#store,
      now,
      isInUse: ports.isInUse,
      onChange,
    });
  }

  /** Why the record of what is installed was not used as it is. */
  get problem(): ProfileProblem | null {
    return this.#store.problem;
  }

  get usable(): readonly AgentSummary[] {
    return usableAgents(this.#sources);
  }

  get state(): CatalogueState {
    const work = {
      progressOf: (id: string) => this.installer.progressOf(id),
      failureOf: (id: string) => this.installer.failureOf(id),
    };
    return { entries: catalogueEntries(this.#sources, work), registry: this.#registry.state };
  }

  launchOf(agentId: string): AgentLaunch | null {
    return launchOf(agentId, this.#sources);
  }

  /**
   * For when it is about to be started: the Node that an installed agent was set up with may be gone meanwhile.
   * As it was when no other is found; its failure then says what is missing.
   */
  async prepare(launch: AgentLaunch, signal: AbortSignal): Promise<AgentLaunch> {
    const { agentId } = launch;
    const run = this.#store.get(agentId)?.current.run;
    if (run?.type !== 'node' || launch.command !== run.node || (await isProgram(run.node))) return launch;
    const node = await this.#node.find(run.range, signal).catch(() => null);
    if (node === null) return launch;
    await this.#store.moveNode(agentId, node).catch((error: unknown) => this.#ports.report(error, 'agents'));
    return { ...launch, command: node };
  }

  /** Called after every change, soon. Returns the disposer. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Tells of a change in the settings. */
  settingsChanged(): void {
    this.#changed();
  }

  /** Somebody looks at the catalogue: gets a newer list when this one is old. */
  lookedAt(): void {
    const { state, isStale } = this.#registry;
    if (state.online && isStale && state.problem === null) void this.#registry.refresh();
  }

  /** Looks anew for everything. */
  async refresh(): Promise<void> {
    await Promise.all([
      this.#registry.refresh(),
      this.#ports.supervisor.refreshEnvironment().then(() => this.lookAround()),
    ]);
  }

  /** Looks for agents on this machine. Never rejects. */
  async lookAround(): Promise<void> {
    try {
      this.#found = await findAgents(await this.#searchPath());
      this.#changed();
    } catch (error) {
      this.#ports.report(error, 'looking for agents');
    }
  }

  install(id: string): 'begun' | 'no-agent' | 'busy' | 'not-installable' {
    const entry = this.#registry.entries.find((each) => each.id === id);
    if (entry === undefined) return 'no-agent';
    const distribution = distributionFor(entry, this.#machine);
    if (distribution === null) return 'not-installable';
    const { name, version } = entry;
    return this.installer.install({ id, name, version, distribution }) ? 'begun' : 'busy';
  }

  has(id: string): boolean {
    return this.launchOf(id) !== null || this.#registry.entries.some((entry) => entry.id === id);
  }

  /** Null when there is no such agent to run. */
  async environmentOf(id: string): Promise<AgentEnvironment | null> {
    const launch = this.launchOf(id);
    if (launch === null) return null;
    const granted = launch.granted ?? [];
    const explained = await this.#ports.supervisor.explainEnvironment(launch.env, granted);
    const withheld = explained.withheld.map(({ name }) => name);
    const billing = [...new Set([...withheld.filter(isBillingName), ...granted])].sort();
    return {
      shell: explained.shell.state,
      variables: explained.variables
        .filter(({ source }) => source !== 'tag')
        .map(({ name, shown, source }) => ({ name, shown: source === 'launch' ? null : shown, source })),
      path: explained.path,
      withheld: withheld.filter((name) => !billing.includes(name)),
      billing: billing.map((name) => ({ name, granted: granted.includes(name) })),
    };
  }

  /** Stops installing; resolves when nothing of it runs. */
  async close(): Promise<void> {
    this.#registry.close();
    if (this.#telling !== null) clearTimeout(this.#telling);
    this.#telling = null;
    this.#listeners.clear();
    await this.installer.close();
  }

  get #sources(): CatalogueSources {
    const installed = this.#store.ids.flatMap((id) => {
      const agent = this.#store.get(id);
      return agent === null
        ? []
        : [[id, { ...agent, folder: this.#store.folderOf(id, agent.current) }] as const];
    });
    return {
      settings: this.#ports.settings(),
      bundled: this.#ports.bundled,
      installed: Object.fromEntries(installed),
      found: this.#found,
      registry: this.#registry.entries,
      machine: this.#machine,
    };
  }

  /** Where a program is, as agents would find it; null: nowhere. */
  async programOf(command: string): Promise<string | null> {
    const [found] = await findPrograms(command, await this.#searchPath());
    return found ?? null;
  }

  /** As agents get it: with what the person's shell knows. */
  async #searchPath(): Promise<SearchPath> {
    const { platform } = this.#machine;
    const { path } = await this.#ports.supervisor.explainEnvironment({});
    const { appEnv = process.env } = this.#ports;
    const folders =
      platform === 'win32'
        ? (appEnv['Path'] ?? appEnv['PATH'] ?? '').split(';').filter((folder) => folder !== '')
        : path.map(({ entry }) => entry);
    return { folders, platform, pathExt: appEnv['PATHEXT'] ?? '' };
  }

  #changed(): void {
    if (this.#listeners.size === 0) return;
    this.#telling ??= setTimeout(() => {
      this.#telling = null;
      for (const listener of this.#listeners) listener();
    }, TELL_DELAY_MS);
  }
}
