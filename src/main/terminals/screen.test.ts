import type { Terminal } from '@xterm/headless';
import { expect, test } from 'vitest';
import { openEmulator, openScreen } from './screen.ts';

const E = '\u001b';
const size = { cols: 60, rows: 12 };

/** What programs of every sort leave on a screen. */
const outputs: Readonly<Record<string, string>> = {
  'many lines': Array.from({ length: 300 }, (_, line) => `line ${line}`).join('\r\n'),
  'a long line that wraps': 'x'.repeat(500),
  'colours of every kind': Array.from(
    { length: 256 },
    (_, colour) => `${E}[38;5;${colour};48;5;${255 - colour}m#${E}[38;2;${colour};1;2mo`,
  ).join(''),
  styles: `${E}[1mb${E}[2md${E}[3mi${E}[4mu${E}[7mr${E}[9ms${E}[0mn${E}[4:3mcurly${E}[0m`,
  'wide and combining characters':
    '海象 e\u0301 \u{1f469}\u200d\u{1f4bb} \u{1f1e8}\u{1f1f3} ｈａｌｆ\r\n한국어',
  'a progress bar': Array.from(
    { length: 50 },
    (_, done) => `\r${E}[K[${'#'.repeat(done)}] ${done * 2}%`,
  ).join(''),
  'a full-screen editor': `before\r\n${E}[?1049h${E}[2J${E}[H${E}[7m file ${E}[0m\r\n~\r\n~${E}[10;1H-- INSERT --${E}[2;3H`,
  'a list like top': `${E}[H${E}[J${E}[7mPID  CPU${E}[0m\r\n${E}[31m 12${E}[0m   9.1${E}[K\r\n 13   0.2${E}[K`,
};

/** The first sixteen colours of the palette have two names. */
function mode(given: number, colour: number): number {
  return given === PALETTE_256 && colour < 16 ? PALETTE_16 : given;
}

const PALETTE_16 = 1 << 24;
const PALETTE_256 = 2 << 24;

async function cellsOf(text: string, terminal: Terminal) {
  await new Promise<void>((resolve) => terminal.write(text, resolve));
  const { active } = terminal.buffer;
  const cells: unknown[] = [active.type, active.cursorX, active.cursorY, active.baseY, active.length];
  for (let row = 0; row < active.length; row++) {
    const line = active.getLine(row);
    for (let column = 0; column < terminal.cols; column++) {
      const cell = line?.getCell(column);
      if (cell === undefined) continue;
      cells.push(
        [
          cell.getChars() || ' ',
          cell.getWidth(),
          cell.getFgColor(),
          mode(cell.getFgColorMode(), cell.getFgColor()),
          cell.getBgColor(),
        ].join(),
        [
          mode(cell.getBgColorMode(), cell.getBgColor()),
          cell.isBold(),
          cell.isDim(),
          cell.isItalic(),
          cell.isInverse(),
        ].join(),
      );
    }
  }
  return cells;
}

test.each(Object.keys(outputs))('a restored screen is the live one, cell by cell: %s', async (name) => {
  const output = outputs[name] ?? '';
  const screen = await openScreen(size, { onReply: () => {}, onTitle: () => {} });
  screen.write(output, () => {});
  const restored = await cellsOf(await screen.snapshot(), await openEmulator(size));
  expect(restored).toEqual(await cellsOf(output, await openEmulator(size)));
  screen.close();
});
