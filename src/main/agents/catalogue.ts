/**
 * All agents: the bundled one, those that the person added, those that were installed from the registry or found
 * on this machine, and those that could be installed. Which counts where several have one id, and how each is
 * launched with what the person changed about it. Pure.
 */
import { join } from 'node:path';
import { gt, valid } from 'semver';
import type { AgentSummary } from '../../shared/ipc/contract/agents.ts';
import type { CatalogueEntry, InstallFailure, InstallProgress } from '../../shared/ipc/contract/catalogue.ts';
import type { AgentSettings, CustomAgent, Settings } from '../../shared/ipc/contract/settings.ts';
import type { AgentLaunch } from './agent-link.ts';
import type { FoundAgent } from './found-agents.ts';
import type { InstalledAgent, InstalledVersion } from './install/install-store.ts';
import { commandWords, distributionFor } from './registry/distribution.ts';
import type { Machine } from './registry/distribution.ts';
import type { RegistryEntry } from './registry/registry-entry.ts';

export const BUNDLED_AGENT_ID = 'switchyard';

export type CatalogueSources = {
  readonly settings: Settings;
  readonly bundled: AgentLaunch;
  readonly installed: Readonly<Record<string, InstalledAgent & { readonly folder: string }>>;
  readonly found: readonly FoundAgent[];
  readonly registry: readonly RegistryEntry[];
  readonly machine: Machine;
};

export type RunningWork = {
  readonly progressOf: (id: string) => InstallProgress | null;
  readonly failureOf: (id: string) => InstallFailure | null;
};

type Usable = { readonly origin: AgentSummary['origin']; readonly launch: AgentLaunch };

/** Those that a session can be started with: the bundled one first, then the person's own in their order. */
export function usableAgents(sources: CatalogueSources): readonly AgentSummary[] {
  return usableIds(sources).flatMap((id) => {
    const usable = resolve(id, sources);
    return usable === null ? [] : [summaryOf(usable, sources)];
  });
}

/** How to start the agent of that id; null when there is none. */
export function launchOf(agentId: string, sources: CatalogueSources): AgentLaunch | null {
  return resolve(agentId, sources)?.launch ?? null;
}

/** Everything there is, usable ones first, then the registry's by name. */
export function catalogueEntries(sources: CatalogueSources, work: RunningWork): readonly CatalogueEntry[] {
  const usable = usableIds(sources);
  const others = sources.registry
    .filter(({ id }) => !usable.includes(id))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
  return [...usable, ...others.map(({ id }) => id)].map((id) => entryOf(id, sources, work));
}

function usableIds({ settings, installed, found }: CatalogueSources): readonly string[] {
  const ids = [
    BUNDLED_AGENT_ID,
    ...settings.agents.map(({ id }) => id),
    ...Object.keys(installed),
    ...found.map(({ id }) => id),
  ];
  return [...new Set(ids)];
}

/** What the person added counts before what was installed, and that before what happens to be there. */
function resolve(id: string, sources: CatalogueSources): Usable | null {
  const { settings, bundled, installed, found } = sources;
  const own = settingsOf(id, settings);
  if (id === bundled.agentId) return { origin: 'bundled', launch: withChoices(bundled, own) };
  const custom = settings.agents.find((agent) => agent.id === id);
  if (custom !== undefined) return { origin: 'custom', launch: withChoices(launchOfCustom(custom), own) };
  const there = Object.hasOwn(installed, id) ? installed[id] : undefined;
  if (there !== undefined) {
    return {
      origin: 'installed',
      launch: withOverrides(launchOfInstalled(id, there.current, there.folder), own),
    };
  }
  const program = found.find((agent) => agent.id === id);
  if (program === undefined) return null;
  const { name, path, args, env = {} } = program;
  return { origin: 'found', launch: withOverrides({ agentId: id, name, command: path, args, env }, own) };
}

function launchOfCustom(agent: CustomAgent): AgentLaunch {
  return { agentId: agent.id, name: agent.name, command: agent.command, args: agent.args, env: agent.env };
}

function launchOfInstalled(id: string, version: InstalledVersion, folder: string): AgentLaunch {
  const { run, name, args, env } = version;
  return run.type === 'node'
    ? { agentId: id, name, command: run.node, args: [join(folder, run.script), ...args], env }
    : { agentId: id, name, command: join(folder, run.path), args, env };
}

function settingsOf(id: string, { agentSettings }: Settings): AgentSettings | null {
  return Object.hasOwn(agentSettings, id) ? (agentSettings[id] ?? null) : null;
}

