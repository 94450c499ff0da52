/** Files that were dropped, pasted or picked become attachments, or reasons why not. */
import { resolvePath } from '../../shared/permission/paths.ts';
import { isSound, readSound } from './audio-attachment.ts';
import type { Attachment } from './draft.ts';
import { fileName, fileUri } from './file-uri.ts';
import { readImage } from './image-attachment.ts';
import { imageTypes } from './image-size.ts';

export type AttachProblem = {
  readonly code:
    | 'no-images'
    | 'no-sound'
    | 'unreadable'
    | 'unreadable-sound'
    | 'too-large'
    | 'no-path'
    | 'outside'
    | 'too-many';
  readonly name: string;
};

export type Taken = {
  readonly attachments: readonly Attachment[];
  readonly problems: readonly AttachProblem[];
};

export const mostAttachments = 20;

/** Pictures and sound go along as what they are where the agent takes them; any other file on disk as a link to it. */
export async function takeFiles(
  files: readonly File[],
  target: {
    readonly images: boolean;
    readonly sound: boolean;
    readonly room: number;
    readonly cwd: string;
    readonly pathOf: (file: File) => string;
    readonly newId: () => string;
  },
): Promise<Taken> {
  const attachments: Attachment[] = [];
  const problems: AttachProblem[] = [];
  for (const file of files) {
    if (attachments.length >= target.room) {
      problems.push({ code: 'too-many', name: file.name });
      break;
    }
    const path = target.pathOf(file);
    const picture = imageTypes.includes(file.type);
    if (picture && target.images) {
      const image = await readImage(file, target.newId());
      if (image.ok) attachments.push(image.value);
      else problems.push({ code: image.error === 'too-large' ? 'too-large' : 'unreadable', name: file.name });
      continue;
    }
    const sound = isSound(file);
    if (sound && target.sound) {
      const read = await readSound(file, target.newId());
      if (read.ok) attachments.push(read.value);
      else {
        const code = read.error === 'too-large' ? read.error : 'unreadable-sound';
        problems.push({ code, name: file.name });
      }
      continue;
    }
    const uri = path === '' ? null : fileUri(path);
    if (uri === null) {
      problems.push({ code: picture ? 'no-images' : sound ? 'no-sound' : 'no-path', name: file.name });
      continue;
    }
    const place = resolvePath(path, { cwd: target.cwd, workspace: target.cwd });
    if (!place.inside) problems.push({ code: 'outside', name: fileName(path) });
    attachments.push({
      type: 'file',
      id: target.newId(),
      name: place.inside ? place.shown : fileName(path),
      uri,
    });
  }
  return { attachments, problems };
}

/** Files of a transfer that are no folders. Must run within the event: afterwards the items are empty. */
export function filesOf(transfer: DataTransfer): readonly File[] {
  return [...transfer.items].flatMap((item) => {
    if (item.kind !== 'file' || item.webkitGetAsEntry()?.isDirectory === true) return [];
    const file = item.getAsFile();
    return file === null ? [] : [file];
  });
}
