/** The parts that sentences are made of: a text to look for, a place, a path, a line range. Shared by both languages. */
import type { LineRange, TextPattern } from '../intent.ts';
import { maskQuotes, patternText, quotedAtStart, wholeQuotation, writtenText } from './quotes.ts';

/** Words of a place that mean "everywhere". */
const EVERYWHERE =
  /^(?:(?:this|the|my|our|whole|entire|all)\s+)*(?:project|workspace|repo|repository|code|codebase|files|folder|everything|source code)$|^everywhere$|^(?:整个)?(?:项目|工作区|仓库|所有文件|全部文件|代码)$/i;

const FILE_KINDS: Readonly<Record<string, string>> = {
  typescript: '*.{ts,tsx,mts,cts}',
  javascript: '*.{js,jsx,mjs,cjs}',
  markdown: '*.md',
  python: '*.py',
  rust: '*.rs',
  json: '*.json',
  yaml: '*.{yml,yaml}',
  css: '*.css',
  html: '*.html',
};

export type Place = { readonly where: string | null };

/** Reads `src`, `"my docs"`, `*.ts`, `the docs folder`, `TypeScript files`, `this project`; null when it is no place. */
export function placeOf(raw: string): Place | null {
  const text = raw.trim().replace(/(?<=[^\s.])[.?!。？！]$/, '');
  if (text === '') return null;
  const quoted = wholeQuotation(text);
  if (quoted !== null) return { where: quoted.inner };
  if (EVERYWHERE.test(text)) return { where: null };
  const kind = /^(?:all\s+|the\s+)*\.?([a-z]+)\s+files$/i.exec(text)?.[1]?.toLowerCase();
  if (kind !== undefined) return { where: FILE_KINDS[kind] ?? `*.${kind}` };
  const bare = text
    .replace(/^(?:all\s+|the\s+)+/i, '')
    .replace(/^(?:folder|directory|file)s?\s+/i, '')
    .replace(/\s*(?:folder|directory|file|files|文件夹|目录|文件)$/i, '');
  const unquoted = wholeQuotation(bare)?.inner ?? bare;
  return unquoted !== '' && (bare !== unquoted || !/\s/.test(unquoted)) ? { where: unquoted } : null;
}

const PLACE_WORD = /\s(?:in|inside|within|under|across|throughout)\s+/gi;

export type Placed = { readonly rest: string; readonly where: string | null };

/**
 * Cuts a place off the end: "deliver( in src" gives "deliver(" and "src". A last " in " that is followed by
 * no place belongs to the text. "X in *.ts in src" becomes one glob.
 */
export function cutPlace(text: string): Placed {
  const mask = maskQuotes(text);
  for (const match of [...mask.matchAll(PLACE_WORD)].reverse()) {
    const place = placeOf(text.slice(match.index + match[0].length));
    if (place === null) continue;
    const rest = text.slice(0, match.index).trim();
    const inner = place.where === null || /[*?{]/.test(place.where) ? null : cutPlace(rest);
    if (inner?.where != null && /^\*[^/]*$/.test(inner.where)) {
      return { rest: inner.rest, where: `${place.where?.replace(/\/+$/, '')}/**/${inner.where}` };
    }
    return { rest, where: place.where };
  }
  return { rest: text.trim(), where: null };
}

export type Taken = { readonly pattern: TextPattern; readonly rest: string };

/** A `/regex/flags` or a quotation at the start of `text`, with what follows it. */
export function takePattern(text: string): Taken | 'bad-regex' | null {
  const regex = /^\/((?:\\.|\[(?:\\.|[^\]\n])*\]|[^/\n\\])+)\/([a-z]*)(?=$|\s|[,，;；])/.exec(text);
  if (regex !== null) {
    const source = regex[1] ?? '';
    const flags = [...new Set((regex[2] ?? '').replaceAll('g', ''))].join('');
    if (!/^[imsu]*$/.test(flags) || !compiles(source, flags)) return 'bad-regex';
    return { pattern: { kind: 'regex', source, flags }, rest: text.slice(regex[0].length) };
  }
  const quoted = quotedAtStart(text);
  if (quoted === null || quoted.inner === '') return null;
  return { pattern: literal(patternText(quoted), 'exact'), rest: text.slice(quoted.end) };
}

function compiles(source: string, flags: string): boolean {
  try {
    new RegExp(source, flags);
    return true;
  } catch {
    return false;
  }
}

export function literal(text: string, match: 'exact' | 'any-case' | 'whole-word'): TextPattern {
  return { kind: 'literal', text, match };
}

/** Searching ignores case when the text has no capitals, as in `rg --smart-case`. */
export function searched(text: string): TextPattern {
  return literal(text, text === text.toLowerCase() ? 'any-case' : 'exact');
}

/** A replacement or content: quotations are unwrapped, anything else is taken word for word. */
export function written(text: string): string {
  const trimmed = text.trim();
  const quoted = wholeQuotation(trimmed);
  return quoted === null ? trimmed : writtenText(quoted);
}

/** A file's content: a fenced block, a quotation, or the words as they stand; ends in a newline unless empty. */
export function contentOf(text: string): string {
  const fenced = /^\s*(`{3,})[^\n`]*\n([\s\S]*?)\n?\1\s*$/.exec(text);
  const content = fenced === null ? written(text) : (fenced[2] ?? '');
  return content === '' || content.endsWith('\n') ? content : `${content}\n`;
}

/** `src/a.ts`, `README`, `"my notes.md"`, or words that end in a file name with an extension; null when it is no path. */
export function pathOf(raw: string): string | null {
  const text = raw.trim().replace(/^(?:the\s+)?(?:file\s+|文件\s*)/i, '');
  const quoted = wholeQuotation(text);
  if (quoted !== null) return quoted.inner.trim() === '' ? null : quoted.inner;
  const bare = text.replace(/(?<=\w)[?.。？！!]$/, '');
  if (bare === '' || maskQuotes(bare) !== bare) return null;
  if (!/\s/.test(bare)) return bare;
  return /^[\w./\\-][^\n:*?"<>|]*\.\w{1,8}$/.test(bare) ? bare : null;
}

/** True when a bare word is written like a path: it has a slash, a dot inside or in front. */
export function looksLikePath(text: string): boolean {
  return /[/\\]|^\.\w|\w\.\w/.test(text);
}

/** Lines count from 1; a range written backwards is turned round. */
export function lineRange(from: string, to: string | undefined): LineRange {
  const first = Math.max(1, Number(from));
  const last = to === undefined ? first : Math.max(1, Number(to));
  return { from: Math.min(first, last), to: Math.max(first, last) };
}
