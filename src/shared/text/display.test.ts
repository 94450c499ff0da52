import { describe, expect, test } from 'vitest';
import { countHidden, displayText, splitForDisplay } from './display.ts';

/** What a naive prompt would put on the screen: format and control characters have no glyph. */
function asNaiveOutputShows(text: string): string {
  return text.replace(/[\p{Cf}\p{DI}\p{Co}\p{Cn}\p{Cs}\u2800]/gu, '').replace(/[\p{Cc}\p{Z}]+/gu, ' ');
}

type Sample = { name: string; text: string; context?: 'line' | 'command'; looksLike: string };

const hostile: readonly Sample[] = [
  { name: 'right-to-left override', text: 'cat \u202Etxt.gpj', looksLike: 'cat txt.gpj' },
  { name: 'left-to-right override', text: 'cat \u202Dabc', looksLike: 'cat abc' },
  { name: 'right-to-left embedding', text: 'a\u202Bb', looksLike: 'ab' },
  { name: 'pop directional formatting', text: 'a\u202Cb', looksLike: 'ab' },
  { name: 'right-to-left isolate', text: 'a\u2067b\u2069', looksLike: 'ab' },
  { name: 'first strong isolate', text: 'a\u2068b', looksLike: 'ab' },
  { name: 'left-to-right mark', text: 'rm\u200E x', looksLike: 'rm x' },
  { name: 'Arabic letter mark', text: 'rm\u061C x', looksLike: 'rm x' },
  { name: 'zero-width space', text: 'r\u200Bm', looksLike: 'rm' },
  { name: 'zero-width non-joiner', text: 'r\u200Cm', looksLike: 'rm' },
  { name: 'zero-width joiner between letters', text: 'r\u200Dm', looksLike: 'rm' },
  { name: 'word joiner', text: 'r\u2060m', looksLike: 'rm' },
  { name: 'byte order mark inside', text: 'r\uFEFFm', looksLike: 'rm' },
  { name: 'soft hyphen', text: 'safe\u00ADname', looksLike: 'safename' },
  { name: 'combining grapheme joiner', text: 'a\u034Fb', looksLike: 'ab' },
  { name: 'Hangul filler as a name', text: 'x=\u3164', looksLike: 'x=' },
  { name: 'half-width Hangul filler', text: 'x=\uFFA0', looksLike: 'x=' },
  { name: 'Mongolian vowel separator', text: 'a\u180Eb', looksLike: 'ab' },
  { name: 'variation selector on a letter', text: 'a\uFE0Fb', looksLike: 'ab' },
  {
    name: 'supplementary variation selectors that smuggle bytes',
    text: 'ok\u{E0110}\u{E0111}',
    looksLike: 'ok',
  },
  { name: 'tag characters that smuggle text', text: 'ok\u{E0072}\u{E006D}', looksLike: 'ok' },
  {
    name: 'tag characters behind a flag',
    text: '\u{1F3F4}\u{E0072}\u{E006D}\u{E007F}',
    looksLike: '\u{1F3F4}',
  },
  { name: 'invisible times', text: 'a\u2062b', looksLike: 'ab' },
  { name: 'blank braille cell', text: 'a\u2800b', looksLike: 'ab' },
  { name: 'private use', text: 'a\uE000b', looksLike: 'ab' },
  { name: 'unassigned', text: 'a\u0378b', looksLike: 'ab' },
  { name: 'noncharacter', text: 'a\uFFFFb', looksLike: 'ab' },
  { name: 'lone surrogate', text: 'a\uD800b', looksLike: 'ab' },
  {
    name: 'carriage return that overwrites',
    text: 'rm -rf ~\rls',
    context: 'command',
    looksLike: 'rm -rf ~ ls',
  },
  { name: 'backspace', text: 'rm\b\bls', looksLike: 'rm ls' },
  { name: 'escape sequence', text: 'ls\u001B[8m; rm', looksLike: 'ls [8m; rm' },
  { name: '8-bit control sequence introducer', text: 'ls\u009B8m', looksLike: 'ls 8m' },
  { name: 'NUL', text: 'a\u0000b', looksLike: 'a b' },
  { name: 'delete', text: 'a\u007Fb', looksLike: 'a b' },
  { name: 'next line', text: 'ls\u0085rm', looksLike: 'ls rm' },
  { name: 'line separator', text: 'ls\u2028rm', looksLike: 'ls rm' },
  { name: 'paragraph separator', text: 'ls\u2029rm', looksLike: 'ls rm' },
  {
    name: 'line break where one line is expected',
    text: 'Read file\nrm',
    context: 'line',
    looksLike: 'Read file rm',
  },
  { name: 'no-break space', text: 'rm\u00A0-rf', looksLike: 'rm -rf' },
  { name: 'em space', text: 'rm\u2003-rf', looksLike: 'rm -rf' },
  { name: 'ideographic space', text: 'rm\u3000-rf', looksLike: 'rm -rf' },
  { name: 'narrow no-break space', text: 'rm\u202F-rf', looksLike: 'rm -rf' },
];

