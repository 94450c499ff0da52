/** An installer over a folder of its own, with real processes, and packages made on the spot. */
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { ProcessRegistry } from '../../../processes/registry.ts';
import { InstallStore } from '../install-store.ts';
import { Installer } from '../installer.ts';
import type { InstallRequest } from '../installer.ts';
import { NodeRuntime } from '../node-runtime.ts';

export type InstallWorld = {
  readonly root: string;
  readonly store: InstallStore;
  readonly installer: Installer;
  readonly processes: ProcessRegistry;
  /** Begins and waits until it is over. */
  readonly install: (request: InstallRequest) => Promise<void>;
  /** The version folders of an agent that are on disk. */
  readonly foldersOf: (id: string) => Promise<readonly string[]>;
  /** A program on the PATH of everything that is started, before all others. */
  readonly addProgram: (name: string, script: string) => Promise<void>;
  readonly close: () => Promise<void>;
};

export async function makeInstallWorld(
  options: { readonly onChange?: () => void; readonly isInUse?: (id: string) => boolean } = {},
): Promise<InstallWorld> {
  const base = await mkdtemp(join(tmpdir(), 'install-'));
  const root = join(base, 'agents');
  const bin = join(base, 'bin');
  await mkdir(bin);
  const path = [bin, ...(process.env['PATH'] ?? '').split(delimiter)].join(delimiter);
  const processes = new ProcessRegistry({
    environment: async () => ({ appEnv: { ...process.env, PATH: path }, shellEnv: null }),
  });
  const machine = { platform: process.platform, arch: process.arch };
  const store = new InstallStore(root, () => undefined);
  const node = new NodeRuntime({
    processes,
    searchPath: async () => ({
      folders: path.split(delimiter),
      platform: process.platform,
      pathExt: '',
    }),
    folder: join(root, '.node'),
    machine,
  });
  const { onChange = () => undefined, isInUse = () => false } = options;
  const installer = new Installer({
    processes,
    node,
    cacheDir: join(root, '.cache'),
    machine,
    store,
    now: () => 1,
    isInUse,
    onChange,
  });
  return {
    root,
    store,
    installer,
    processes,
    install: async (request) => {
      installer.install(request);
      await installer.settled(request.id);
    },
    foldersOf: async (id) =>
      (await readdir(join(root, id)).catch(() => [])).sort((a, b) => a.localeCompare(b)),
    addProgram: async (name, script) => {
      await writeFile(join(bin, name), script);
      await chmod(join(bin, name), 0o755);
    },
    close: async () => {
      await installer.close();
      await processes.stopAll({ deadlineMs: 2000 });
      await rm(base, { recursive: true, force: true });
    },
  };
}

/** A folder that npm takes for a package. */
export async function makePackage(
  folder: string,
  manifest: Readonly<Record<string, unknown>>,
  files: Readonly<Record<string, string>>,
): Promise<string> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}
