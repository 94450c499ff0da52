/**
 * What most end-to-end tests need: folders to work in and apps over settings of the test's own. All of it goes away
 * with the test, whether it passed or not; an app that leaves a process behind, or whose window complained of
 * something, fails its test.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base } from '@playwright/test';
import { launchApp } from './electron-app.ts';
import type { LaunchedApp } from './electron-app.ts';
import { leftovers, processTree } from './processes.ts';
import type { SeenProcess } from './processes.ts';
import { writeSettings } from './test-agents.ts';
import type { TestAgent } from './test-agents.ts';
import { makeWorkspace } from './workspace-folder.ts';
import type { WorkspaceFolder } from './workspace-folder.ts';

export type OpenOptions = {
  readonly agents?: readonly TestAgent[];
  readonly settings?: Readonly<Record<string, unknown>>;
  /** How fast the bundled agent speaks. */
  readonly pace?: 'instant' | 'natural' | 'slow';
  readonly env?: Readonly<Record<string, string>>;
};

export type OpenedApp = LaunchedApp & {
  /** Quits, and gives the processes that outlive the app: none, if all is well. */
  quit(): Promise<readonly SeenProcess[]>;
};

type Fixtures = {
  readonly openApp: (options?: OpenOptions) => Promise<OpenedApp>;
  readonly makeFolder: (files: Readonly<Record<string, string>>, name?: string) => Promise<WorkspaceFolder>;
};

export const test = base.extend<Fixtures>({
  // Playwright reads the names of the parameters.
  // oxlint-disable-next-line no-empty-pattern
  makeFolder: async ({}, use) => {
    const made: WorkspaceFolder[] = [];
    await use(async (files, name) => {
      const folder = await makeWorkspace(files, name);
      made.push(folder);
      return folder;
    });
    for (const folder of made) await folder.remove();
  },

  openApp: async ({ makeFolder }, use) => {
    // Only named, so that apps are gone before their folders are.
    void makeFolder;
    const opened: { readonly app: OpenedApp; readonly userDataDir: string }[] = [];
    await use(async (options = {}) => {
      const userDataDir = await mkdtemp(join(tmpdir(), 'switchyard-e2e-'));
      await writeSettings(userDataDir, {
        language: 'en',
        theme: 'light',
        agents: options.agents ?? [],
        ...options.settings,
      });
      const app = quitOnce(
        await launchApp({
          userDataDir,
          env: { SWITCHYARD_AGENT_PACE: options.pace ?? 'instant', ...options.env },
        }),
      );
      opened.push({ app, userDataDir });
      await expect(app.page.getByRole('navigation')).toBeVisible();
      return app;
    });
    for (const { app, userDataDir } of opened) {
      try {
        expect(await app.quit()).toEqual([]);
      } finally {
        await rm(userDataDir, { recursive: true, force: true });
      }
      expect(app.complaints).toEqual([]);
    }
  },
});

function quitOnce(launched: LaunchedApp): OpenedApp {
  let quitting: Promise<readonly SeenProcess[]> | null = null;
  const quit = async () => {
    const seen = processTree(launched.app.process().pid ?? 0);
    await launched.close();
    return leftovers(seen);
  };
  return { ...launched, quit: () => (quitting ??= quit()) };
}
