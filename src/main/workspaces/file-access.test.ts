import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { realpath, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MAX_READ_BYTES, createFileAccess } from './file-access.ts';

let base: string;
let root: string;
let outside: string;
let server: Server | null = null;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'sw-files-')));
  root = join(base, 'ws');
  outside = join(base, 'elsewhere');
  for (const folder of ['ws/sub/deep', 'ws/.git/hooks', 'ws/node/.git', 'elsewhere/dir', 'ws-evil']) {
    mkdirSync(join(base, folder), { recursive: true });
  }
  for (const file of [
    'ws/a.txt',
    'ws/sub/b.txt',
    'ws/.git/config',
    'elsewhere/secret.txt',
    'ws-evil/secret.txt',
  ]) {
    writeFileSync(join(base, file), `text of ${file}\n`);
  }
});

afterEach(() => {
  server?.close();
  server = null;
  rmSync(base, { recursive: true, force: true });
});

function link(target: string, path: string): void {
  symlinkSync(target, join(root, path));
}

function makeTraps(): void {
  link('../elsewhere/secret.txt', 'leaf');
  link(join(outside, 'secret.txt'), 'leaf-absolute');
  link('../elsewhere', 'folder');
  link('../../elsewhere/dir', 'sub/folder');
  link('/', 'slash');
  link('/etc', 'etc');
  link('../elsewhere/new.txt', 'dangling');
  link('../elsewhere/none', 'dangling-folder');
  link('chain-2', 'chain-1');
  link('sub/chain-3', 'chain-2');
  link('../../elsewhere/secret.txt', 'sub/chain-3');
  link('loop-2', 'loop-1');
  link('loop-1', 'loop-2');
  link('../..', 'sub/up');
  link('../ws-evil', 'sibling');
  link('/proc/self/environ', 'environ');
  link('/dev/zero', 'zero');
  link('/proc/self/root', 'proc-root');
  link('/proc/self/cwd', 'proc-cwd');
  link('.git/config', 'git-config');
  link('.git', 'git-folder');
  link('a.txt', 'inside');
  link('sub', 'inside-folder');
  linkSync(join(outside, 'secret.txt'), join(root, 'hard'));
  execFileSync('mkfifo', [join(root, 'pipe')]);
  server = createServer().listen(join(root, 'socket'));
}

/** `escapes`: what the path really names lies outside the root. */
type Trap = {
  readonly path: string;
  readonly read: string;
  readonly write: string;
  readonly escapes: boolean;
};

