/** Unpacks what was downloaded into a folder of its own, entry by entry past the guard. */
import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, copyFile, mkdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Unpack } from 'tar';
import type { ReadEntry } from 'tar';
import { open } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import type { ProcessRegistry } from '../../processes/registry.ts';
import type { ArchiveKind } from '../registry/distribution.ts';
import { ArchiveGuard } from './archive-entry.ts';
import type { ArchiveEntry } from './archive-entry.ts';
import { InstallError, throwIfCancelled } from './install-error.ts';

export type UnpackOptions = {
  readonly kind: ArchiveKind;
  readonly archive: string;
  /** Exists and is empty. */
  readonly folder: string;
  /** Of what is no archive but the program itself: its name. */
  readonly rawName: string;
  /** For bzip2, which Node does not know. */
  readonly processes: ProcessRegistry;
  readonly signal: AbortSignal;
};

/** Rejects with InstallError. */
export async function unpack(options: UnpackOptions): Promise<void> {
  const { kind, archive, folder } = options;
  switch (kind) {
    case 'zip':
      return unzip(options);
    case 'tar':
    case 'tar.gz':
      return untar(options, (extractor) => feedTar(createReadStream(archive), extractor));
    case 'tar.bz2':
      return untar(options, (extractor) => feedFromBzip2(options, extractor));
    case 'raw': {
      const program = join(folder, options.rawName);
      await copyFile(archive, program);
      await chmod(program, 0o755);
    }
  }
}

async function untar(options: UnpackOptions, feed: (extractor: Unpack) => Promise<void>): Promise<void> {
  const guard = new ArchiveGuard();
  let refused: unknown = null;
  let entries = 0;
  const extractor = new Unpack({
    cwd: options.folder,
    preserveOwner: false,
    filter: (path, entry) => {
      if (refused !== null) return false;
      try {
        throwIfCancelled(options.signal);
        guard.check(tarEntry(path, entry as ReadEntry));
        entries += 1;
        return true;
      } catch (error) {
        refused = error;
        return false;
      }
    },
  });
  try {
    await feed(extractor);
  } catch (error) {
    if (refused === null) throw asBroken(error);
  }
  if (refused !== null) throw refused;
  if (entries === 0) throw new InstallError('broken-archive', 'there is nothing in it');
}

function tarEntry(path: string, entry: ReadEntry): ArchiveEntry {
  const type = (
    {
      File: 'file',
      OldFile: 'file',
      ContiguousFile: 'file',
      Directory: 'folder',
      GNUDumpDir: 'folder',
      SymbolicLink: 'symbolic-link',
      Link: 'hard-link',
    } as const
  )[entry.type as string];
  return { path, type: type ?? 'other', target: entry.linkpath ?? '', bytes: entry.size };
}

async function feedFromBzip2(options: UnpackOptions, extractor: Unpack): Promise<void> {
  const { processes, archive, folder } = options;
  const started = await processes.start({
    kind: 'installer',
    command: 'bzip2',
    args: ['-dc', archive],
    env: {},
    cwd: folder,
  });
  if (!started.ok) throw new InstallError('no-bzip2', started.error.message);
  const { process: managed, settled } = started.value;
  settled();
  managed.stdin.end();
  managed.stderr.resume();
  try {
    await feedTar(managed.stdout, extractor);
    const { code } = await managed.exited;
    if (code !== 0) throw new InstallError('broken-archive', `bzip2 ended with ${code}`);
  } finally {
    await processes.stop(managed, { inputMs: 100, termMs: 500, killMs: 1000 });
  }
}

/** Resolves when everything is on disk: that is later than when everything was read. */
async function feedTar(source: NodeJS.ReadableStream, extractor: Unpack): Promise<void> {
  const done = new Promise<void>((resolve, reject) => {
    extractor.on('close', () => resolve());
    extractor.on('error', reject);
  });
  source.on('error', (error: Error) => extractor.emit('error', error));
  source.pipe(extractor as unknown as NodeJS.WritableStream);
  await done;
}

async function unzip({ archive, folder, signal }: UnpackOptions): Promise<void> {
  const zip = await openZip(archive);
  const guard = new ArchiveGuard();
  let entries = 0;
  try {
    await new Promise<void>((resolve, reject) => {
      zip.on('error', (error: Error) => reject(zipError(error)));
      zip.on('end', () => resolve());
      zip.on('entry', (entry: Entry) => {
        entries += 1;
        unzipEntry(zip, entry, folder, guard, signal).then(() => zip.readEntry(), reject);
      });
      zip.readEntry();
    });
  } catch (error) {
    throw asBroken(error);
  } finally {
    zip.close();
  }
  if (entries === 0) throw new InstallError('broken-archive', 'there is nothing in it');
}

const TYPE_MASK = 0o170000;
const SYMBOLIC_LINK = 0o120000;

async function unzipEntry(
  zip: ZipFile,
  entry: Entry,
  folder: string,
  guard: ArchiveGuard,
  signal: AbortSignal,
): Promise<void> {
  throwIfCancelled(signal);
  const mode = entry.externalFileAttributes >>> 16;
  const path = entry.fileName;
  const bytes = entry.uncompressedSize;
  const at = join(folder, path);
  if ((mode & TYPE_MASK) === SYMBOLIC_LINK) {
    const target = (await readEntry(zip, entry)).toString('utf8');
    guard.check({ path, type: 'symbolic-link', target, bytes });
    await mkdir(dirname(at), { recursive: true });
    await symlink(target, at);
    return;
  }
  const type = path.endsWith('/') ? 'folder' : 'file';
  guard.check({ path, type, target: '', bytes });
  if (type === 'folder') {
    await mkdir(at, { recursive: true });
    return;
  }
  await mkdir(dirname(at), { recursive: true });
  const isProgram = (mode & 0o111) !== 0;
  await pipeline(
    await openEntry(zip, entry),
    createWriteStream(at, { flags: 'wx', mode: isProgram ? 0o755 : 0o644 }),
  );
}

function openZip(archive: string): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    // Sizes are checked while reading: an entry that says less than it holds is refused.
    open(archive, { lazyEntries: true, autoClose: false, validateEntrySizes: true }, (error, zip) => {
      if (error === null || error === undefined) resolve(zip);
      else reject(asBroken(error));
    });
  });
}

function openEntry(zip: ZipFile, entry: Entry): Promise<NodeJS.ReadableStream> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error === null || error === undefined) resolve(stream);
      else reject(error);
    });
  });
}

const MAX_LINK_BYTES = 4096;

async function readEntry(zip: ZipFile, entry: Entry): Promise<Buffer> {
  if (entry.uncompressedSize > MAX_LINK_BYTES) throw new InstallError('broken-archive', 'a link is too long');
  const chunks: Buffer[] = [];
  for await (const chunk of await openEntry(zip, entry)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** yauzl refuses names that lead out by itself. */
function zipError(error: Error): Error {
  const leadsOut = /invalid relative path|absolute path|invalid characters in fileName/i.test(error.message);
  return leadsOut ? new InstallError('unsafe-archive', error.message) : error;
}

function asBroken(error: unknown): unknown {
  if (error instanceof InstallError || (error instanceof Error && error.name === 'InstallCancelled'))
    return error;
  const { code, message } = error as NodeJS.ErrnoException;
  return code?.startsWith('E') === true ? error : new InstallError('broken-archive', message);
}