/** What can be chosen for any agent, however it is launched. */
function withChoices(launch: AgentLaunch, own: AgentSettings | null): AgentLaunch {
  if (own === null) return launch;
  const { granted, mode = null, options, providers = {}, silenceMinutes, idleMinutes } = own;
  const hasDefaults = mode !== null || Object.keys(options).length > 0;
  return {
    ...launch,
    ...(granted.length > 0 ? { granted } : {}),
    ...(hasDefaults ? { defaults: { mode, options } } : {}),
    ...(Object.keys(providers).length > 0 ? { providers } : {}),
    ...(silenceMinutes === undefined ? {} : { silenceMinutes }),
    ...(idleMinutes === undefined ? {} : { idleMinutes }),
  };
}

/** Another command brings its own arguments; other arguments stay behind the script that Node runs. */
function withOverrides(launch: AgentLaunch, own: AgentSettings | null): AgentLaunch {
  const chosen = withChoices(launch, own);
  if (own === null) return chosen;
  const env = { ...launch.env, ...own.env };
  if (own.command !== undefined) return { ...chosen, command: own.command, args: own.args ?? [], env };
  return { ...chosen, args: own.args === undefined ? launch.args : [...scriptOf(launch), ...own.args], env };
}

function scriptOf({ command, args }: AgentLaunch): readonly string[] {
  return /(^|[\\/])node(\.exe)?$/.test(command) ? args.slice(0, 1) : [];
}

function summaryOf({ origin, launch }: Usable, { installed, settings }: CatalogueSources): AgentSummary {
  const isBundled = origin === 'bundled';
  const { agentId: id } = launch;
  const version = installed[id]?.current.version;
  const custom = settings.agents.find((agent) => agent.id === id);
  return {
    id,
    name: launch.name,
    origin,
    commandLine: isBundled ? '' : wordsForShow([launch.command, ...launch.args]),
    command: isBundled ? '' : launch.command,
    args: isBundled ? [] : launch.args,
    envNames: isBundled ? [] : Object.keys(custom?.env ?? launch.env),
    ...(origin === 'installed' && version !== undefined ? { version } : {}),
  };
}

function entryOf(id: string, sources: CatalogueSources, work: RunningWork): CatalogueEntry {
  const { settings, installed, found, registry, machine } = sources;
  const listed = registry.find((entry) => entry.id === id);
  const usable = resolve(id, sources);
  const distribution = listed === undefined ? null : distributionFor(listed, machine);
  const there = Object.hasOwn(installed, id) ? installed[id] : undefined;
  const own = settingsOf(id, settings);
  return {
    id,
    name: usable?.launch.name ?? listed?.name ?? id,
    description: listed?.description ?? '',
    website: listed?.website ?? null,
    license: listed?.license ?? null,
    origin: usable?.origin ?? 'available',
    commandLine:
      usable === null
        ? wordsForShow(distribution === null ? [] : commandWords(distribution))
        : usable.origin === 'bundled'
          ? ''
          : wordsForShow([usable.launch.command, ...usable.launch.args]),
    foundAt: found.find((agent) => agent.id === id)?.path ?? null,
    installed:
      there === undefined
        ? null
        : {
            version: there.current.version,
            at: there.current.at,
            previous: there.previous?.version ?? null,
            update: updateFor(there.current.version, listed?.version ?? null),
          },
    // The person's own entry of that id hides what would be installed.
    offer:
      listed === undefined || distribution === null || usable?.origin === 'custom'
        ? null
        : { type: distribution.type, version: listed.version },
    work: work.progressOf(id),
    failure: work.failureOf(id),
    settings: {
      command: own?.command ?? null,
      args: own?.args ?? null,
      envNames: Object.keys(own?.env ?? {}),
      granted: own?.granted ?? [],
      mode: own?.mode ?? null,
      options: own?.options ?? {},
      silenceMinutes: own?.silenceMinutes ?? null,
      idleMinutes: own?.idleMinutes ?? null,
      providerIds: Object.keys(own?.providers ?? {}),
    },
  };
}

/** A newer one; versions that are no semantic ones only have to differ. */
export function updateFor(installed: string, offered: string | null): string | null {
  if (offered === null || offered === installed) return null;
  if (valid(installed) !== null && valid(offered) !== null) return gt(offered, installed) ? offered : null;
  return offered;
}

function wordsForShow(words: readonly string[]): string {
  return words.map(quoteForShow).join(' ');
}

/** For showing only: nothing runs what this returns. */
function quoteForShow(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
