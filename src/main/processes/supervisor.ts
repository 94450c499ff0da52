/**
 * Everything that keeps the app's processes from outliving it, put together: leases, reaper, start-up sweep,
 * and the environment they all get. Making one costs next to nothing; the work begins in the background.
 */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { explainEnvironment } from './environment.ts';
import type { Environment, EnvironmentExplanation } from './environment.ts';
import { EnvironmentSource } from './environment-source.ts';
import type { ShellState } from './environment-source.ts';
import { LeaseStore } from './lease-store.ts';
import { LeasedRuns } from './leased-runs.ts';
import { hostSystem } from './process-system.ts';
import { Reaper } from './reaper.ts';
import { ProcessRegistry } from './registry.ts';
import type { StopRecord } from './registry.ts';
import { ok } from '../../shared/result.ts';
import { readShellEnvironment } from './shell-environment.ts';
import { usageOf } from './process-usage.ts';
import { UsageSampler } from './usage-sampler.ts';
import { sweepAtStart } from './start-up-sweep.ts';
import type { SweepNote } from './start-up-sweep.ts';

export type SupervisorOptions = {
  /** Leases are kept in a folder of it. */
  readonly dataDir: string;
  /** Logs what makes leaks possible, and what was found of an earlier run. */
  readonly report: (error: unknown, where: string) => void;
  readonly appEnv?: Environment;
  readonly onStopped?: (record: StopRecord) => void;
};

export type ExplainedEnvironment = EnvironmentExplanation & { readonly shell: ShellState };

export type Supervisor = {
  readonly processes: ProcessRegistry;
  /** What they use of the machine. */
  readonly usage: UsageSampler;
  /** What the sweep found of earlier runs. Never rejects. */
  readonly swept: Promise<readonly SweepNote[]>;
  /** Null where and while there is none. */
  readonly reaperPid: () => number | null;
  /** What an agent with these settings is given, and why. Waits for the shell as a start would. */
  readonly explainEnvironment: (
    launchEnv: Environment,
    granted?: readonly string[],
  ) => Promise<ExplainedEnvironment>;
  /** Of the person's environment, also what is withheld from programs; undefined: not set. */
  readonly variable: (name: string) => Promise<string | undefined>;
  /** Asks the shell again. */
  readonly refreshEnvironment: () => Promise<void>;
  /** After the processes were stopped. What is still there then is the reaper's. */
  readonly close: () => Promise<void>;
};

/** Starts wait for the shell no longer than this, and it is ended then. */
const SHELL_LIMIT_MS = 5000;

export function createSupervisor(options: SupervisorOptions): Supervisor {
  const { dataDir, report, onStopped, appEnv = process.env } = options;
  const system = hostSystem;
  const isWindows = system.platform === 'win32';
  const store = new LeaseStore(join(dataDir, 'leases'));
  const reaper = isWindows ? null : new Reaper({ report: (error) => report(error, 'reaper') });
  reaper?.start();
  const environment = new EnvironmentSource({
    appEnv,
    limitMs: SHELL_LIMIT_MS,
    read: async () =>
      isWindows
        ? ok({})
        : readShellEnvironment({ processes, appEnv, home: homedir(), limitMs: SHELL_LIMIT_MS }),
  });
  const processes: ProcessRegistry = new ProcessRegistry({
    // The shell that is asked cannot wait for its own answer.
    environment: async (kind) =>
      kind === 'shell-environment' ? { appEnv, shellEnv: null } : environment.sources(),
    watch: new LeasedRuns({ system, store, reaper, report: (error) => report(error, 'leases') }),
    ...(onStopped === undefined ? {} : { onStopped }),
  });
  void environment.refresh();
  const usage = new UsageSampler({
    live: () => processes.live,
    list: () => system.list(),
    usageOf,
    now: Date.now,
    every: (ms, run) => {
      const timer = setInterval(run, ms);
      timer.unref();
      return () => clearInterval(timer);
    },
  });
  return {
    processes,
    usage,
    swept: sweep(),
    reaperPid: () => reaper?.pid ?? null,
    async explainEnvironment(launchEnv, granted = []) {
      const sources = await environment.sources();
      const { platform } = system;
      return {
        ...explainEnvironment({ ...sources, launchEnv, granted, runId: '', platform }),
        shell: environment.shell,
      };
    },
    async variable(name) {
      const { appEnv: own, shellEnv } = await environment.sources();
      const given = Object.hasOwn(own, name) ? own[name] : undefined;
      return given ?? (shellEnv !== null && Object.hasOwn(shellEnv, name) ? shellEnv[name] : undefined);
    },
    refreshEnvironment: () => environment.refresh(),
    close: async () => {
      usage.close();
      await reaper?.close();
    },
  };

  async function sweep(): Promise<readonly SweepNote[]> {
    try {
      const notes = await sweepAtStart({ system, store });
      for (const note of notes) {
        const words = wordsFor(note);
        if (words !== null) report(new Error(words), 'start-up sweep');
      }
      return notes;
    } catch (error) {
      report(error, 'start-up sweep');
      return [];
    }
  }
}

function wordsFor({ result, kind, file }: SweepNote): string | null {
  switch (result) {
    case 'ended':
      return `an earlier run of the app had left a process behind (${kind}); it was ended`;
    case 'leaked':
      return `an earlier run of the app has left a process behind (${kind}) that does not end`;
    case 'unreadable':
      return `${file} cannot be understood; it was kept, and nothing was ended because of it`;
    case 'nothing-left':
    case 'stranger-spared':
    case 'left-alone':
      return null;
  }
}
