/** Finding a pattern in a text, and what a replacement makes of it. Pure but for the clock that stops runaway regular expressions. */
import { createContext, Script } from 'node:vm';
import type { TextPattern } from '../intent.ts';
import { Refusal } from '../refusal.ts';

export type Match = {
  readonly start: number;
  readonly end: number;
  /** The match and its groups, as `RegExp.exec` gives them. */
  readonly groups: readonly (string | undefined)[];
  readonly named: Readonly<Record<string, string | undefined>>;
};

/** One file may cost a regular expression this long; catastrophic backtracking ends in a Refusal, not a hung agent. */
const REGEX_MS = 1000;
const MAX_MATCHES_PER_FILE = 20_000;

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** Always global and line-wise (`^` and `$` mean the ends of a line). */
export function regexOf(pattern: TextPattern): RegExp {
  if (pattern.kind === 'regex') return new RegExp(pattern.source, `${pattern.flags.replace(/[gm]/g, '')}gm`);
  const source = escaped(pattern.text);
  switch (pattern.match) {
    case 'exact':
      return new RegExp(source, 'g');
    case 'any-case':
      return new RegExp(source, 'giu');
    case 'whole-word':
      return new RegExp(`(?<![\\p{L}\\p{N}_$])${source}(?![\\p{L}\\p{N}_$])`, 'gu');
  }
}

const scan = new Script('scan(regex, text, limit)');

function scanText(regex: RegExp, text: string, limit: number): Match[] {
  const matches: Match[] = [];
  regex.lastIndex = 0;
  for (let found = regex.exec(text); found !== null && matches.length < limit; found = regex.exec(text)) {
    if (found[0] === '') {
      regex.lastIndex += 1;
      continue;
    }
    const end = found.index + found[0].length;
    matches.push({ start: found.index, end, groups: [...found], named: { ...found.groups } });
  }
  return matches;
}

/** Matches in order, empty ones left out. Throws Refusal `regex-too-slow`. */
export function matchesIn(text: string, pattern: TextPattern): readonly Match[] {
  const regex = regexOf(pattern);
  if (pattern.kind === 'literal') return scanText(regex, text, MAX_MATCHES_PER_FILE);
  const scope = createContext({ scan: scanText, regex, text, limit: MAX_MATCHES_PER_FILE });
  try {
    return scan.runInContext(scope, { timeout: REGEX_MS }) as readonly Match[];
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new Refusal('regex-too-slow', `/${regex.source}/`);
  }
}

/** What stands in place of a match: `$1`, `$<name>`, `$&` and `$$` count only for a regular expression. */
export function replacementFor(match: Match, pattern: TextPattern, replacement: string): string {
  if (pattern.kind === 'literal') return replacement;
  return replacement.replace(
    /\$(?:(\$)|(&)|<(\w+)>|(\d{1,2}))/g,
    (whole, dollar, all, name?: string, number?: string) => {
      if (dollar !== undefined) return '$';
      if (all !== undefined) return match.groups[0] ?? '';
      if (name !== undefined) return match.named[name] ?? '';
      const index = Number(number);
      return index > 0 && index < match.groups.length ? (match.groups[index] ?? '') : whole;
    },
  );
}

export type Edit = { readonly start: number; readonly end: number; readonly text: string };

export function editsFor(
  matches: readonly Match[],
  pattern: TextPattern,
  replacement: string,
): readonly Edit[] {
  return matches.map((match) => ({
    start: match.start,
    end: match.end,
    text: replacementFor(match, pattern, replacement),
  }));
}

/** `text` between two offsets with the edits that lie there carried out. Edits are in order and do not overlap. */
export function edited(text: string, edits: readonly Edit[], from = 0, to = text.length): string {
  let result = '';
  let at = from;
  for (const edit of edits) {
    if (edit.start < from || edit.end > to) continue;
    result += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return result + text.slice(at, to);
}
