/**
 * A file system in memory that can lose power. It keeps every change in order and knows which of them a sync
 * made lasting; `afterPowerLoss` builds one of the states in which a disk may come up: changes that were not
 * synced are kept or lost one by one, written data by the sector of 512 bytes, in any combination.
 * Faults of single calls can be put in.
 */
import type { FilePort, OpenFile } from '../file-port.ts';

const SECTOR = 512;
const ROOT = 0;

export type Call = {
  readonly name:
    | 'open'
    | 'create'
    | 'append'
    | 'read'
    | 'datasync'
    | 'truncate'
    | 'stat'
    | 'list'
    | 'makeFolder'
    | 'rename'
    | 'link'
    | 'unlink'
    | 'syncFolder';
  readonly path: string;
  /** Counts all calls from 1. */
  readonly number: number;
};
/** `short`: only so many bytes are written, then the error comes, if there is one. */
export type Fault = { readonly code: string; readonly short?: number } | { readonly short: number };

type Change =
  | { readonly type: 'write'; readonly file: number; readonly at: number; readonly bytes: Uint8Array }
  | { readonly type: 'truncate'; readonly file: number; readonly size: number }
  | {
      readonly type: 'add';
      readonly folder: number;
      readonly name: string;
      readonly node: number;
      readonly kind: 'file' | 'folder';
    }
  | { readonly type: 'remove'; readonly folder: number; readonly name: string }
  | {
      readonly type: 'move';
      readonly folder: number;
      readonly name: string;
      readonly toFolder: number;
      readonly toName: string;
    };
/** `lastingFrom`: the number of calls from which on it survives. `orphaned`: a sync failed on it, no later one helps. */
type Recorded = { readonly change: Change; readonly madeBy: number; lastingFrom: number; orphaned: boolean };

type Disk = { readonly files: Map<number, Buffer>; readonly folders: Map<number, Map<string, number>> };

export class CrashFilePort implements FilePort {
  /** Decides before each call whether it fails. */
  inject: (call: Call) => Fault | null = () => null;
  /** How many calls were made so far. */
  calls = 0;
  readonly #base: Disk;
  readonly #now: Disk;
  readonly #history: Recorded[] = [];
  #nextNode: number;

  constructor(base: Disk = { files: new Map(), folders: new Map([[ROOT, new Map()]]) }) {
    this.#base = base;
    this.#now = copyOf(base);
    this.#nextNode = Math.max(ROOT, ...base.files.keys(), ...base.folders.keys()) + 1;
  }