function traps(): readonly Trap[] {
  const outsideOf = (path: string): Trap => ({
    path,
    read: 'outside-workspace',
    write: 'outside-workspace',
    escapes: true,
  });
  const refusedBoth = (path: string, code: string): Trap => ({
    path,
    read: code,
    write: code,
    escapes: false,
  });
  const at = (path: string) => join(root, path);
  return [
    // No paths at all.
    refusedBoth('', 'outside-workspace'),
    refusedBoth('a.txt', 'outside-workspace'),
    refusedBoth('./a.txt', 'outside-workspace'),
    refusedBoth('../elsewhere/secret.txt', 'outside-workspace'),
    refusedBoth('~/secret', 'outside-workspace'),
    refusedBoth(`file://${root}/a.txt`, 'outside-workspace'),
    refusedBoth(`${root}/a.txt\0.png`, 'outside-workspace'),
    refusedBoth(`${root}/${'x'.repeat(5000)}`, 'outside-workspace'),
    // Outside by their text.
    outsideOf('/etc/passwd'),
    outsideOf('/proc/self/environ'),
    outsideOf('/dev/zero'),
    outsideOf(join(outside, 'secret.txt')),
    outsideOf(`${root}/../elsewhere/secret.txt`),
    outsideOf(`${root}/sub/../../elsewhere/secret.txt`),
    outsideOf(`${root}/./sub/./../../elsewhere/secret.txt`),
    outsideOf(`${root}//..//elsewhere//secret.txt`),
    outsideOf(`${root}-evil/secret.txt`),
    outsideOf(`/${root}/../elsewhere/secret.txt`),
    outsideOf(`${root}/missing/../../elsewhere/secret.txt`),
    outsideOf(`${root}/../elsewhere/new.txt`),
    outsideOf(`${root}/../new-folder/new.txt`),
    // Outside by a link.
    outsideOf(at('leaf')),
    outsideOf(at('leaf-absolute')),
    outsideOf(at('folder/secret.txt')),
    outsideOf(at('folder/new.txt')),
    outsideOf(at('folder/new-folder/new.txt')),
    outsideOf(at('sub/folder/new.txt')),
    outsideOf(at('folder')),
    outsideOf(at('slash/etc/passwd')),
    outsideOf(at('etc/passwd')),
    outsideOf(at('etc/new.txt')),
    outsideOf(at('chain-1')),
    outsideOf(at('chain-2')),
    outsideOf(at('sub/up/elsewhere/secret.txt')),
    outsideOf(at('sub/up/new.txt')),
    outsideOf(at('inside-folder/up/new.txt')),
    outsideOf(at('sibling/secret.txt')),
    outsideOf(at('environ')),
    outsideOf(at('zero')),
    outsideOf(at('proc-root/etc/passwd')),
    outsideOf(at('proc-cwd/package.json')),
    // A link that leads nowhere must not be made real, wherever it leads.
    { path: at('dangling'), read: 'not-found', write: 'not-found', escapes: true },
    { path: at('dangling-folder/new.txt'), read: 'not-found', write: 'not-found', escapes: true },
    refusedBoth(at('loop-1'), 'no-access'),
    refusedBoth(at('loop-1/new.txt'), 'no-access'),
    // No regular files.
    refusedBoth(root, 'not-a-file'),
    refusedBoth(at('sub'), 'not-a-file'),
    refusedBoth(at('pipe'), 'not-a-file'),
    refusedBoth(at('socket'), 'not-a-file'),
    refusedBoth(at('a.txt/child'), 'not-found'),
    // May be read, not written.
    { path: at('hard'), read: 'ok', write: 'hard-linked', escapes: false },
    { path: at('.git/config'), read: 'ok', write: 'protected', escapes: false },
    { path: at('.git/hooks/pre-commit'), read: 'not-found', write: 'protected', escapes: false },
    { path: at('.GIT/hooks/pre-commit'), read: 'not-found', write: 'protected', escapes: false },
    { path: at('node/.git/config'), read: 'not-found', write: 'protected', escapes: false },
    { path: at('new/.git'), read: 'not-found', write: 'protected', escapes: false },
    { path: at('git-config'), read: 'ok', write: 'protected', escapes: false },
    { path: at('git-folder/hooks/pre-commit'), read: 'not-found', write: 'protected', escapes: false },
  ];
}

function outcome(result: { ok: true } | { ok: false; error: { code: string } }): string {
  return result.ok ? 'ok' : result.error.code;
}

function everythingOutside(): string[] {
  return ['elsewhere', 'elsewhere/dir', 'ws-evil', '.'].flatMap((folder) =>
    readdirSync(join(base, folder)).map((name) => {
      const path = join(base, folder, name);
      return statSync(path).isFile() ? `${path}: ${readFileSync(path, 'utf8')}` : path;
    }),
  );
}

