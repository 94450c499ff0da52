/** Makes a picture fit to send. Runs in the page: decoding is the browser's, in its sandbox. */
import { err, ok, type Result } from '../../shared/result.ts';
import type { Attachment } from './draft.ts';
import { toBase64 } from './to-base64.ts';
import { base64Length, fitWithin, imageTypes, longestEdge, mostBase64 } from './image-size.ts';

export type ImageFailure = 'not-an-image' | 'unreadable' | 'too-large';

/** Never a larger source than this is decoded. */
const mostSourceBytes = 64 * 1024 * 1024;

export async function readImage(file: File, id: string): Promise<Result<Attachment, ImageFailure>> {
  if (!imageTypes.includes(file.type)) return err('not-an-image');
  if (file.size > mostSourceBytes) return err('too-large');
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file);
  } catch {
    return err('unreadable');
  }
  try {
    const fits =
      Math.max(bitmap.width, bitmap.height) <= longestEdge && base64Length(file.size) <= mostBase64;
    const blob = fits ? file : await shrink(bitmap, file.type);
    if (blob === null) return err('too-large');
    return ok({ type: 'image', id, name: file.name, mimeType: blob.type, data: await toBase64(blob) });
  } catch {
    return err('unreadable');
  } finally {
    bitmap.close();
  }
}

/** Smaller and, where that is not enough, with loss; null: nothing makes it small enough. */
async function shrink(bitmap: ImageBitmap, type: string): Promise<Blob | null> {
  const attempts = [
    { edge: longestEdge, type: type === 'image/jpeg' ? 'image/jpeg' : 'image/png', quality: 0.9 },
    { edge: longestEdge, type: 'image/jpeg', quality: 0.85 },
    { edge: 1024, type: 'image/jpeg', quality: 0.8 },
  ];
  for (const attempt of attempts) {
    const size = fitWithin(bitmap, attempt.edge);
    const canvas = new OffscreenCanvas(size.width, size.height);
    const context = canvas.getContext('2d');
    if (context === null) return null;
    if (attempt.type === 'image/jpeg') {
      context.fillStyle = '#fff';
      context.fillRect(0, 0, size.width, size.height);
    }
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, size.width, size.height);
    const blob = await canvas.convertToBlob({ type: attempt.type, quality: attempt.quality });
    if (base64Length(blob.size) <= mostBase64) return blob;
  }
  return null;
}
