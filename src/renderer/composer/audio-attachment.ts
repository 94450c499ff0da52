/** Sound as it goes to an agent: unchanged, and of a size that requests may have. */
import { err, ok, type Result } from '../../shared/result.ts';
import type { Attachment } from './draft.ts';
import { base64Length } from './image-size.ts';
import { toBase64 } from './to-base64.ts';

/** Of the base64 text. */
const mostBase64 = 12 * 1024 * 1024;

export function isSound(file: { readonly type: string }): boolean {
  return file.type.startsWith('audio/');
}

export async function readSound(
  file: File,
  id: string,
): Promise<Result<Attachment, 'too-large' | 'unreadable'>> {
  if (base64Length(file.size) > mostBase64) return err('too-large');
  try {
    return ok({ type: 'audio', id, name: file.name, mimeType: file.type, data: await toBase64(file) });
  } catch {
    return err('unreadable');
  }
}
