import { app, BrowserWindow, dialog } from 'electron';
import { join } from 'node:path';

/** The system's dialog for a new file; null when it was dismissed. */
export async function chooseNewFile(windowId: number, suggestedName: string): Promise<string | null> {
  const options = { defaultPath: join(app.getPath('documents'), suggestedName) };
  const window = BrowserWindow.fromId(windowId);
  const { canceled, filePath } = await (window === null
    ? dialog.showSaveDialog(options)
    : dialog.showSaveDialog(window, options));
  return canceled || filePath === undefined || filePath === '' ? null : filePath;
}
