/**
 * npm as we use it: outside of any project, into a folder of ours, with a cache of ours. The person's own
 * registry, proxy and sign-in stay in force; what would change the outcome is said on the command line, which
 * counts before every configuration file.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { InstallFailureCode } from '../../../shared/ipc/contract/catalogue.ts';
import { directorySize } from './directory-size.ts';
import { InstallError } from './install-error.ts';
import type { InstallJob } from './install-job.ts';
import { runInstallTool } from './run-install-tool.ts';

/** In ms. Slow lines and large agents; silence is normal while npm downloads. */
const LIMIT_MS = 15 * 60_000;
/** In ms: how often the downloaded bytes are counted. */
const COUNT_MS = 1000;

type NpmJob = Pick<InstallJob, 'processes' | 'cacheDir' | 'folder' | 'signal' | 'onLine' | 'onBytes'>;

/** Installs without running any script of any package. Rejects with InstallError or InstallCancelled. */
export async function npmInstall(job: NpmJob, spec: string): Promise<void> {
  await mkdir(job.cacheDir, { recursive: true });
  // A project of its own: npm looks no further up for another.
  await writeFile(join(job.folder, 'package.json'), '{ "private": true }\n');
  await writeFile(join(job.folder, '.npmrc'), '');
  const before = await directorySize(job.cacheDir);
  let counting = false;
  const timer = setInterval(() => {
    if (counting) return;
    counting = true;
    void directorySize(job.cacheDir)
      .then((size) => job.onBytes(Math.max(0, size - before), null))
      .finally(() => {
        counting = false;
      });
  }, COUNT_MS);
  try {
    await runNpm(job, [
      'install',
      spec,
      '--save',
      '--save-exact',
      '--ignore-scripts=true',
      '--loglevel=http',
    ]);
  } finally {
    clearInterval(timer);
  }
}

/** Runs the install scripts of that one package, and of none that it depends on. */
export async function npmRunScripts(job: NpmJob, name: string): Promise<void> {
  await runNpm(job, ['rebuild', name, '--ignore-scripts=false', '--foreground-scripts', '--loglevel=notice']);
}

async function runNpm(job: NpmJob, args: readonly string[]): Promise<void> {
  const result = await runInstallTool({
    processes: job.processes,
    command: 'npm',
    args: [
      ...args,
      `--prefix=${job.folder}`,
      `--cache=${job.cacheDir}`,
      '--global=false',
      '--location=project',
      '--audit=false',
      '--fund=false',
      '--update-notifier=false',
      '--progress=false',
      '--dry-run=false',
      '--workspaces=false',
      '--bin-links=true',
      '--offline=false',
      '--omit=dev',
      '--include=optional',
    ],
    cwd: job.folder,
    limitMs: LIMIT_MS,
    signal: job.signal,
    onLine: job.onLine,
  });
  if (result.type === 'not-found') throw new InstallError('no-npm', 'npm was not found on your PATH');
  if (result.code !== 0) throw npmError(result.lines);
}

/** What the lines of a failed npm mean. */
export function npmError(lines: readonly string[]): InstallError {
  const errors = lines.flatMap((line) => /^npm (?:error|ERR!) (.*)$/.exec(line)?.[1] ?? []);
  const code = errors.flatMap((line) => /^code (\S+)/.exec(line)?.[1] ?? [])[0] ?? '';
  const words = errors.filter((line) => !/^(code|errno|syscall|type)\b/.test(line) && line.trim() !== '');
  const message = words[0] ?? lines.at(-1) ?? 'npm failed without a word';
  return new InstallError(CODES[code] ?? 'tool-failed', message, lines);
}

const CODES: Readonly<Record<string, InstallFailureCode>> = {
  E404: 'not-published',
  ETARGET: 'not-published',
  ENOVERSIONS: 'not-published',
  ENOTFOUND: 'offline',
  EAI_AGAIN: 'offline',
  ECONNREFUSED: 'offline',
  ECONNRESET: 'offline',
  ETIMEDOUT: 'offline',
  ERR_SOCKET_TIMEOUT: 'offline',
  ENETUNREACH: 'offline',
  ENOTCACHED: 'offline',
  EINTEGRITY: 'checksum',
  ENOSPC: 'disk-full',
  EBADPLATFORM: 'wrong-machine',
};