describe('hostile characters', () => {
  test.each(hostile)('shows $name as an escape', ({ text, context, looksLike }) => {
    expect(asNaiveOutputShows(text), 'control: naive output hides it').toBe(looksLike);
    expect(countHidden(text, context ?? 'command')).toBeGreaterThan(0);
    for (const part of splitForDisplay(text, context ?? 'command')) {
      if (part.type !== 'text') continue;
      expect(part.text.replace(/\p{ExtPict}/gu, '')).not.toMatch(
        /[\p{Cf}\p{DI}\p{Co}\p{Cn}\p{Cs}\u2800]|(?![\n\t])\p{Cc}|(?! )\p{Z}/u,
      );
    }
  });

  test('names the character by its code point and keeps the order', () => {
    expect(splitForDisplay('cat \u202Etxt.gpj', 'command')).toEqual([
      { type: 'text', text: 'cat ' },
      { type: 'escape', escape: '⟨U+202E⟩', code: 0x202e },
      { type: 'text', text: 'txt.gpj' },
    ]);
    expect(displayText('a\u{E0072}', 'line')).toBe('a⟨U+E0072⟩');
  });
});

describe('padding', () => {
  test('counts more than 20 spaces instead of showing them', () => {
    const text = `ls${' '.repeat(400)}; rm -rf ~`;
    expect(splitForDisplay(text, 'command')).toEqual([
      { type: 'text', text: 'ls' },
      { type: 'run', of: 'spaces', count: 400 },
      { type: 'text', text: '; rm -rf ~' },
    ]);
  });

  test('shows exactly 20 spaces as they are', () => {
    const text = `a${' '.repeat(20)}b`;
    expect(splitForDisplay(text, 'command')).toEqual([{ type: 'text', text }]);
  });

  test('counts tabs and spaces mixed', () => {
    expect(displayText(`a${'\t '.repeat(15)}b`, 'command')).toBe('a⟨30 spaces⟩b');
  });

  test('counts more than three blank lines and leaves the count on its own line', () => {
    expect(splitForDisplay(`ls${'\n'.repeat(41)}rm`, 'command')).toEqual([
      { type: 'text', text: 'ls\n' },
      { type: 'run', of: 'blank-lines', count: 40 },
      { type: 'text', text: '\nrm' },
    ]);
  });

  test('sees blank lines that hold blanks', () => {
    expect(displayText('ls\n \n\t\n  \n\nrm', 'command')).toBe('ls\n⟨4 blank-lines⟩\nrm');
  });

  test('leaves three blank lines alone', () => {
    expect(splitForDisplay('a\n\n\n\nb', 'command')).toEqual([{ type: 'text', text: 'a\n\n\n\nb' }]);
  });

  test('leaves the deep indentation of a file alone, not the padding inside its lines', () => {
    const file = `if x:\n${' '.repeat(40)}y${' '.repeat(40)}z`;
    expect(displayText(file, 'file')).toBe(`if x:\n${' '.repeat(40)}y⟨40 spaces⟩z`);
    expect(displayText(file, 'command')).toBe('if x:\n⟨40 spaces⟩y⟨40 spaces⟩z');
  });
});

describe('ordinary text', () => {
  test.each([
    ['Hebrew', 'הוסף בדיקות לקובץ'],
    ['Arabic', 'أضف اختبارات إلى الملف'],
    ['Persian digits', 'خط ۱۲۳'],
    ['Urdu', 'فائل کو پڑھیں'],
    ['Russian', 'Исправить ошибку в модуле'],
    ['Ukrainian', 'Виправити помилку'],
    ['Greek', 'Διόρθωσε το σφάλμα'],
    ['Chinese', '修复登录页面的错误，谢谢。'],
    ['Japanese', 'テストを追加してください'],
    ['Korean', '테스트를 추가하세요'],
    ['Hindi', 'परीक्षण जोड़ें'],
    ['Thai', 'เพิ่มการทดสอบ'],
    ['Tamil', 'சோதனை சேர்'],
    ['Vietnamese', 'Thêm kiểm thử'],
    ['accents, composed and combining', 'café cafe\u0301'],
    ['a face', '😀'],
    ['an emoji with a selector', '❤️ ✔️'],
    ['a joined emoji', '👩‍💻 👨‍👩‍👧‍👦 🏳️‍🌈'],
    ['a skin tone', '👍🏽 🧑🏿‍🚀'],
    ['a flag', '🇩🇪'],
    ['a keycap', '1️⃣ #️⃣'],
    ['the flag of Scotland', '\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}'],
    ['mathematics', '∑ x² ≤ ∞ → 𝛼'],
    ['box drawing', '├── src\n│   └── a.ts'],
    ['a command with a tab and a here-document', "cat <<'E'\n\tx\nE"],
  ])('passes %s untouched', (_name, text) => {
    expect(splitForDisplay(text, 'command')).toEqual([{ type: 'text', text }]);
  });

  test('reads CRLF as a line break in files and flags it in commands', () => {
    expect(splitForDisplay('a\r\nb', 'file')).toEqual([{ type: 'text', text: 'a\nb' }]);
    expect(displayText('a\r\nb', 'command')).toBe('a⟨U+000D⟩\nb');
  });

  test('an empty text has no parts', () => {
    expect(splitForDisplay('', 'line')).toEqual([]);
  });
});
