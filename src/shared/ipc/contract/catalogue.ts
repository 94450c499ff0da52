/** The agent catalogue: every agent that runs here or could, installing, and what each is given. */
import { z } from 'zod';
import { request, stream } from '../method.ts';
import { agentSettings } from './settings.ts';

export type InstallFailureCode =
  | 'offline'
  | 'refused' // a server answered, but not with the file
  | 'not-published' // the version is in the catalogue but not where packages come from
  | 'no-npm'
  | 'no-uv'
  | 'no-node'
  | 'no-bzip2'
  | 'no-program' // installed, and no program in it
  | 'wrong-machine'
  | 'checksum'
  | 'unsafe-archive'
  | 'broken-archive'
  | 'too-large'
  | 'too-slow'
  | 'disk-full'
  | 'tool-failed' // npm or uv, for another reason
  | 'failed';

export type InstallFailure = {
  readonly code: InstallFailureCode;
  /** English; from tools and servers, untrusted. */
  readonly message: string;
  /** The last lines of the tool, untrusted. */
  readonly lastLines: readonly string[];
};

export type InstallStep = 'preparing' | 'downloading' | 'unpacking' | 'node' | 'checking';

/** An installation under way. */
export type InstallProgress = {
  readonly version: string | null;
  readonly step: InstallStep;
  readonly bytes: number;
  /** Null where nobody tells. */
  readonly totalBytes: number | null;
  /** What the tool wrote last, untrusted; '' while it said nothing. */
  readonly lastLine: string;
  readonly cancelling: boolean;
};

export type CatalogueEntry = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly website: string | null;
  readonly license: string | null;
  /** Which of the ways to run it counts; `available`: none yet. */
  readonly origin: 'bundled' | 'custom' | 'installed' | 'found' | 'available';
  /** In words, for showing; '' for the bundled one. */
  readonly commandLine: string;
  /** Where it was found on the person's PATH, whatever counts; null: it was not. */
  readonly foundAt: string | null;
  readonly installed: {
    readonly version: string;
    /** Milliseconds since 1970. */
    readonly at: number;
    /** The one before, which can be put back. */
    readonly previous: string | null;
    /** A newer one that the registry has. */
    readonly update: string | null;
  } | null;
  /** What would be installed: how, and the version that the registry names. Null: nothing for this machine. */
  readonly offer: { readonly type: 'npm' | 'uv' | 'binary'; readonly version: string | null } | null;
  readonly work: InstallProgress | null;
  /** Of the last installation; gone with the next try, or when it was dismissed. */
  readonly failure: InstallFailure | null;
  readonly settings: {
    readonly command: string | null;
    readonly args: readonly string[] | null;
    /** Values are not sent to the page. */
    readonly envNames: readonly string[];
    readonly granted: readonly string[];
    readonly mode: string | null;
    readonly options: Readonly<Record<string, string | boolean>>;
    readonly silenceMinutes: number | null;
    readonly idleMinutes: number | null;
    /** Which it has a choice for; where they are is not sent to the page. */
    readonly providerIds: readonly string[];
  };
};

export type RegistryState = {
  /** Which copy is shown. */
  readonly origin: 'bundled' | 'fetched';
  /** Its date, in milliseconds since 1970. */
  readonly at: number;
  readonly refresh: 'idle' | 'running';
  /** False when the settings say never to go to the network for it. */
  readonly online: boolean;
  /** Why the last try to get a newer one failed. */
  readonly problem: string | null;
};

export type CatalogueState = {
  readonly entries: readonly CatalogueEntry[];
  readonly registry: RegistryState;
};

export type AgentEnvironment = {
  readonly shell: 'unread' | 'reading' | 'read' | 'failed';
  readonly variables: readonly {
    readonly name: string;
    /** Null where it is not shown: secrets, and what the settings hold. */
    readonly shown: string | null;
    readonly source: 'app' | 'shell' | 'both' | 'launch' | 'default' | 'tag';
  }[];
  readonly path: readonly {
    readonly entry: string;
    readonly source: 'app' | 'shell' | 'both' | 'default';
  }[];
  /** What the person's environment holds and the agent is not given. */
  readonly withheld: readonly string[];
  /** What decides who is billed or where requests go; held back unless granted. */
  readonly billing: readonly { readonly name: string; readonly granted: boolean }[];
};

const agentId = z.object({ id: z.string().max(64) });

export const catalogueContract = {
  'catalogue.watch': stream<CatalogueState>()(z.object({}), { merge: (_, next) => next }),
  /** Looks for a newer list, and for agents that were installed meanwhile. */
  'catalogue.refresh': request<null>()(z.object({})),
  /** Begins; how it goes is in the entry. Also updates, and repairs when it is there already. */
  'catalogue.install': request<null>()(agentId, ['no-agent', 'busy', 'not-installable']),
  'catalogue.cancel': request<null>()(agentId, ['no-agent']),
  'catalogue.dismiss': request<null>()(agentId, ['no-agent']),
  /** Puts the version before back. */
  'catalogue.rollBack': request<null>()(agentId, ['no-agent', 'busy', 'write-failed']),
  'catalogue.uninstall': request<null>()(agentId, ['no-agent', 'busy', 'in-use', 'write-failed']),
  'catalogue.environment': request<AgentEnvironment>()(agentId, ['no-agent']),
  /** Replaces the agent's settings; an empty value of a variable keeps the one that is stored. */
  'catalogue.configure': request<null>()(z.object({ id: z.string().max(64), settings: agentSettings }), [
    'no-agent',
    'file-broken',
    'write-failed',
  ]),
} as const;
