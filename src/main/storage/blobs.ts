/** Bodies too large for a record: files beside the journal, named by the SHA-256 of what they hold. */
import { createHash } from 'node:crypto';
import { err, ok, type Result } from '../../shared/result.ts';
import { type FilePort, appendAll, codeOf, readRange } from './file-port.ts';
import type { BlobRef } from './record.ts';

const FOLDER = 'blobs';

/** Resolves when the blob is on the disk for good. The record that names it must not be written before. */
export async function writeBlob(files: FilePort, folder: string, body: Uint8Array): Promise<BlobRef> {
  const blob: BlobRef = { sha256: sha256Of(body), bytes: body.length };
  const blobs = `${folder}/${FOLDER}`;
  const path = `${blobs}/${blob.sha256}`;
  await files.makeFolder(blobs);
  if ((await readChecked(files, path, blob)).ok) {
    // It may stem from a process that was killed before its sync.
    const file = await files.open(path, 'append');
    try {
      await file.datasync();
    } finally {
      await file.close();
    }
  } else {
    const fresh = `${path}.new`;
    await files.unlink(fresh).catch(() => undefined);
    const file = await files.open(fresh, 'create');
    try {
      await appendAll(file, body);
      await file.datasync();
    } catch (error) {
      await file.close().catch(() => undefined);
      await files.unlink(fresh).catch(() => undefined);
      throw error;
    }
    await file.close();
    await files.rename(fresh, path);
  }
  await files.syncFolder(blobs);
  await files.syncFolder(folder);
  return blob;
}

/** What the blob's JSON says, or a word why it cannot be read. */
export async function readBlob(
  files: FilePort,
  folder: string,
  blob: BlobRef,
): Promise<Result<unknown, string>> {
  if (!/^[0-9a-f]{64}$/.test(blob.sha256)) return err('bad name');
  const read = await readChecked(files, `${folder}/${FOLDER}/${blob.sha256}`, blob);
  return read.ok ? ok(JSON.parse(read.value.toString('utf8'))) : read;
}

async function readChecked(files: FilePort, path: string, blob: BlobRef): Promise<Result<Buffer, string>> {
  try {
    const file = await files.open(path, 'read');
    try {
      if ((await file.size()) !== blob.bytes) return err('size');
      const bytes = await readRange(file, 0, blob.bytes);
      return bytes.length === blob.bytes && sha256Of(bytes) === blob.sha256 ? ok(bytes) : err('content');
    } finally {
      await file.close();
    }
  } catch (error) {
    return err(codeOf(error) || 'EIO');
  }
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
