import { BrowserWindow, dialog } from 'electron';
import type { OpenDialogOptions } from 'electron';

/** The system's dialog for one folder; null when it was dismissed. */
export async function chooseFolder(windowId: number): Promise<string | null> {
  const options: OpenDialogOptions = { properties: ['openDirectory', 'createDirectory'] };
  const window = BrowserWindow.fromId(windowId);
  const { canceled, filePaths } = await (window === null
    ? dialog.showOpenDialog(options)
    : dialog.showOpenDialog(window, options));
  return canceled ? null : (filePaths[0] ?? null);
}
