import { app } from 'electron';
import type { AppInfo } from '../../shared/ipc/contract/app.ts';
import { firstLocale } from './system-locale.ts';

/** Only once Electron is ready: the system's locale is not known before. */
export function appInfo(): AppInfo {
  const { platform, versions } = process;
  return {
    version: app.getVersion(),
    // Electron runs on no other platform that we build for.
    platform: platform === 'darwin' || platform === 'win32' ? platform : 'linux',
    electron: versions['electron'] ?? null,
    chrome: versions['chrome'] ?? null,
    node: versions.node,
    systemLocale: firstLocale([...app.getPreferredSystemLanguages(), app.getLocale()]),
    homeDir: app.getPath('home'),
  };
}
