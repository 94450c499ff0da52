/** An Electron app as a process of its own, started as a person's click would start it. */
import { createRequire } from 'node:module';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ElectronApplication, Page } from 'playwright';
import { treeOf } from '../node/proc.ts';
import type { ProcessInfo } from '../node/proc.ts';
import type { MeasureContext } from '../node/measure.ts';

export type Launched = {
  readonly app: ElectronApplication;
  readonly page: Page;
  /** ms since the epoch, just before the process was made. */
  readonly spawnedAt: number;
  /** Its processes without the agents that it runs. */
  processes(): Promise<readonly ProcessInfo[]>;
  close(): Promise<void>;
};

export type LaunchSpec = {
  readonly folder: string;
  readonly args?: readonly string[];
  /** Gets the folder of the app's data before it starts. */
  readonly prepare?: (userDataDir: string) => Promise<void>;
};

export async function launch(context: MeasureContext, spec: LaunchSpec): Promise<Launched> {
  const { _electron } = await import('playwright');
  const userDataDir = await mkdtemp(join(context.scratch, 'data-'));
  await spec.prepare?.(userDataDir);
  const spawnedAt = Date.now();
  const app = await _electron.launch({
    // Named, the runtime starts without the driver's own script, which would hold the app back.
    executablePath: createRequire(join(context.project, 'package.json'))('electron') as string,
    args: [spec.folder, `--user-data-dir=${userDataDir}`, ...(spec.args ?? [])],
    env: environment(),
    colorScheme: null,
  });
  const root = app.process().pid;
  if (root === undefined) throw new Error('the app has no process');
  try {
    const page = await app.firstWindow();
    return {
      app,
      page,
      spawnedAt,
      async processes() {
        const tree = await treeOf(root);
        const agents = tree.filter(({ command }) => command.includes('tests/agents/'));
        const own = await Promise.all(agents.map(({ pid }) => treeOf(pid)));
        const foreign = new Set(own.flat().map(({ pid }) => pid));
        return tree.filter(({ pid }) => !foreign.has(pid));
      },
      async close() {
        await app.close();
        await rm(userDataDir, { recursive: true, force: true });
      },
    };
  } catch (error) {
    app.process().kill('SIGKILL');
    throw error;
  }
}

function environment(): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined && name !== 'ELECTRON_RUN_AS_NODE' && name !== 'NODE_OPTIONS') env[name] = value;
  }
  return env;
}
