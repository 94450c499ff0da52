/** Installs an agent that is a Python package, through uv, with its own copy of everything. */
import { join } from 'node:path';
import { packageName } from '../registry/distribution.ts';
import type { PackageSource } from '../registry/registry-entry.ts';
import { InstallError } from './install-error.ts';
import type { Installed, InstallJob } from './install-job.ts';
import { findPrograms } from './program-search.ts';
import { runInstallTool } from './run-install-tool.ts';

/** In ms. */
const LIMIT_MS = 15 * 60_000;

/** Rejects with InstallError or InstallCancelled. */
export async function installUvPackage(job: InstallJob, source: PackageSource): Promise<Installed> {
  job.onStep('downloading');
  const spec = source.package.replace(/@(?=[^@]*$)/, '==').replace(/==latest$/, '');
  const result = await runInstallTool({
    processes: job.processes,
    command: 'uv',
    args: ['tool', 'install', '--no-config', '--color', 'never', spec],
    env: {
      UV_TOOL_DIR: join(job.folder, 'tools'),
      UV_TOOL_BIN_DIR: join(job.folder, 'bin'),
      UV_CACHE_DIR: join(job.cacheDir, 'uv'),
    },
    cwd: job.folder,
    limitMs: LIMIT_MS,
    signal: job.signal,
    onLine: job.onLine,
  });
  if (result.type === 'not-found') throw new InstallError('no-uv', 'uv was not found on your PATH');
  if (result.code !== 0) {
    const last = result.lines.at(-1) ?? 'uv failed without a word';
    const isOffline = /dns error|connection|timed out|network/i.test(result.lines.join('\n'));
    const isUnknown = /no solution found|not found in the package registry/i.test(result.lines.join('\n'));
    const code = isUnknown ? 'not-published' : isOffline ? 'offline' : 'tool-failed';
    throw new InstallError(code, last, result.lines);
  }
  job.onStep('checking');
  const name = source.cmd ?? packageName(spec);
  const { platform } = job.machine;
  const [found] = await findPrograms(name, {
    folders: [join(job.folder, 'bin')],
    platform,
    pathExt: '.EXE',
  });
  if (found === undefined)
    throw new InstallError('no-program', `${spec} has no program ${name}`, result.lines);
  const version = /^ \+ .*==(\S+)$/m.exec(
    result.lines.find((line) => line.startsWith(` + ${packageName(spec)}==`)) ?? '',
  )?.[1];
  const suffix = platform === 'win32' ? '.exe' : '';
  return { version: version ?? null, run: { type: 'program', path: `bin/${name}${suffix}` } };
}
