/**
 * Safe display of text that somebody else wrote: an agent, a repository, a tool. Nothing here changes
 * what runs; it splits a text into parts so that characters which hide, reorder or imitate are shown as
 * what they are. Used wherever a person decides something by what they read.
 */

/**
 * Where the text stands. `line`: one line, so a line break is itself suspicious. `command`: several lines
 * are legal, a carriage return is not. `file`: file content, where CRLF is a line break and deep
 * indentation is ordinary.
 */
export type TextContext = 'line' | 'command' | 'file';

export type TextPart =
  | { readonly type: 'text'; readonly text: string }
  /** `escape` is what to show, like `⟨U+202E⟩`. */
  | { readonly type: 'escape'; readonly escape: string; readonly code: number }
  /** A long run of blanks or blank lines, replaced by its count. */
  | { readonly type: 'run'; readonly of: 'spaces' | 'blank-lines'; readonly count: number };

/** Longest run of spaces and tabs, and most blank lines, that are shown as they are. */
export const longestSpaceRun = 20;
export const mostBlankLines = 3;
/** Indentation in files may be deeper before it is counted instead of shown. */
export const longestIndent = 120;

/**
 * Controls, format characters (bidi, zero-width, tags), line and paragraph separators, lone surrogates,
 * private use, unassigned, default-ignorable, the blank braille cell, and every space but the ASCII one.
 */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}\p{DI}\u2800]|(?! )\p{Zs}/u;
const suspicious = new RegExp(`${hidden.source}| {${longestSpaceRun + 1}}`, 'u');
const spaceRun = new RegExp(`[ \\t]{${longestSpaceRun + 1},}`, 'y');
const blankLines = new RegExp(`(?:\\r?\\n[ \\t]*){${mostBlankLines + 1},}(?=\\r?\\n)`, 'y');

/**
 * Emoji sequences may hold joiners, selectors and tags that are hidden characters anywhere else.
 * Tag sequences are limited to the three flags in general use, since tags can smuggle text.
 */
const emoji = new RegExp(
  [
    '\\u{1F3F4}\\u{E0067}\\u{E0062}(?:\\u{E0065}\\u{E006E}\\u{E0067}|\\u{E0073}\\u{E0063}\\u{E0074}|\\u{E0077}\\u{E006C}\\u{E0073})\\u{E007F}',
    '[0-9#*]\\uFE0F\\u20E3',
    '\\p{ExtPict}(?:\\uFE0E|\\uFE0F?\\p{EMod}?(?:\\u200D\\p{ExtPict}\\uFE0F?\\p{EMod}?)*)',
  ].join('|'),
  'uy',
);

/** Splits untrusted text into parts for display. The `text` parts hold no hidden character. */
export function splitForDisplay(text: string, context: TextContext): readonly TextPart[] {
  if (text === '') return [];
  const lined = context === 'line' ? text : text.replace(/[\n\t]/g, ' ');
  if (!suspicious.test(lined) && !hasBlankRun(text, context)) return [{ type: 'text', text }];

  const parts: TextPart[] = [];
  let plain = '';
  const push = (part: TextPart) => {
    if (plain !== '') parts.push({ type: 'text', text: plain });
    plain = '';
    parts.push(part);
  };

  let at = 0;
  while (at < text.length) {
    const spaces = matchAt(spaceRun, text, at);
    if (spaces !== null && (context !== 'line' || !spaces.includes('\t'))) {
      const indent = context === 'file' && (at === 0 || text[at - 1] === '\n');
      if (indent && spaces.length <= longestIndent) plain += spaces;
      else push({ type: 'run', of: 'spaces', count: spaces.length });
      at += spaces.length;
      continue;
    }
    const blanks = context === 'line' ? null : blankRunAt(text, at, context);
    if (blanks !== null) {
      // The last break is outside the match, so the count stands on a line of its own.
      plain += '\n';
      push({ type: 'run', of: 'blank-lines', count: countBreaks(blanks) });
      at += blanks.length;
      continue;
    }
    const sequence = matchAt(emoji, text, at);
    if (sequence !== null) {
      plain += sequence;
      at += sequence.length;
      continue;
    }
    const code = text.codePointAt(at) ?? 0;
    const char = String.fromCodePoint(code);
    if (context === 'file' && char === '\r' && text[at + 1] === '\n') {
      at += 1;
      continue;
    }
    if (isLegalBreak(text, at, context)) plain += char;
    else if (hidden.test(char)) push({ type: 'escape', escape: escapeOf(code), code });
    else plain += char;
    at += char.length;
  }
  if (plain !== '') parts.push({ type: 'text', text: plain });
  return parts;
}

/** The same as one string, for places that can hold only text (titles, labels for screen readers). */
export function displayText(text: string, context: TextContext): string {
  return splitForDisplay(text, context)
    .map((part) => {
      if (part.type === 'text') return part.text;
      return part.type === 'escape' ? part.escape : `⟨${part.count} ${part.of}⟩`;
    })
    .join('');
}

/** How many characters of the text would be shown as escapes. Runs are not counted. */
export function countHidden(text: string, context: TextContext): number {
  return splitForDisplay(text, context).filter((part) => part.type === 'escape').length;
}

/** `⟨U+202E⟩`: at least four hexadecimal digits. */
export function escapeOf(code: number): string {
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}

function isLegalBreak(text: string, at: number, context: TextContext): boolean {
  return context !== 'line' && (text[at] === '\n' || text[at] === '\t');
}

function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}

function blankRunAt(text: string, at: number, context: TextContext): string | null {
  if (text[at] !== '\n' && text[at] !== '\r') return null;
  const run = matchAt(blankLines, text, at);
  return run !== null && (context === 'file' || !run.includes('\r')) ? run : null;
}

const manyBlankLines = new RegExp(`\\n(?:[ \\t\\r]*\\n){${mostBlankLines + 1},}`);

function hasBlankRun(text: string, context: TextContext): boolean {
  return context !== 'line' && manyBlankLines.test(text);
}

function countBreaks(text: string): number {
  return text.split('\n').length - 1;
}
