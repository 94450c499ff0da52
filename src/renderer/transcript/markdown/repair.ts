/**
 * Completes the last, half-written block of a message, so that it renders as what it is about to become
 * instead of flickering: open emphasis and code are closed, a link without its end is its text, a table is
 * a table from its first line. Only for display while the message grows; the text itself is never changed.
 */
export function repairTail(block: string): string {
  if (insideFence(block)) return block;
  const text = dropUndecidedLine(block.replace(/\s+$/, ''));
  const table = completeTable(text);
  if (table !== null) return table;
  const from = inlineStart(text);
  return text.slice(0, from) + closeInline(text.slice(from));
}

/** A fence inside a list item: what follows it is code and must not be completed. */
function insideFence(block: string): boolean {
  return (block.match(/^[ \t]*(?:[-*+][ \t]+|\d{1,9}[.)][ \t]+)*(?:```|~~~)/gm)?.length ?? 0) % 2 === 1;
}

/** A last line that only starts something: a bullet, hashes, a fence or rule mark. It would flash as a heading or rule. */
function dropUndecidedLine(text: string): string {
  const at = text.lastIndexOf('\n') + 1;
  const line = text.slice(at).trim();
  if (/^(?:#{1,6}|`{1,2}|~{1,2}|[-*+]|[-=]+|\d{1,9}[.)]?|>|\|)$/.test(line)) {
    const isWord = /^\d+$/.test(line) && at === 0;
    if (!isWord) return text.slice(0, at).replace(/\s+$/, '');
  }
  return text;
}

/** The header line of a table, alone or with part of its delimiter row, as a whole table. */
function completeTable(text: string): string | null {
  const lines = text.split('\n');
  const head = lines.at(-2)?.trim() ?? '';
  const last = lines.at(-1)?.trim() ?? '';
  const delimiter = /^\|[\s:|-]*$/;
  if (delimiter.test(last) && head.startsWith('|') && !isTableRow(lines, lines.length - 3)) {
    return [...lines.slice(0, -1), delimiterFor(head)].join('\n');
  }
  if (last.startsWith('|') && last.length > 1 && !isTableRow(lines, lines.length - 2)) {
    const header = last.endsWith('|') && last.length > 2 ? last : `${last}|`;
    return [...lines.slice(0, -1), header, delimiterFor(header)].join('\n');
  }
  return null;
}

function isTableRow(lines: readonly string[], index: number): boolean {
  return (lines[index]?.trim() ?? '').startsWith('|');
}

function delimiterFor(header: string): string {
  const cells = header
    .replace(/^\||\|$/g, '')
    .replace(/\\\|/g, '')
    .split('|').length;
  return `|${' --- |'.repeat(cells)}`;
}

