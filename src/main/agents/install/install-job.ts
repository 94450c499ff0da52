/** One installation under way, as its parts see it, and what comes out of it. */
import type { InstallStep } from '../../../shared/ipc/contract/catalogue.ts';
import type { ProcessRegistry } from '../../processes/registry.ts';
import type { Machine } from '../registry/distribution.ts';
import type { NodeRuntime } from './node-runtime.ts';

export type InstallTools = {
  readonly processes: ProcessRegistry;
  readonly node: NodeRuntime;
  /** Downloads of npm and uv that are shared by all agents. */
  readonly cacheDir: string;
  readonly machine: Machine;
};

export type InstallJob = InstallTools & {
  /** Its own, empty; nothing counts in it until the record says so. */
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly onStep: (step: InstallStep) => void;
  readonly onLine: (line: string) => void;
  readonly onBytes: (bytes: number, total: number | null) => void;
};

/** How what was installed is run. Paths are relative to its folder, with forward slashes. */
export type InstalledRun =
  | { readonly type: 'node'; readonly script: string; readonly range: string; readonly node: string }
  | { readonly type: 'program'; readonly path: string };

export type Installed = { readonly version: string | null; readonly run: InstalledRun };
