/** The real file system. What it makes is for its owner alone. */
import { constants } from 'node:fs';
import { type FileHandle, link, lstat, mkdir, open, readdir, rename, rm, unlink } from 'node:fs/promises';
import type { FilePort, OpenFile } from './file-port.ts';

const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;
const FLAGS = {
  read: constants.O_RDONLY | NO_FOLLOW,
  append: constants.O_RDWR | constants.O_APPEND | NO_FOLLOW,
  create: constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_EXCL | NO_FOLLOW,
};

export const nodeFilePort: FilePort = {
  open: async (path, how) => openFile(await open(path, FLAGS[how], 0o600)),
  async stat(path) {
    const found = await lstat(path);
    const kind = found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other';
    return { kind, size: found.size, modifiedAt: found.mtimeMs };
  },
  list: (folder) => readdir(folder),
  async makeFolder(path) {
    await mkdir(path, { recursive: true, mode: 0o700 });
  },
  rename: (from, to) => rename(from, to),
  link: (from, to) => link(from, to),
  unlink: (path) => unlink(path),
  removeTree: (path) => rm(path, { recursive: true, force: true }),
  async syncFolder(path) {
    // Windows keeps entries by itself and cannot sync a folder.
    if (process.platform === 'win32') return;
    const folder = await open(path, 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  },
};

function openFile(handle: FileHandle): OpenFile {
  return {
    append: async (bytes) => (await handle.write(bytes)).bytesWritten,
    read: async (into, position) => (await handle.read(into, 0, into.length, position)).bytesRead,
    datasync: () => handle.datasync(),
    truncate: (size) => handle.truncate(size),
    size: async () => (await handle.stat()).size,
    close: () => handle.close(),
  };
}
