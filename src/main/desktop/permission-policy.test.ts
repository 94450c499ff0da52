import { expect, test } from 'vitest';
import { mayHavePermission } from './permission-policy.ts';

const pages = { devServerUrl: null };
const good = { origin: 'app://ui', isMainFrame: true, fromOwnWindow: true };

test.each([
  'clipboard-read',
  'deprecated-sync-clipboard-read',
  'media',
  'display-capture',
  'mediaKeySystem',
  'geolocation',
  'midi',
  'midiSysex',
  'pointerLock',
  'keyboardLock',
  'fullscreen',
  'openExternal',
  'window-management',
  'window-placement',
  'speaker-selection',
  'storage-access',
  'top-level-storage-access',
  'idle-detection',
  'fileSystem',
  'hid',
  'serial',
  'usb',
  'bluetooth',
  'sensors',
  'background-sync',
  'persistent-storage',
  'screen-wake-lock',
  'local-fonts',
  'local-network-access',
  'unknown',
  'something-of-tomorrow',
  '',
])('the permission "%s" is denied', (permission) => {
  expect(mayHavePermission({ ...good, permission }, pages)).toBe(false);
});

test.each(['clipboard-sanitized-write', 'notifications'])(
  '%s is granted to our own page and nobody else',
  (permission) => {
    expect(mayHavePermission({ ...good, permission }, pages)).toBe(true);
    for (const wrong of [
      { origin: 'https://example.org' },
      { origin: 'app://ui.example.org' },
      { origin: '' },
      { isMainFrame: false },
      { fromOwnWindow: false },
    ]) {
      expect(mayHavePermission({ ...good, ...wrong, permission }, pages)).toBe(false);
    }
  },
);
