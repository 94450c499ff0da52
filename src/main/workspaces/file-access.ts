/**
 * Text files of one workspace, for the app and for the agents that work in it. Nothing outside the
 * root can be read or written through it, and no message names a path outside.
 */
import { randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { FileText } from '../../shared/ipc/contract/files.ts';
import { err, ok } from '../../shared/result.ts';
import type { Result } from '../../shared/result.ts';
import { codeOf, isInside, isProtected, locate, refusalFor, textProblem } from './path-guard.ts';
import type { Located, PathRefusal } from './path-guard.ts';
import { readLineBytes } from './line-reader.ts';
import { MovedAwayError, PinnedDirectory } from './pinned-directory.ts';

/** Of a file that is read, in bytes. */
export const MAX_READ_BYTES = 8 * 1024 * 1024;

export type FileReadError = { readonly code: PathRefusal | 'too-large' | 'binary'; readonly message: string };
export type FileWriteError = {
  /**
   * `protected`: inside a `.git`. `hard-linked`: the file has other names, perhaps outside.
   * `write-failed`: the disk is full, read-only or broken.
   */
  readonly code: PathRefusal | 'protected' | 'hard-linked' | 'write-failed';
  readonly message: string;
};

/** `limit` null: to the end. */
export type LineRange = { readonly line: number; readonly limit: number | null };

export interface FileAccess {
  readonly root: string;
  /** UTF-8 text at most; `path` absolute. A link is followed as long as it stays inside. */
  readText(path: string): Promise<Result<FileText, FileReadError>>;
  /**
   * Lines of a file of any size, as far as they are no more than MAX_READ_BYTES themselves. `line` counts
   * from 1; line ends belong to their lines; past the end there is nothing.
   */
  readLines(path: string, lines: LineRange): Promise<Result<FileText, FileReadError>>;
  /**
   * The whole file at once or not at all. Makes missing folders. Keeps the mode of a file it replaces.
   * `expected`: where the path led when it was looked at; refused when it leads elsewhere now.
   */
  writeText(path: string, text: string, expected?: string): Promise<Result<null, FileWriteError>>;
  /** Where the path really leads, absolute, also when nothing is there yet. */
  locate(path: string): Promise<Result<string, FileReadError>>;
}

/** `root` must be canonical (as realpath gives it): nothing counts as inside any other. */
export function createFileAccess(root: string): FileAccess {
  return {
    root,
    readText: (path) => guarded<FileText, FileReadError>(root, path, (place) => read(place, path, readOpen)),
    readLines: (path, lines) =>
      guarded<FileText, FileReadError>(root, path, (place) =>
        read(place, path, (file) => readLinesOf(file, path, lines)),
      ),
    writeText: (path, text, expected) =>
      guarded<null, FileWriteError>(root, path, async (place) =>
        expected !== undefined && realOf(place) !== expected
          ? refused('outside-workspace')
          : write(place, path, text),
      ),
    locate: (path) => guarded<string, FileReadError>(root, path, async (place) => ok(realOf(place))),
  };
}

type Place = { readonly root: string; readonly located: Located };

function realOf({ located }: Place): string {
  return join(located.parent, ...located.missing, located.leaf);
}

type Refused = { readonly code: PathRefusal; readonly message: string };

async function guarded<Value, Failure>(
  root: string,
  path: string,
  work: (place: Place) => Promise<Result<Value, Failure | Refused>>,
): Promise<Result<Value, Failure | Refused>> {
  try {
    const problem = typeof path === 'string' ? textProblem(path) : 'the path must be text';
    if (problem !== null) return err({ code: 'outside-workspace', message: problem });
    const located = await locate(root, path);
    if (!located.ok) return refused(located.error);
    return await work({ root, located: located.value });
  } catch (error) {
    return refused(error instanceof MovedAwayError ? 'outside-workspace' : refusalFor(error));
  }
}

const MESSAGES: Readonly<Record<PathRefusal, string>> = {
  'outside-workspace': 'the path leads outside the workspace',
  'not-found': 'there is no such file',
  'not-a-file': 'it is not a regular file',
  'no-access': 'the file cannot be reached',
};

function refused(code: PathRefusal): { readonly ok: false; readonly error: Refused } {
  return err({ code, message: MESSAGES[code] });
}

async function read(
  place: Place,
  path: string,
  readFrom: (file: FileHandle, path: string) => Promise<Result<FileText, FileReadError>>,
): Promise<Result<FileText, FileReadError>> {
  const { located } = place;
  if (located.missing.length > 0) return refused('not-found');
  const folder = await PinnedDirectory.open(place.root, located.parent);
  try {
    const entry = await folder.entry(located.leaf);
    if (entry === null) return refused('not-found');
    if (!entry.isFile()) return refused('not-a-file');
    const file = await folder.openForReading(located.leaf);
    try {
      return await readFrom(file, path);
    } finally {
      await file.close();
    }
  } finally {
    await folder.close();
  }
}

async function readOpen(file: FileHandle, path: string): Promise<Result<FileText, FileReadError>> {
  const { size, isFile } = await statOf(file);
  if (!isFile) return refused('not-a-file');
  if (size > MAX_READ_BYTES) return tooLarge;
  const content = await readToEnd(file, size);
  return content === null ? tooLarge : textOf(content, path);
}

function textOf(content: Buffer, path: string): Result<FileText, FileReadError> {
  if (content.includes(0)) return binary;
  try {
    return ok({ path, text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content) });
  } catch {
    return binary;
  }
}

