/** The terminal's colours, read from the tokens that the page shows at this moment. */
import type { ITheme } from '@xterm/xterm';

export function terminalTheme(style: CSSStyleDeclaration): ITheme {
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const fg = token('fg');
  const hues = {
    Red: token('fail'),
    Green: token('run'),
    Yellow: token('needs'),
    Blue: token('code-fn'),
    Magenta: token('code-kw'),
    Cyan: token('code-type'),
  };
  return {
    background: token('bg-inset'),
    foreground: fg,
    cursor: token('accent'),
    cursorAccent: token('bg-inset'),
    selectionBackground: token('accent-line'),
    selectionInactiveBackground: token('accent-soft'),
    scrollbarSliderBackground: token('scroll-thumb'),
    scrollbarSliderHoverBackground: token('scroll-thumb'),
    scrollbarSliderActiveBackground: token('scroll-thumb'),
    black: token('line-strong'),
    red: hues.Red,
    green: hues.Green,
    yellow: hues.Yellow,
    blue: hues.Blue,
    magenta: hues.Magenta,
    cyan: hues.Cyan,
    white: token('fg-2'),
    brightBlack: token('fg-3'),
    brightRed: hues.Red,
    brightGreen: hues.Green,
    brightYellow: hues.Yellow,
    brightBlue: hues.Blue,
    brightMagenta: hues.Magenta,
    brightCyan: hues.Cyan,
    brightWhite: fg,
  };
}