  /** The disk as it may be when the power went after so many calls. `random` gives numbers from 0 up to 1. */
  afterPowerLoss(random: () => number, calls = this.calls): CrashFilePort {
    const disk = copyOf(this.#base);
    const kept = [0, 0.2, 0.5, 0.8, 1][Math.floor(random() * 5)] ?? 0;
    for (const { change, madeBy, lastingFrom } of this.#history) {
      if (madeBy > calls) break;
      if (lastingFrom <= calls) apply(disk, change);
      else if (change.type === 'write') writeTorn(disk, change, kept, random);
      else if (random() < kept) apply(disk, change);
    }
    return new CrashFilePort(disk);
  }

  /** The disk as it is, for a process that was killed or has ended. */
  copy(): CrashFilePort {
    return new CrashFilePort(copyOf(this.#now));
  }

  /** For tests that damage files: the bytes themselves. */
  bytesOf(path: string): Buffer {
    return Buffer.from(this.#fileAt(path));
  }

  /** Replaces the bytes of a file, or makes one; lasting at once. */
  put(path: string, bytes: Uint8Array): void {
    const { folder, name } = this.#parentOf(path);
    const entries = this.#folder(folder, path);
    const node = entries.get(name) ?? this.#nextNode++;
    for (const disk of [this.#now, this.#base]) {
      disk.files.set(node, Buffer.from(bytes));
      disk.folders.get(folder)?.set(name, node);
    }
  }

  async open(path: string, how: 'read' | 'append' | 'create'): Promise<OpenFile> {
    this.#call(how === 'create' ? 'create' : 'open', path);
    const { folder, name } = this.#parentOf(path);
    const entries = this.#folder(folder, path);
    let node = entries.get(name);
    if (how === 'create') {
      if (node !== undefined) throw fault('EEXIST', path);
      node = this.#nextNode++;
      this.#now.files.set(node, Buffer.alloc(0));
      this.#change({ type: 'add', folder, name, node, kind: 'file' });
    }
    if (node === undefined) throw fault('ENOENT', path);
    if (this.#now.folders.has(node)) throw fault('EISDIR', path);
    return this.#handle(node, path);
  }

  async stat(path: string) {
    this.#call('stat', path);
    const node = this.#nodeAt(path);
    const kind = this.#now.folders.has(node) ? ('folder' as const) : ('file' as const);
    return { kind, size: this.#now.files.get(node)?.length ?? 0, modifiedAt: 0 };
  }

  async list(path: string): Promise<readonly string[]> {
    this.#call('list', path);
    return [...this.#folder(this.#nodeAt(path), path).keys()];
  }

  async makeFolder(path: string): Promise<void> {
    this.#call('makeFolder', path);
    let at = ROOT;
    for (const name of partsOf(path)) {
      const entries = this.#folder(at, path);
      let node = entries.get(name);
      if (node === undefined) {
        node = this.#nextNode++;
        this.#now.folders.set(node, new Map());
        this.#change({ type: 'add', folder: at, name, node, kind: 'folder' });
      }
      at = node;
    }
  }

  async rename(from: string, to: string): Promise<void> {
    this.#call('rename', from);
    this.#nodeAt(from);
    const { folder, name } = this.#parentOf(from);
    const target = this.#parentOf(to);
    this.#folder(target.folder, to);
    this.#change({ type: 'move', folder, name, toFolder: target.folder, toName: target.name });
  }

  async link(from: string, to: string): Promise<void> {
    this.#call('link', to);
    const node = this.#nodeAt(from);
    const { folder, name } = this.#parentOf(to);
    if (this.#folder(folder, to).has(name)) throw fault('EEXIST', to);
    this.#change({ type: 'add', folder, name, node, kind: 'file' });
  }

  async removeTree(path: string): Promise<void> {
    await this.unlink(path).catch((error: unknown) => {
      if (Reflect.get(error as object, 'code') !== 'ENOENT') throw error;
    });
  }

  async unlink(path: string): Promise<void> {
    this.#call('unlink', path);
    this.#nodeAt(path);
    this.#change({ type: 'remove', ...this.#parentOf(path) });
  }

  async syncFolder(path: string): Promise<void> {
    this.#call('syncFolder', path);
    const node = this.#nodeAt(path);
    this.#settle((change) =>
      'folder' in change
        ? [change.folder, 'toFolder' in change ? change.toFolder : -1].includes(node)
        : false,
    );
  }

  #handle(node: number, path: string): OpenFile {
    let open = true;
    const data = () => {
      if (!open) throw fault('EBADF', path);
      return this.#now.files.get(node) ?? Buffer.alloc(0);
    };
    return {
      append: async (bytes) => {
        const found = this.inject({ name: 'append', path, number: ++this.calls });
        const at = data().length;
        const taken = found === null ? bytes.length : Math.min(bytes.length, found.short ?? 0);
        if (taken > 0)
          this.#change({ type: 'write', file: node, at, bytes: Uint8Array.from(bytes.subarray(0, taken)) });
        if (found !== null && 'code' in found) throw fault(found.code, path);
        return taken;
      },
      read: async (into, position) => {
        this.#call('read', path);
        const bytes = data().subarray(position, position + into.length);
        into.set(bytes);
        return bytes.length;
      },
      datasync: async () => {
        const failed = this.inject({ name: 'datasync', path, number: ++this.calls });
        data();
        const isOfFile = (change: Change) => 'file' in change && change.file === node;
        if (failed === null) {
          this.#settle(isOfFile);
          return;
        }
        // The pages count as written from now on, though they may not be: a second sync will not write them.
        for (const each of this.#history)
          if (each.lastingFrom === Infinity && isOfFile(each.change)) each.orphaned = true;
        throw fault('code' in failed ? failed.code : 'EIO', path);
      },
      truncate: async (size) => {
        this.#call('truncate', path);
        data();
        this.#change({ type: 'truncate', file: node, size });
      },
      size: async () => data().length,
      close: async () => {
        open = false;
      },
    };
  }

  #call(name: Call['name'], path: string): void {
    const found = this.inject({ name, path, number: ++this.calls });
    if (found !== null && 'code' in found) throw fault(found.code, path);
  }

  #change(change: Change): void {
    apply(this.#now, change);
    this.#history.push({ change, madeBy: this.calls, lastingFrom: Infinity, orphaned: false });
  }

  #settle(concerns: (change: Change) => boolean): void {
    for (const each of this.#history) {
      if (each.lastingFrom === Infinity && !each.orphaned && concerns(each.change))
        each.lastingFrom = this.calls;
    }
  }

  #folder(node: number, path: string): Map<string, number> {
    const entries = this.#now.folders.get(node);
    if (entries === undefined) throw fault('ENOTDIR', path);
    return entries;
  }

  #nodeAt(path: string): number {
    let at = ROOT;
    for (const name of partsOf(path)) {
      const node = this.#folder(at, path).get(name);
      if (node === undefined) throw fault('ENOENT', path);
      at = node;
    }
    return at;
  }

  #fileAt(path: string): Buffer {
    const bytes = this.#now.files.get(this.#nodeAt(path));
    if (bytes === undefined) throw fault('EISDIR', path);
    return bytes;
  }

  #parentOf(path: string): { readonly folder: number; readonly name: string } {
    const parts = partsOf(path);
    const name = parts.pop() ?? '';
    return { folder: this.#nodeAt(`/${parts.join('/')}`), name };
  }
}

function partsOf(path: string): string[] {
  return path.split('/').filter((part) => part !== '');
}

function copyOf({ files, folders }: Disk): Disk {
  return {
    files: new Map(files),
    folders: new Map([...folders].map(([node, entries]) => [node, new Map(entries)])),
  };
}

/** What a lost change would have prepared cannot be built on: such a change does nothing. */
function apply(disk: Disk, change: Change): void {
  switch (change.type) {
    case 'write':
      writeAt(disk, change.file, change.at, change.bytes);
      return;
    case 'truncate': {
      const before = disk.files.get(change.file) ?? Buffer.alloc(0);
      const after = Buffer.alloc(change.size);
      before.copy(after, 0, 0, change.size);
      disk.files.set(change.file, after);
      return;
    }
    case 'add':
      if (change.kind === 'folder' && !disk.folders.has(change.node))
        disk.folders.set(change.node, new Map());
      if (change.kind === 'file' && !disk.files.has(change.node))
        disk.files.set(change.node, Buffer.alloc(0));
      disk.folders.get(change.folder)?.set(change.name, change.node);
      return;
    case 'remove':
      disk.folders.get(change.folder)?.delete(change.name);
      return;
    case 'move': {
      const from = disk.folders.get(change.folder);
      const node = from?.get(change.name);
      const to = disk.folders.get(change.toFolder);
      if (from === undefined || node === undefined || to === undefined) return;
      from.delete(change.name);
      to.set(change.toName, node);
    }
  }
}

function writeAt(disk: Disk, file: number, at: number, bytes: Uint8Array): void {
  const before = disk.files.get(file) ?? Buffer.alloc(0);
  const after = Buffer.alloc(Math.max(before.length, at + bytes.length));
  before.copy(after);
  after.set(bytes, at);
  disk.files.set(file, after);
}

function writeTorn(
  disk: Disk,
  { file, at, bytes }: Extract<Change, { type: 'write' }>,
  kept: number,
  random: () => number,
): void {
  const before = disk.files.get(file) ?? Buffer.alloc(0);
  const after = Buffer.alloc(Math.max(before.length, at + bytes.length));
  before.copy(after);
  let size = before.length;
  for (let from = 0; from < bytes.length;) {
    const to = Math.min(bytes.length, from + SECTOR - ((at + from) % SECTOR));
    const keeps = random() < kept;
    if (keeps) after.set(bytes.subarray(from, to), at + from);
    // The size of a file may reach the disk before its data: zeros stand there then.
    if (keeps || random() < 0.2) size = Math.max(size, at + to);
    from = to;
  }
  disk.files.set(file, after.subarray(0, size));
}

function fault(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${path}`), { code });
}