async function readLinesOf(
  file: FileHandle,
  path: string,
  lines: LineRange,
): Promise<Result<FileText, FileReadError>> {
  if (!(await statOf(file)).isFile) return refused('not-a-file');
  const content = await readLineBytes(file, lines, MAX_READ_BYTES);
  return content === null ? tooLarge : textOf(content, path);
}

/** `null` when it goes on beyond the cap; `expected` bytes are only a guess, since it may be growing. */
async function readToEnd(file: FileHandle, expected: number): Promise<Buffer | null> {
  let bytes = Buffer.alloc(expected + 1);
  let length = 0;
  for (;;) {
    const { bytesRead } = await file.read(bytes, length, bytes.length - length, length);
    if (bytesRead === 0) return bytes.subarray(0, length);
    length += bytesRead;
    if (length > MAX_READ_BYTES) return null;
    if (length === bytes.length) bytes = Buffer.concat([bytes, Buffer.alloc(bytes.length + 4096)]);
  }
}

async function statOf(file: FileHandle): Promise<{ readonly size: number; readonly isFile: boolean }> {
  const stat = await file.stat();
  return { size: stat.size, isFile: stat.isFile() };
}

const tooLarge = err({
  code: 'too-large' as const,
  message: `the file is larger than ${MAX_READ_BYTES / 1024 / 1024} MiB`,
});
const binary = err({ code: 'binary' as const, message: 'the file is not UTF-8 text' });

const NEW_FILE_MODE = 0o666;

async function write(place: Place, path: string, text: string): Promise<Result<null, FileWriteError>> {
  const { root, located } = place;
  const real = relative(root, realOf(place));
  if (isProtected(real) || (isInside(root, path) && isProtected(relative(root, path)))) {
    return err({ code: 'protected', message: 'files of .git are not written for agents' });
  }
  let folder = await PinnedDirectory.open(root, located.parent);
  try {
    for (const name of located.missing) {
      const deeper = await folder.enter(name);
      await folder.close();
      folder = deeper;
    }
    return await writeIn(folder, located.leaf, text);
  } finally {
    await folder.close();
  }
}

async function writeIn(
  folder: PinnedDirectory,
  leaf: string,
  text: string,
): Promise<Result<null, FileWriteError>> {
  const before = await folder.entry(leaf);
  if (before !== null) {
    if (!before.isFile()) return refused('not-a-file');
    if (before.nlink > 1) return err({ code: 'hard-linked', message: 'the file has other hard links' });
    if ((before.mode & 0o222) === 0) return refused('no-access');
  }
  const temporary = `.switchyard-${randomBytes(8).toString('hex')}.tmp`;
  try {
    await fill(await folder.create(temporary, NEW_FILE_MODE), text, before);
    await folder.rename(temporary, leaf);
    return ok(null);
  } catch (error) {
    await folder.remove(temporary).catch(() => {});
    if (error instanceof MovedAwayError) throw error;
    return failedWrite(error);
  }
}

async function fill(file: FileHandle, text: string, replaces: Stats | null): Promise<void> {
  try {
    await file.writeFile(text, 'utf8');
    if (replaces !== null) await file.chmod(replaces.mode & 0o7777);
    await file.datasync();
  } finally {
    await file.close();
  }
}

function failedWrite(error: unknown): Result<null, FileWriteError> {
  const code = codeOf(error) ?? 'unknown error';
  switch (code) {
    case 'EISDIR':
    case 'ENOTEMPTY':
      return refused('not-a-file');
    case 'EACCES':
    case 'EPERM':
      return refused('no-access');
    default:
      return err({ code: 'write-failed', message: `the file could not be written (${code})` });
  }
}
