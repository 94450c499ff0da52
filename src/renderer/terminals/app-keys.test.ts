import { expect, test } from 'vitest';
import type { KeyPress } from '../shell/commands/key.ts';
import { isAppKey, isCopyKey, isFindKey } from './app-keys.ts';

const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
const press = (key: string, code: string, modifiers: Partial<KeyPress> = {}): KeyPress => ({
  ...plain,
  key,
  code,
  ...modifiers,
});

test('what programs live by is theirs', () => {
  const theirs = [
    press('Escape', 'Escape'),
    press('F6', 'F6'),
    press('c', 'KeyC', { ctrlKey: true }),
    press('b', 'KeyB', { ctrlKey: true }),
    press('k', 'KeyK', { ctrlKey: true }),
    press('ArrowLeft', 'ArrowLeft', { altKey: true }),
    press('Tab', 'Tab', { shiftKey: true }),
    press('@', 'KeyQ', { ctrlKey: true, altKey: true }),
  ];
  for (const each of theirs) expect(isAppKey(each, 'linux')).toBe(false);
  expect(isAppKey(press('c', 'KeyC', { ctrlKey: true }), 'darwin')).toBe(false);
});

test('Control with Shift, with the backquote and with F are the app’s; on macOS the command key is', () => {
  expect(isAppKey(press('P', 'KeyP', { ctrlKey: true, shiftKey: true }), 'linux')).toBe(true);
  expect(isAppKey(press('`', 'Backquote', { ctrlKey: true }), 'linux')).toBe(true);
  expect(isAppKey(press('f', 'KeyF', { ctrlKey: true }), 'win32')).toBe(true);
  expect(isAppKey(press('k', 'KeyK', { metaKey: true }), 'darwin')).toBe(true);
});

test('finding and copying have their keys', () => {
  expect(isFindKey(press('f', 'KeyF', { ctrlKey: true }), 'linux')).toBe(true);
  expect(isFindKey(press('F', 'KeyF', { ctrlKey: true, shiftKey: true }), 'linux')).toBe(false);
  expect(isFindKey(press('f', 'KeyF', { ctrlKey: true }), 'darwin')).toBe(false);
  expect(isCopyKey(press('C', 'KeyC', { ctrlKey: true, shiftKey: true }), 'linux')).toBe(true);
  expect(isCopyKey(press('c', 'KeyC', { ctrlKey: true }), 'linux')).toBe(false);
});
