/**
 * Which presses in a terminal are the app's. One rule: with the command key on macOS; elsewhere Control with
 * Shift, Control with the backquote, and Control+F for finding. Everything else, Escape too, is the program's.
 */
import type { KeyPress, Platform } from '../shell/commands/key.ts';

export function isAppKey(press: KeyPress, platform: Platform): boolean {
  if (platform === 'darwin') return press.metaKey;
  if (!press.ctrlKey || press.metaKey || press.altKey) return false;
  return press.shiftKey || press.code === 'Backquote' || isFindKey(press, platform);
}

export function isFindKey(press: KeyPress, platform: Platform): boolean {
  const mod = platform === 'darwin' ? press.metaKey && !press.ctrlKey : press.ctrlKey && !press.metaKey;
  return mod && !press.altKey && !press.shiftKey && press.key.toLowerCase() === 'f';
}

/** On macOS the system's own menu copies. */
export function isCopyKey(press: KeyPress, platform: Platform): boolean {
  return platform !== 'darwin' && press.ctrlKey && press.shiftKey && !press.altKey && press.code === 'KeyC';
}
