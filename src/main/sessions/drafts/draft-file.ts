/**
 * Drafts in one small file, replaced as a whole. Nothing here holds anybody up: what changes is kept in memory
 * at once and written a moment later, one write at a time; a disk that refuses loses nothing while the app runs.
 */
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import {
  type KeptDraft,
  type KeptDrafts,
  keptDraft,
  MAX_DRAFT_MEDIA,
  MAX_DRAFTS,
  MAX_SENT,
} from '../../../shared/ipc/contract/drafts.ts';
import { readProfileFile } from '../../storage/read-profile-file.ts';
import { setAside } from '../../storage/set-aside.ts';

/** How long changes gather, in ms. */
export const WRITE_DELAY_MS = 300;
/** Of all pictures and sounds together, in UTF-16 units of base64: the oldest lose theirs first. */
const MAX_ALL_MEDIA = 2 * MAX_DRAFT_MEDIA;
/** Of all texts together, in UTF-16 units: the oldest go first. */
const MAX_ALL_TEXT = 1024 * 1024;

export type DraftFilePorts = {
  readonly write: (path: string, text: string) => Promise<void>;
  /** Runs it later; the returned function calls it off. */
  readonly after: (ms: number, run: () => void) => () => void;
  readonly report: (error: unknown) => void;
};

export interface DraftFile {
  all(): KeptDrafts;
  keep(place: string, draft: KeptDraft | null): void;
  sent(text: string): void;
  /** Writes what waits to be written; for quitting. Never rejects. */
  flush(): Promise<void>;
}

const stored = z.object({
  version: z.literal(1),
  drafts: z.array(z.object({ place: z.string().max(100), draft: keptDraft })).max(MAX_DRAFTS),
  sent: z.array(z.string()).max(MAX_SENT),
});

export async function openDraftFile(
  path: string,
  { write = writePrivate, after = later, report }: Partial<DraftFilePorts> & Pick<DraftFilePorts, 'report'>,
): Promise<DraftFile> {
  await mkdir(dirname(path), { recursive: true }).catch(() => undefined);
  const before = await readStored(path, report);
  const drafts = new Map(before.drafts.map(({ place, draft }) => [place, draft]));
  let sent = before.sent;
  let callOff: (() => void) | null = null;
  let writing: Promise<void> = Promise.resolve();

  const all = (): KeptDrafts => ({
    drafts: [...drafts].map(([place, draft]) => ({ place, draft })),
    sent,
  });
  function save(): Promise<void> {
    callOff?.();
    callOff = null;
    writing = writing.then(async () => {
      try {
        await write(path, `${JSON.stringify({ version: 1, ...all() })}\n`);
      } catch (error) {
        report(error);
      }
    });
    return writing;
  }
  const changed = () => {
    callOff ??= after(WRITE_DELAY_MS, () => void save());
  };

  return {
    all,
    keep(place, draft) {
      drafts.delete(place);
      if (draft !== null) drafts.set(place, draft);
      for (const oldest of drafts.keys()) {
        if (drafts.size <= MAX_DRAFTS) break;
        drafts.delete(oldest);
      }
      boundText(drafts);
      boundMedia(drafts);
      changed();
    },
    sent(text) {
      sent = [text, ...sent.filter((each) => each !== text)].slice(0, MAX_SENT);
      changed();
    },
    flush: () => (callOff === null ? writing : save()),
  };
}

function boundText(drafts: Map<string, KeptDraft>): void {
  let room = MAX_ALL_TEXT;
  for (const [place, { text }] of [...drafts].reverse()) {
    if (text.length <= room) room -= text.length;
    else drafts.delete(place);
  }
}

function boundMedia(drafts: Map<string, KeptDraft>): void {
  let room = MAX_ALL_MEDIA;
  for (const [place, draft] of [...drafts].reverse()) {
    const size = mediaOf(draft);
    if (size <= room) room -= size;
    else
      drafts.set(place, { ...draft, attachments: draft.attachments.filter(({ type }) => type === 'file') });
  }
}

function mediaOf({ attachments }: KeptDraft): number {
  return attachments.reduce((sum, each) => sum + (each.type === 'file' ? 0 : each.data.length), 0);
}

async function readStored(path: string, report: (error: unknown) => void): Promise<KeptDrafts> {
  const none: KeptDrafts = { drafts: [], sent: [] };
  try {
    const read = await readProfileFile(path);
    if (!read.ok) throw new Error(read.error);
    if (read.value === null) return none;
    return stored.parse(JSON.parse(read.value));
  } catch (error) {
    report(error);
    // Kept beside it: nobody's words are written over.
    await setAside(path, Date.now()).catch(report);
    return none;
  }
}

async function writePrivate(path: string, text: string): Promise<void> {
  await writeFileAtomic(path, text, { mode: 0o600 });
}

function later(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}
