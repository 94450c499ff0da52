import { app, BrowserWindow, dialog } from 'electron';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { err, ok } from '../../shared/result.ts';
import type { Result } from '../../shared/result.ts';

export type SavedText = Result<
  { readonly saved: boolean },
  { readonly code: 'write-failed'; readonly message: string }
>;

/** The system's dialog for a file, and the text in the file that was chosen: whole, or not at all. */
export async function saveText(windowId: number, suggestedName: string, text: string): Promise<SavedText> {
  const options = { defaultPath: join(app.getPath('documents'), suggestedName) };
  const window = BrowserWindow.fromId(windowId);
  const { canceled, filePath } = await (window === null
    ? dialog.showSaveDialog(options)
    : dialog.showSaveDialog(window, options));
  if (canceled || filePath === undefined || filePath === '') return ok({ saved: false });
  try {
    // What stands in it is the person's own business.
    await writeFileAtomic(filePath, text, { mode: 0o600 });
    return ok({ saved: true });
  } catch (error) {
    return err({ code: 'write-failed', message: error instanceof Error ? error.message : String(error) });
  }
}