describe.skipIf(process.platform !== 'linux')('hostile paths', () => {
  test('none is read or written, each is refused for what it is', async () => {
    makeTraps();
    const before = everythingOutside();
    const files = createFileAccess(root);
    const seen: Trap[] = [];
    for (const trap of traps()) {
      const read = outcome(await files.readText(trap.path));
      const write = outcome(await files.writeText(trap.path, 'pwned'));
      seen.push({ ...trap, read, write });
    }
    expect(seen).toEqual(traps());
    expect(seen.length).toBeGreaterThanOrEqual(52);
    expect(everythingOutside()).toEqual(before);
  });

  test('no refusal tells a path outside', async () => {
    makeTraps();
    const files = createFileAccess(root);
    for (const { path } of traps()) {
      for (const result of [await files.readText(path), await files.writeText(path, 'x')]) {
        if (!result.ok) expect(result.error.message).not.toMatch(/elsewhere|evil|secret|passwd|environ/);
      }
    }
  });

  test('control: tests of the text, or of the folder alone, let some of them out', async () => {
    makeTraps();
    const escaping = traps().filter((trap) => trap.escapes);
    const letsOut = async (allows: (path: string) => boolean | Promise<boolean>) => {
      const allowed = await Promise.all(escaping.map(async (trap) => allows(trap.path)));
      return allowed.filter(Boolean).length;
    };
    expect(escaping.length).toBeGreaterThan(30);
    expect(await letsOut((path) => path.startsWith(root))).toBeGreaterThan(20);
    expect(await letsOut((path) => resolve(path).startsWith(root))).toBeGreaterThan(15);
    expect(await letsOut((path) => resolve(path).startsWith(`${root}/`))).toBeGreaterThan(15);
    const folderInside = async (path: string) => {
      const folder = await realpath(dirname(resolve(path))).catch(() => '');
      return folder === root || folder.startsWith(`${root}/`);
    };
    expect(await letsOut(folderInside)).toBeGreaterThan(2);
  });

  test('a workspace that was swapped for a link contains nothing any more', async () => {
    const files = createFileAccess(root);
    expect(outcome(await files.readText(join(root, 'a.txt')))).toBe('ok');
    rmSync(root, { recursive: true });
    expect(outcome(await files.readText(join(root, 'a.txt')))).toBe('not-found');
    symlinkSync(outside, root);
    expect(outcome(await files.readText(join(root, 'secret.txt')))).toBe('outside-workspace');
    expect(outcome(await files.writeText(join(root, 'new.txt'), 'x'))).toBe('outside-workspace');
  });
});

describe('legal paths', () => {
  test.each(['a.txt', 'sub/b.txt', 'sub/../a.txt', './sub//b.txt'])(
    '%s is read and replaced',
    async (path) => {
      const files = createFileAccess(root);
      const full = `${root}/${path}`;
      expect(await files.readText(full)).toEqual({
        ok: true,
        value: { path: full, text: readFileSync(full, 'utf8') },
      });
      expect(await files.writeText(full, 'new ✓\n')).toEqual({ ok: true, value: null });
      expect(readFileSync(full, 'utf8')).toBe('new ✓\n');
    },
  );

  test.each(['new.txt', 'new/folder/new.txt', 'sub/deep/..new', '.github/workflows/ci.yml', '.gitignore'])(
    '%s is made',
    async (path) => {
      expect(await createFileAccess(root).writeText(join(root, path), 'made')).toEqual({
        ok: true,
        value: null,
      });
      expect(readFileSync(join(root, path), 'utf8')).toBe('made');
    },
  );

  test.skipIf(process.platform === 'win32')(
    'a link to a file inside is followed and stays a link',
    async () => {
      link('sub/b.txt', 'inside');
      link('sub', 'inside-folder');
      const files = createFileAccess(root);
      expect(outcome(await files.readText(join(root, 'inside')))).toBe('ok');
      expect(outcome(await files.writeText(join(root, 'inside'), 'through'))).toBe('ok');
      expect(readFileSync(join(root, 'sub/b.txt'), 'utf8')).toBe('through');
      expect(outcome(await files.writeText(join(root, 'inside-folder/c.txt'), 'x'))).toBe('ok');
      expect(readdirSync(join(root, 'sub')).sort()).toEqual(['b.txt', 'c.txt', 'deep']);
    },
  );

  test.skipIf(process.platform === 'win32')('the mode of a replaced file is kept', async () => {
    chmodSync(join(root, 'a.txt'), 0o751);
    await createFileAccess(root).writeText(join(root, 'a.txt'), '#!/bin/sh\n');
    expect(statSync(join(root, 'a.txt')).mode & 0o777).toBe(0o751);
  });

  test.skipIf(process.platform === 'win32')('a read-only file is not replaced', async () => {
    chmodSync(join(root, 'a.txt'), 0o444);
    expect(outcome(await createFileAccess(root).writeText(join(root, 'a.txt'), 'x'))).toBe('no-access');
  });

  test('a write leaves nothing but the file behind', async () => {
    const files = createFileAccess(root);
    await files.writeText(join(root, 'sub/c.txt'), 'x');
    await files.writeText(join(root, 'sub/deep'), 'x');
    expect(readdirSync(join(root, 'sub')).sort()).toEqual(['b.txt', 'c.txt', 'deep']);
  });
});

