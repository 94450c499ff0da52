/** Quotation marks in requests: what stands in them is taken as it is, and never read as grammar. */

const CLOSING: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '“': '”',
  '‘': '’',
  '「': '」',
  '『': '』',
};

/** Stands for quoted characters in a mask: matches no letter, space or punctuation. */
const MASKED = '\u0001';

/** An apostrophe inside a word ("don't", "files'") opens nothing. */
function opensAt(text: string, index: number): boolean {
  const mark = text[index] ?? '';
  if (CLOSING[mark] === undefined) return false;
  return mark !== "'" || index === 0 || /[\s(:：,，;=[{]/.test(text[index - 1] ?? '');
}

/** Index of the closing mark of the quotation that opens at `index`, or -1. A backslash protects `"`. */
function closingAt(text: string, index: number): number {
  const mark = text[index] ?? '';
  const closing = CLOSING[mark] ?? mark;
  for (let at = index + 1; at < text.length; at += 1) {
    if (mark === '"' && text[at] === '\\') {
      at += 1;
      continue;
    }
    if (text[at] !== closing) continue;
    if (mark === "'" && /\w/.test(text[at + 1] ?? '')) continue;
    return at;
  }
  return -1;
}

/**
 * The same text, same length, with every quotation (marks included) blanked out, so that grammar can be
 * looked for in the mask and cut from the text by index.
 */
export function maskQuotes(text: string): string {
  let masked = '';
  for (let at = 0; at < text.length; at += 1) {
    const end = opensAt(text, at) ? closingAt(text, at) : -1;
    if (end < 0) {
      masked += text[at];
      continue;
    }
    masked += MASKED.repeat(end - at + 1);
    at = end;
  }
  return masked;
}

export type Quoted = { readonly mark: string; readonly inner: string; readonly end: number };

/** The quotation at the very start of `text`; `end` is the index after its closing mark. */
export function quotedAtStart(text: string): Quoted | null {
  if (!opensAt(text, 0)) return null;
  const end = closingAt(text, 0);
  if (end < 0) return null;
  return { mark: text[0] ?? '', inner: text.slice(1, end), end: end + 1 };
}

/** `text` without quotation marks when it is one quotation from end to end, else null. */
export function wholeQuotation(text: string): Quoted | null {
  const quoted = quotedAtStart(text);
  return quoted !== null && quoted.end === text.length ? quoted : null;
}

/** Text to search for: only `\"` is an escape, so that Windows paths and regular expressions survive. */
export function patternText(quoted: Quoted): string {
  return quoted.mark === '"' ? quoted.inner.replaceAll('\\"', '"') : quoted.inner;
}

/** Text to write: double quotes know `\n`, `\t`, `\"` and `\\`. */
export function writtenText(quoted: Quoted): string {
  if (quoted.mark !== '"') return quoted.inner;
  return quoted.inner.replace(/\\([nt"\\])/g, (_, letter: string) =>
    letter === 'n' ? '\n' : letter === 't' ? '\t' : letter,
  );
}
