import type enShell from '../../i18n/en/shell.json';
import type { Platform } from './key.ts';

export type CommandTitle = keyof (typeof enShell)['commands'];
export type CommandGroup = keyof (typeof enShell)['help']['groups'];

/**
 * Where its key works. `everywhere`: also while text is typed, so it needs a modifier or a function key.
 * `page`: only while no text field has the focus and nothing floats above the page.
 */
export type KeyScope = 'everywhere' | 'page';

/** One thing a person can do, declared once: palette, help, menus and keys read it from here. */
export type Command = {
  readonly id: string;
  readonly title: CommandTitle;
  /** Values for the title. */
  readonly values?: { readonly number: number };
  readonly group: CommandGroup;
  readonly scope: KeyScope;
  /** The first one is shown. */
  readonly keys: readonly string[];
  /** False: not in the palette, since it makes no sense there. */
  readonly listed: boolean;
  readonly enabled: () => boolean;
  readonly run: () => void;
};

export function keysFor(
  platform: Platform,
  keys: { readonly mac: readonly string[]; readonly other: readonly string[] },
): readonly string[] {
  return platform === 'darwin' ? keys.mac : keys.other;
}