describe('what is read', () => {
  test.each([
    ['a file over the cap', 'too-large', () => Buffer.alloc(MAX_READ_BYTES + 1, 'a')],
    ['a file of the cap', 'ok', () => Buffer.alloc(MAX_READ_BYTES, 'a')],
    ['a file with NUL', 'binary', () => Buffer.from('a\0b')],
    ['a file that is not UTF-8', 'binary', () => Buffer.from([0x61, 0xff, 0xfe])],
    ['an empty file', 'ok', () => Buffer.alloc(0)],
  ])('%s: %s', async (_what, expected, bytes) => {
    writeFileSync(join(root, 'a.txt'), bytes());
    expect(outcome(await createFileAccess(root).readText(join(root, 'a.txt')))).toBe(expected);
  });

  test('text comes back exactly, with its byte order mark and line ends', async () => {
    const text = '\uFEFFone\r\ntwo\u2028😀';
    writeFileSync(join(root, 'a.txt'), text);
    expect(await createFileAccess(root).readText(join(root, 'a.txt'))).toMatchObject({ value: { text } });
  });
});

describe.skipIf(process.platform !== 'linux')('a folder swapped for a link while a file is written', () => {
  /** Swaps `ws/swap` between a folder and a link to the outside, as fast as it can. */
  async function whileSwapping(tries: number, work: (path: string) => Promise<void>): Promise<string[]> {
    mkdirSync(join(root, 'swap'));
    const stop = new Int32Array(new SharedArrayBuffer(4));
    const worker = new Worker(
      `const { mkdirSync, renameSync, symlinkSync, unlinkSync } = require('node:fs');
       const { workerData: { swap, outside, stop }, parentPort } = require('node:worker_threads');
       const attempt = (step) => { try { step(); } catch {} };
       parentPort.postMessage('swapping');
       for (let round = 0; Atomics.load(stop, 0) === 0; round++) {
         attempt(() => renameSync(swap, swap + round));
         attempt(() => symlinkSync(outside, swap));
         attempt(() => unlinkSync(swap));
         attempt(() => mkdirSync(swap));
       }`,
      { eval: true, workerData: { swap: join(root, 'swap'), outside, stop } },
    );
    await new Promise((begun) => worker.once('message', begun));
    for (let index = 0; index < tries; index++) await work(join(root, 'swap', `f${index}`));
    const ended = new Promise((done) => worker.once('exit', done));
    Atomics.store(stop, 0, 1);
    await ended;
    return readdirSync(outside).filter((name) => /^f\d+$/.test(name));
  }

  test('nothing gets out', async () => {
    const files = createFileAccess(root);
    let written = 0;
    const escaped = await whileSwapping(400, async (path) => {
      if ((await files.writeText(path, 'x')).ok) written++;
    });
    expect(escaped).toEqual([]);
    expect(written).toBeGreaterThan(0);
  });

  test('control: looking first and writing by path afterwards lets files out', async () => {
    const escaped = await whileSwapping(2500, async (path) => {
      try {
        const folder = await realpath(dirname(path));
        if (folder.startsWith(`${root}/`)) await writeFile(path, 'x');
      } catch {
        // The folder was just being swapped.
      }
    });
    expect(escaped.length).toBeGreaterThan(0);
  });
});
