/**
 * Keys as commands name them: `Mod+Shift+P`, `?`, `Escape`, `Alt+ArrowLeft`. `Mod` is Command on macOS and
 * Control elsewhere. Letters and signs match what the layout produces, digits match the physical key.
 */
export type Platform = 'darwin' | 'win32' | 'linux';

export type KeyPress = {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
};

type Chord = {
  readonly ctrl: boolean;
  readonly meta: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
  readonly key: string;
};

export function matchesKey(press: KeyPress, name: string, platform: Platform): boolean {
  const chord = parse(name, platform);
  if (press.ctrlKey !== chord.ctrl || press.metaKey !== chord.meta || press.altKey !== chord.alt)
    return false;
  if (/^\d$/.test(chord.key)) return press.code === `Digit${chord.key}` && press.shiftKey === chord.shift;
  // Signs such as `?` need Shift on some layouts and not on others.
  const sign = chord.key.length === 1 && !/[a-z]/i.test(chord.key);
  if (!sign && press.shiftKey !== chord.shift) return false;
  return press.key.toLowerCase() === chord.key.toLowerCase();
}

function parse(name: string, platform: Platform): Chord {
  const parts = name.split('+');
  const has = (modifier: string) => parts.slice(0, -1).includes(modifier);
  const mac = platform === 'darwin';
  return {
    ctrl: has('Ctrl') || (has('Mod') && !mac),
    meta: has('Mod') && mac,
    alt: has('Alt'),
    shift: has('Shift'),
    key: parts.at(-1) ?? '',
  };
}

const macSigns: Readonly<Record<string, string>> = { Mod: '⌘', Shift: '⇧', Alt: '⌥', Ctrl: '⌃' };
const keySigns: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  Enter: '↵',
};

/** As people read it: `⌘⇧P` on macOS, `Ctrl+Shift+P` elsewhere. */
export function showKey(name: string, platform: Platform): string {
  const parts = name.split('+');
  const key = parts.at(-1) ?? '';
  const shown = keySigns[key] ?? (key.length === 1 ? key.toUpperCase() : key);
  const modifiers = parts.slice(0, -1);
  if (platform === 'darwin') return [...modifiers.map((each) => macSigns[each] ?? each), shown].join('');
  return [...modifiers.map((each) => (each === 'Mod' ? 'Ctrl' : each)), shown].join('+');
}
