import { expect, test } from 'vitest';
import { matchesKey, showKey, type KeyPress } from './key.ts';

function press(key: string, held: readonly ('ctrl' | 'meta' | 'alt' | 'shift')[] = [], code = ''): KeyPress {
  return {
    key,
    code,
    ctrlKey: held.includes('ctrl'),
    metaKey: held.includes('meta'),
    altKey: held.includes('alt'),
    shiftKey: held.includes('shift'),
  };
}

test('Mod is Command on macOS and Control elsewhere, and only that', () => {
  expect([
    matchesKey(press('k', ['meta']), 'Mod+K', 'darwin'),
    matchesKey(press('k', ['ctrl']), 'Mod+K', 'darwin'),
    matchesKey(press('k', ['ctrl']), 'Mod+K', 'linux'),
    matchesKey(press('k', ['ctrl', 'shift']), 'Mod+K', 'linux'),
    matchesKey(press('k'), 'Mod+K', 'linux'),
  ]).toEqual([true, false, true, false, false]);
});

test('a sign matches whether or not the layout needs Shift for it', () => {
  expect([matchesKey(press('?', ['shift']), '?', 'linux'), matchesKey(press('?'), '?', 'linux')]).toEqual([
    true,
    true,
  ]);
});

test('a digit is the physical key, so that layouts with shifted digits work', () => {
  expect([
    matchesKey(press('&', ['ctrl'], 'Digit1'), 'Mod+1', 'linux'),
    matchesKey(press('1', ['ctrl'], 'Numpad1'), 'Mod+1', 'linux'),
  ]).toEqual([true, false]);
});

test('keys are shown as the platform writes them', () => {
  expect([
    showKey('Mod+Shift+p', 'darwin'),
    showKey('Mod+Shift+p', 'win32'),
    showKey('Alt+ArrowLeft', 'linux'),
  ]).toEqual(['⌘⇧P', 'Ctrl+Shift+P', 'Alt+←']);
});