/** Where the innermost paragraph at the end begins: emphasis cannot cross it. */
function inlineStart(text: string): number {
  let at = text.length;
  for (;;) {
    const newline = text.lastIndexOf('\n', at - 1);
    const line = text.slice(newline + 1, at);
    const opener = /^\s*(?:(?:[-*+]|\d{1,9}[.)]|>|#{1,6})[ \t]+)+/.exec(line);
    if (opener !== null) return newline + 1 + opener[0].length;
    if (line.trim() === '') return Math.min(at + 1, text.length);
    if (newline === -1) return 0;
    at = newline;
  }
}

type Opener = { readonly mark: string; readonly at: number };

function closeInline(text: string): string {
  const open: Opener[] = [];
  let link: { at: number; image: boolean } | null = null;
  let at = 0;
  while (at < text.length) {
    const char = text.charAt(at);
    if (char === '\\') {
      at += 2;
    } else if (char === '`') {
      const ticks = runAt(text, at);
      const end = findRun(text, at + ticks.length, ticks);
      if (end === -1) {
        // A lone run at the very end is the start of code, not text.
        const rest = text.slice(at + ticks.length);
        return rest === ''
          ? close(text.slice(0, at), open)
          : close(text.slice(0, at), open, `${text.slice(at)}${ticks}`);
      }
      at = end + ticks.length;
    } else if (char === '[' || (char === '!' && text[at + 1] === '[')) {
      const image = char === '!';
      link = { at, image };
      at += image ? 2 : 1;
    } else if (char === ']' && link !== null) {
      const end = linkEnd(text, at + 1);
      if (end === null) return unlink(text, link, open, text.slice(link.at + (link.image ? 2 : 1), at));
      at = end;
      link = null;
    } else if (char === '*' || char === '_' || (char === '~' && text[at + 1] === '~')) {
      const mark = runAt(text, at);
      readDelimiter(text, at, mark, open);
      at += mark.length;
    } else {
      at += 1;
    }
  }
  if (link !== null) return unlink(text, link, open, text.slice(link.at + (link.image ? 2 : 1)));
  return close(text, open);
}

/** After `]`: the end of the target, `null` while it is still being written. */
function linkEnd(text: string, at: number): number | null {
  if (text[at] === '(') {
    const end = text.indexOf(')', at);
    return end === -1 ? null : end + 1;
  }
  if (text[at] === '[') {
    const end = text.indexOf(']', at);
    return end === -1 ? null : end + 1;
  }
  return at;
}

/** A link that has no end yet is its own words; an image without one is nothing. */
function unlink(
  text: string,
  link: { at: number; image: boolean },
  open: readonly Opener[],
  words: string,
): string {
  const before = text.slice(0, link.at);
  // `[ ]` and `[x]` begin a task, `[1]` may be a plain bracket: too short to be worth hiding.
  if (!link.image && words.length < 2) return close(text, open);
  return link.image
    ? close(before, open)
    : close(
        before + closeInline(words),
        open.filter((one) => one.at < link.at),
      );
}

function readDelimiter(text: string, at: number, mark: string, open: Opener[]): void {
  const before = text[at - 1] ?? ' ';
  const after = text[at + mark.length] ?? ' ';
  const insideWord = /[\p{L}\p{N}]/u.test(before) && /[\p{L}\p{N}]/u.test(after);
  if (mark.startsWith('_') && insideWord) return;
  const canClose = !/\s/.test(before);
  const canOpen = !/\s/.test(after);
  if (canClose) {
    const same = lastOf(open, (one) => one.mark === mark);
    const match = same === -1 ? lastOf(open, (one) => one.mark.startsWith(mark.charAt(0))) : same;
    const opener = open[match];
    if (opener !== undefined) {
      const rest = opener.mark.length - mark.length;
      open.length = match;
      if (rest > 0) open.push({ mark: opener.mark.slice(0, rest), at: opener.at });
      return;
    }
  }
  const atEnd = at + mark.length === text.length;
  if ((canOpen || atEnd) && mark.length <= 3) open.push({ mark, at });
}

function lastOf(open: readonly Opener[], test: (one: Opener) => boolean): number {
  let index = open.length - 1;
  for (let one = open[index]; one !== undefined && !test(one); one = open[index]) index -= 1;
  return index;
}

/** Closes what is open, innermost first. An opener with nothing after it is left out. */
function close(text: string, open: readonly Opener[], tail = ''): string {
  let body = text;
  const closers: string[] = [];
  for (let index = open.length - 1; index >= 0; index--) {
    const opener = open[index];
    if (opener === undefined || opener.at >= body.length) continue;
    if (tail === '' && body.slice(opener.at) === opener.mark) body = body.slice(0, opener.at);
    else closers.push(opener.mark);
  }
  const whole = body + tail;
  // A closing mark after a space closes nothing.
  return closers.length === 0 ? whole : whole.replace(/\s+$/, '') + closers.join('');
}

function runAt(text: string, at: number): string {
  const char = text.charAt(at);
  let end = at;
  while (text[end] === char) end += 1;
  return text.slice(at, end);
}

function findRun(text: string, from: number, run: string): number {
  let at = text.indexOf(run, from);
  while (at !== -1) {
    const found = runAt(text, at);
    if (found.length === run.length) return at;
    at = text.indexOf(run, at + found.length);
  }
  return -1;
}
