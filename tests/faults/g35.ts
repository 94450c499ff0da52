/** Profiles in every bad state: the app's core starts, says what is wrong, and keeps what it cannot use. */
import { createHash } from 'node:crypto';
import {
  chmod,
  chown,
  lstat,
  mkdir,
  readFile,
  readdir,
  readlink,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buildBackend } from '../../src/main/backend.ts';
import { openStartCounter } from '../../src/main/storage/start-counter.ts';
import type { StorageState } from '../../src/shared/ipc/contract/storage.ts';
import { type FaultRun, controlFailure } from './fault-run.ts';
import { type BadProfile, badProfiles } from './bad-profiles.ts';

export const g35: FaultRun = {
  name: 'G35',
  async run({ scratch, quick }) {
    const failures: string[] = [];
    const cases = quick ? badProfiles.filter((_, index) => index % 2 === 0) : badProfiles;
    for (const [index, bad] of cases.entries()) {
      const dataDir = join(scratch, `profile-${index}`);
      await prepare(dataDir, bad);
      for (const problem of await startOn(dataDir, bad)) failures.push(`${bad.name}: ${problem}`);
    }
    failures.push(...(await startPoisoned(join(scratch, 'poisoned'))));
    const control = await overwriteNaively(join(scratch, 'control'));
    return {
      type: 'done',
      figure: `${cases.length} bad profiles and a poisoned one, ${failures.length} not as promised, control lost ${control} of 4`,
      failures: [...failures, ...controlFailure(control)],
    };
  },
};

async function prepare(dataDir: string, { path, state, text }: BadProfile): Promise<void> {
  const place = join(dataDir, path);
  await mkdir(dirname(place), { recursive: true });
  await mkdir(join(dataDir, 'folder'));
  switch (state) {
    case 'text':
      return writeFile(place, text ?? '');
    case 'huge':
      await writeFile(place, '{');
      return truncate(place, 3 * 1024 * 1024 * 1024);
    case 'folder':
      await mkdir(place);
      return writeFile(join(place, 'inside'), 'kept');
    case 'loop':
      return symlink(place, place);
    case 'locked':
      await writeFile(place, text ?? '{}');
      return chmod(place, 0o000);
  }
}

/** What was not as promised, in words. */
async function startOn(dataDir: string, bad: BadProfile): Promise<readonly string[]> {
  const before = await fingerprint(join(dataDir, bad.path));
  // Root may read everything: such a file is locked for somebody else.
  const asOther = bad.state === 'locked' && process.geteuid?.() === 0;
  if (asOther) {
    await giveAway(dataDir);
    process.seteuid?.(NOBODY);
  }
  const problems: string[] = [];
  try {
    const { told, shutdown, change } = await start(dataDir);
    await change();
    const words = await told();
    if (bad.silent !== true && !words.includes(dataDir) && !words.includes(bad.path)) {
      problems.push(`it said nothing of ${bad.path}: ${words}`);
    }
    if (bad.silent === true && words !== '') problems.push(`it complained: ${words}`);
    await shutdown();
  } catch (error) {
    problems.push(
      `it did not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
  } finally {
    if (asOther) process.seteuid?.(0);
  }
  if (bad.silent !== true && !(await isKept(dataDir, bad.path, before)))
    problems.push('what was there is gone');
  return problems;
}

const NOBODY = 65_534;

async function giveAway(path: string): Promise<void> {
  await chown(path, NOBODY, NOBODY);
  if (!(await lstat(path)).isDirectory()) return;
  for (const name of await readdir(path)) await giveAway(join(path, name));
}

async function start(dataDir: string) {
  const reports: string[] = [];
  const backend = await buildBackend({
    dataDir,
    version: '1.0.0',
    bundledAgent: { agentId: 'none', name: 'None', command: 'false', args: [], env: {} },
    setTheme: () => undefined,
    sendCommand: () => undefined,
    report(error) {
      reports.push(error instanceof Error ? error.message : String(error));
      return 'id';
    },
  });
  const handlers = backend.handlersFor({
    chooseFolder: async () => null,
    chooseNewFile: async () => null,
  });
  const states: unknown[] = [];
  const context = { emit: (state: unknown) => void (states[0] = state), end: () => undefined } as never;
  const look = async (stream: 'storage.watch' | 'settings.watch'): Promise<unknown> => {
    const stop = await handlers[stream]({}, context);
    stop?.();
    return states[0];
  };
  return {
    backend,
    storage: async () => (await look('storage.watch')) as StorageState,
    async told() {
      const { problem, path } = (await look('settings.watch')) as {
        problem: { message: string } | null;
        path: string;
      };
      const { problems } = (await look('storage.watch')) as StorageState;
      const words = problems.map((each) => `${each.path} ${each.message}`);
      if (problem !== null) words.push(`${path} ${problem.message}`);
      return [...words, ...reports].join('; ');
    },
    /** What writes to each of the files; whether it can is not what is looked at. */
    async change() {
      await handlers['settings.update']({ patch: { theme: 'dark' } }, {} as never);
      await Promise.resolve(handlers['workspaces.open']({ path: join(dataDir, 'folder') }, {} as never));
    },
    shutdown: () => backend.shutdown(),
  };
}

type Print = { readonly kind: 'file' | 'folder' | 'link' | 'huge'; readonly content: string };

async function fingerprint(path: string): Promise<Print> {
  const found = await lstat(path);
  if (found.isSymbolicLink()) return { kind: 'link', content: await readlink(path) };
  if (found.isDirectory()) return { kind: 'folder', content: (await readdir(path)).sort().join() };
  if (found.size > 1e9) return { kind: 'huge', content: String(found.size) };
  return {
    kind: 'file',
    content: createHash('sha256')
      .update(await readFile(path))
      .digest('hex'),
  };
}

/** In its place, or under another name beside it. */
async function isKept(dataDir: string, path: string, before: Print): Promise<boolean> {
  const folder = dirname(join(dataDir, path));
  for (const name of await readdir(folder)) {
    const now = await fingerprint(join(folder, name)).catch(() => null);
    if (now?.kind !== before.kind) continue;
    if (now.content === before.content || now.kind === 'folder') return true;
  }
  return false;
}

/** Two starts that came to nothing; the third must be in safe mode, and a good one ends that. */
async function startPoisoned(dataDir: string): Promise<readonly string[]> {
  await mkdir(dataDir, { recursive: true });
  const failures: string[] = [];
  for (let failed = 0; failed < 2; failed += 1) {
    if ((await openStartCounter(dataDir, Date.now)).safeMode) failures.push('safe mode came too early');
  }
  const third = await start(dataDir);
  if (!(await third.storage()).safeMode) failures.push('the third start was not in safe mode');
  await third.shutdown();
  const fourth = await start(dataDir);
  if ((await fourth.storage()).safeMode) failures.push('safe mode did not end');
  await fourth.shutdown();
  return failures;
}

/** Many apps do it so: what does not parse is as good as nothing. */
async function overwriteNaively(folder: string): Promise<number> {
  await mkdir(folder, { recursive: true });
  let lost = 0;
  for (const [index, text] of ['{"a":', '\0\0\0\0', '{"version":9}', '[1,'].entries()) {
    const path = join(folder, `${index}.json`);
    await writeFile(path, text);
    let value: unknown = {};
    try {
      value = JSON.parse(await readFile(path, 'utf8'));
    } catch {
      // Begin anew.
    }
    await writeFile(path, JSON.stringify({ ...(value as object), theme: 'dark' }));
    if ((await stat(path)).isFile() && (await readFile(path, 'utf8')) !== text) lost += 1;
  }
  return lost;
}
