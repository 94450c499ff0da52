/** Archives as a server or an attacker would make them, and a server on this machine that hands them out. */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32, gzipSync } from 'node:zlib';

export type MadeEntry = {
  readonly path: string;
  readonly body?: string;
  readonly mode?: number;
  readonly link?: string;
};

/** ustar, written by hand: libraries would not make what must be refused. */
export function tarGz(entries: readonly MadeEntry[]): Buffer {
  return gzipSync(Buffer.concat([...entries.map(tarEntry), Buffer.alloc(1024)]));
}

function tarEntry({ path, body = '', mode = 0o644, link }: MadeEntry): Buffer {
  const header = Buffer.alloc(512);
  const content = Buffer.from(link === undefined ? body : '');
  header.write(path, 0, 100);
  header.write(`${mode.toString(8).padStart(7, '0')}\0`, 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124);
  header.write('00000000000\0', 136);
  header.write('        ', 148);
  header.write(link === undefined ? '0' : '2', 156);
  if (link !== undefined) header.write(link, 157, 100);
  header.write('ustar\0', 257);
  header.write('00', 263);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  const padding = Buffer.alloc((512 - (content.length % 512)) % 512);
  return Buffer.concat([header, content, padding]);
}

/** Entries are stored as they are. */
export function zip(entries: readonly MadeEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { path, body = '', mode = 0o644, link } of entries) {
    const name = Buffer.from(path);
    const content = Buffer.from(link ?? body);
    const sum = checksum(content);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(20, 4);
    writeSizes(local, 14, sum, content.length);
    local.writeUInt16LE(name.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE((3 << 8) | 20, 4);
    central.writeUInt16LE(20, 6);
    writeSizes(central, 16, sum, content.length);
    central.writeUInt16LE(name.length, 28);
    central.writeUInt32LE((((link === undefined ? 0o100000 : 0o120000) | mode) << 16) >>> 0, 38);
    central.writeUInt32LE(at, 42);
    parts.push(local, name, content);
    directory.push(central, name);
    at += local.length + name.length + content.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, central, end]);
}

function writeSizes(header: Buffer, at: number, sum: number, bytes: number): void {
  header.writeUInt32LE(sum, at);
  header.writeUInt32LE(bytes, at + 4);
  header.writeUInt32LE(bytes, at + 8);
}

function checksum(content: Buffer): number {
  return crc32(content);
}

export function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

export type FileServer = {
  readonly origin: string;
  /** What it answers for a path: bytes, where to look instead, or the start of something that never ends. */
  readonly files: Map<string, Buffer | { readonly redirect: string } | { readonly endless: Buffer }>;
  readonly close: () => Promise<void>;
};

export async function serveFiles(): Promise<FileServer> {
  const files: FileServer['files'] = new Map();
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '');
    if (file === undefined) {
      response.writeHead(404).end();
    } else if (Buffer.isBuffer(file)) {
      response.writeHead(200, { 'content-length': file.length }).end(file);
    } else if ('redirect' in file) {
      response.writeHead(302, { location: file.redirect }).end();
    } else {
      response.writeHead(200, { 'content-length': file.endless.length * 1000 });
      response.write(file.endless);
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    files,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
