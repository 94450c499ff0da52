/** CRC-32 (IEEE 802.3, reflected), as of zlib. Node has it built in only from 20.15 on. */
import zlib from 'node:zlib';

const TABLES = makeTables();

const builtIn: unknown = Reflect.get(zlib, 'crc32');

export const crc32: (bytes: Uint8Array) => number =
  typeof builtIn === 'function' ? (builtIn as (bytes: Uint8Array) => number) : crc32InScript;

/** Eight bytes a step ("slicing by 8"). */
export function crc32InScript(bytes: Uint8Array): number {
  const [t0, t1, t2, t3, t4, t5, t6, t7] = TABLES;
  let crc = 0xffffffff;
  let at = 0;
  for (const end = bytes.length - 7; at < end; at += 8) {
    const low = crc ^ (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24));
    crc =
      t7[low & 0xff]! ^
      t6[(low >>> 8) & 0xff]! ^
      t5[(low >>> 16) & 0xff]! ^
      t4[low >>> 24]! ^
      t3[bytes[at + 4]!]! ^
      t2[bytes[at + 5]!]! ^
      t1[bytes[at + 6]!]! ^
      t0[bytes[at + 7]!]!;
  }
  for (; at < bytes.length; at += 1) crc = t0[(crc ^ bytes[at]!) & 0xff]! ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

type Tables = readonly [
  Int32Array,
  Int32Array,
  Int32Array,
  Int32Array,
  Int32Array,
  Int32Array,
  Int32Array,
  Int32Array,
];

function makeTables(): Tables {
  const first = new Int32Array(256);
  for (let byte = 0; byte < 256; byte += 1) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    first[byte] = crc;
  }
  const tables = [first];
  for (let power = 1; power < 8; power += 1) {
    const before = tables[power - 1]!;
    tables.push(before.map((crc) => first[crc & 0xff]! ^ (crc >>> 8)));
  }
  return tables as unknown as Tables;
}
