import { describe, expect, test } from 'vitest';
import { stripAnsi } from './strip-ansi.ts';

const ESC = '\u001B';

describe('stripAnsi', () => {
  test.each([
    ['colours', `${ESC}[1;31mred${ESC}[0m plain`, 'red plain'],
    ['true colour with colons', `${ESC}[38:2::255:0:0mred${ESC}[m`, 'red'],
    ['cursor movement', `a${ESC}[2Ab${ESC}[10;20Hc`, 'abc'],
    ['private modes', `${ESC}[?25l${ESC}[?1049hhidden${ESC}[?25h`, 'hidden'],
    ['a window title', `${ESC}]0;own the title\u0007text`, 'text'],
    ['a clipboard write', `${ESC}]52;c;cm0gLXJm\u0007text`, 'text'],
    ['a link, keeping its label', `${ESC}]8;;https://evil.example${ESC}\\label${ESC}]8;;${ESC}\\`, 'label'],
    ['a device control string', `a${ESC}P$qm${ESC}\\b`, 'ab'],
    ['an application command', `a${ESC}_Gf=24;AAAA${ESC}\\b`, 'ab'],
    ['a privacy message', `a${ESC}^secret${ESC}\\b`, 'ab'],
    ['a charset switch', `${ESC}(0lqqk${ESC}(B`, 'lqqk'],
    ['save and restore', `${ESC}7a${ESC}8b`, 'ab'],
    ['8-bit CSI', 'a\u009B31mb', 'ab'],
    ['8-bit OSC', 'a\u009D0;title\u009Cb', 'ab'],
    ['a query for the title', `a${ESC}[21tb`, 'ab'],
    ['bell and other controls', 'a\u0007b\u0000c\u0001d\u007Fe', 'abcde'],
    ['an unfinished sequence at the end', `text${ESC}[38;5`, 'text'],
    ['a lone escape at the end', `text${ESC}`, 'text'],
  ])('removes %s', (_name, input, output) => {
    expect(stripAnsi(input)).toBe(output);
  });

  test('an operating system command without an end takes no more than its line', () => {
    expect(stripAnsi(`${ESC}]0;title\nnext line`)).toBe('\nnext line');
  });

  test.each([
    ['keeps the last state of a progress bar', ' 10%\r 55%\r100%\ndone', '100%\ndone'],
    ['leaves what a shorter overwrite did not reach', 'hello\rJ', 'Jello'],
    ['honours erase to end of line', `downloading 5/10\r${ESC}[Kdone`, 'done'],
    ['honours erase line', `downloading\r${ESC}[2Kok`, 'ok'],
    ['reads CRLF as a line break', 'a\r\nb\r\n', 'a\nb\n'],
    ['reads CR CR LF as a line break', 'a\r\r\nb', 'a\nb'],
    ['applies backspaces', 'abc\b\bX', 'aXc'],
    ['applies overstrike of man pages', 'N\bNA\bA', 'NA'],
    ['does not go left of the first column', '\b\b\bab', 'ab'],
    ['counts an emoji as one cell', '😀b\rX', 'Xb'],
  ])('%s', (_name, input, output) => {
    expect(stripAnsi(input)).toBe(output);
  });

  test('plain text with tabs comes back as the same string', () => {
    expect(stripAnsi('a\tb\nc')).toBe('a\tb\nc');
  });

  test('a megabyte of unfinished sequences takes linear time', () => {
    const many = `${ESC}]`.repeat(500_000);
    expect(stripAnsi(many)).toBe('');
  });
});
