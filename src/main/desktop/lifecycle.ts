/** How the app ends, and what happens to errors that nobody caught. */
import { app, BrowserWindow } from 'electron';
import type { ErrorLog } from './error-log.ts';
import { createQuitSequence } from './quit-sequence.ts';

/** An agent gets up to 5 s to leave by itself before it is killed; this is that and some. */
const shutdownLimitMs = 10_000;

export function installLifecycle(options: { shutdown: () => Promise<void>; errors: ErrorLog }): void {
  const { shutdown, errors } = options;
  const quit = createQuitSequence({
    shutdown,
    limitMs: shutdownLimitMs,
    exit: (code) => app.exit(code),
    onTrouble: (what, error) => void errors.report(error, what),
  });

  app.on('before-quit', (event) => {
    event.preventDefault();
    for (const window of BrowserWindow.getAllWindows()) window.hide();
    void quit.begin();
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // A second Ctrl+C means it.
      if (quit.begun && signal === 'SIGINT') quit.force();
      else app.quit();
    });
  }
  process.on('uncaughtException', (error) => void errors.report(error, 'uncaught exception'));
  process.on('unhandledRejection', (reason) => void errors.report(reason, 'unhandled rejection'));
}
