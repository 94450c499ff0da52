/**
 * Turns terminal output into plain text for cards: no colours, no cursor play, no links, no clipboard
 * writes. Sequences per ECMA-48 and xterm's control sequences; C1 controls in their 8-bit form too.
 */

/** CSI, then the string sequences (OSC, DCS, SOS, PM, APC), then every other escape of two or three characters. */
const sequence =
  /(?:\u001B\[|\u009B)(?<csi>[0-?]*[ -/]*[@-~]?)|(?:\u001B[\]PX^_]|[\u009D\u0090\u0098\u009E\u009F])[^\u0007\u001B\u009C\n]*(?:\u0007|\u001B\\|\u009C)?|\u001B[ -/]*[0-~]?/g;

/** Marks the places of "erase to end of line" and "erase line" while the rest is stripped. */
const eraseToEnd = '\uE0F0';
const eraseLine = '\uE0F1';

const otherControls = /[\u0000-\u0007\u000B\u000C\u000E-\u001F\u007F-\u009F]/g;

/** Plain text of `output`: `\n` and `\t` stay, `\r` and backspace do what a terminal would do with them. */
export function stripAnsi(output: string): string {
  if (!hasControls(output)) return output;
  const stripped = output
    .replace(/[\uE0F0\uE0F1]/g, '\uFFFD')
    .replace(sequence, (_match, csi: string | undefined) => {
      if (csi === 'K' || csi === '0K') return eraseToEnd;
      return csi === '1K' || csi === '2K' ? eraseLine : '';
    })
    .replace(otherControls, '');
  return stripped.split('\n').map(settleLine).join('\n');
}

function hasControls(text: string): boolean {
  return /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/.test(text);
}

/** Replays carriage returns, backspaces and erasures of one line: progress bars keep their last state. */
function settleLine(line: string): string {
  const ended = line.endsWith('\r') ? line.replace(/\r+$/, '') : line;
  if (!/[\r\b\uE0F0\uE0F1]/.test(ended)) return ended;
  const cells: string[] = [];
  let column = 0;
  for (const char of ended) {
    if (char === '\r') column = 0;
    else if (char === '\b') column = Math.max(0, column - 1);
    else if (char === eraseToEnd) cells.length = Math.min(cells.length, column);
    else if (char === eraseLine) cells.fill(' ');
    else {
      while (cells.length < column) cells.push(' ');
      cells[column] = char;
      column += 1;
    }
  }
  return cells.join('').replace(/ +$/, '');
}
