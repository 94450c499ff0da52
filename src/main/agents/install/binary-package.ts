/** Installs an agent that is an archive, or a bare program, to be downloaded. */
import { chmod, mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { archiveKind, programPaths } from '../registry/distribution.ts';
import type { BinarySource } from '../registry/registry-entry.ts';
import { fetchToFile } from './fetch-file.ts';
import { InstallError, throwIfCancelled } from './install-error.ts';
import type { Installed, InstallJob } from './install-job.ts';
import { programKind } from './npm-package.ts';
import { unpack } from './unpack.ts';

const LIMITS = { maxBytes: 2 ** 30, silenceMs: 60_000, totalMs: 60 * 60_000 };

/** Rejects with InstallError, FetchError or InstallCancelled. */
export async function installBinary(job: InstallJob, source: BinarySource): Promise<Installed> {
  const paths = programPaths(source.cmd, job.machine.platform);
  const [first] = paths;
  if (first === undefined) throw new InstallError('unsafe-archive', `${source.cmd} leads out of the archive`);
  const archive = join(job.folder, 'download');
  const folder = join(job.folder, 'files');
  await mkdir(folder);
  job.onStep('downloading');
  const sha256 = await fetchToFile(source.archive, archive, LIMITS, job.signal, job.onBytes);
  if (source.sha256 !== null && sha256 !== source.sha256) {
    throw new InstallError('checksum', `expected ${source.sha256}, got ${sha256}`);
  }
  job.onStep('unpacking');
  const kind = archiveKind(source.archive);
  await unpack({
    kind,
    archive,
    folder,
    rawName: basename(first),
    processes: job.processes,
    signal: job.signal,
  });
  await rm(archive);
  throwIfCancelled(job.signal);
  job.onStep('checking');
  for (const path of kind === 'raw' ? [basename(first)] : paths) {
    const at = join(folder, path);
    if ((await programKind(at, path)) === null) continue;
    await chmod(at, 0o755);
    return { version: null, run: { type: 'program', path: `files/${path}` } };
  }
  throw new InstallError('no-program', `there is no ${source.cmd} in it`);
}
