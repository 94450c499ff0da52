/**
 * Writes and reads Electron's archive format for a flat set of files. The header is a Chromium pickle of the
 * JSON index: two little-endian sizes of pickles, then the pickle (its payload size, the string's size, the string
 * padded to four bytes); file contents follow, addressed from the end of the header.
 * Format: https://github.com/electron/asar#format
 */

/**
 * @param {Record<string, Buffer>} files by name, no folders
 * @returns {Buffer}
 */
export function packAsar(files) {
  const index = { files: {} };
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    index.files[name] = { size: content.length, offset: String(offset) };
    offset += content.length;
  }
  const json = Buffer.from(JSON.stringify(index));
  const padding = Buffer.alloc((4 - (json.length % 4)) % 4);
  const sizes = Buffer.alloc(16);
  sizes.writeUInt32LE(4, 0);
  sizes.writeUInt32LE(8 + json.length + padding.length, 4);
  sizes.writeUInt32LE(4 + json.length + padding.length, 8);
  sizes.writeUInt32LE(json.length, 12);
  return Buffer.concat([sizes, json, padding, ...Object.values(files)]);
}

/**
 * @param {Buffer} archive
 * @returns {Record<string, Buffer>}
 */
export function unpackAsar(archive) {
  const contentStart = 8 + archive.readUInt32LE(4);
  const index = JSON.parse(archive.toString('utf8', 16, 16 + archive.readUInt32LE(12)));
  const files = {};
  for (const [name, { size, offset }] of Object.entries(index.files)) {
    const start = contentStart + Number(offset);
    files[name] = archive.subarray(start, start + size);
  }
  return files;
}
