import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { webPreferences } from './web-preferences.ts';

test('a window gets exactly these preferences', () => {
  expect(webPreferences({ preload: '/app/preload.js', devTools: false })).toEqual({
    preload: '/app/preload.js',
    devTools: false,
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    plugins: false,
    navigateOnDragDrop: false,
    disableDialogs: true,
    spellcheck: false,
  });
});

test('windows are made in one file only, and with these preferences', () => {
  const folder = __dirname;
  const sources = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const makers = sources.filter((name) => {
    return /new (BrowserWindow|WebContentsView|BrowserView)\b/.test(readFileSync(join(folder, name), 'utf8'));
  });
  expect(makers).toEqual(['window-factory.ts']);
  expect(readFileSync(join(folder, 'window-factory.ts'), 'utf8')).toContain(
    'webPreferences: webPreferences({',
  );
});
