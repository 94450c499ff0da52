/**
 * How texts are cut into words, here and in the database: its tokenizer knows scripts that put spaces between
 * words; in those that do not, each sign is made a word of its own, so that any part of a text is a phrase. Pure.
 */

const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;
const unspaced = new RegExp(`[${UNSPACED}]`, 'u');
const eachUnspaced = new RegExp(`[${UNSPACED}]\\p{M}*`, 'gu');
const anyWord = new RegExp(`[${UNSPACED}]\\p{M}*|(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{Co}]\\p{M}*)+`, 'gu');
const plainWord = /[a-z0-9]+/gi;
// oxlint-disable-next-line no-control-regex
const isPlain = /^[\0-\x7f]*$/;

/** What the database is given in place of the text. */
export function spaced(text: string): string {
  return unspaced.test(text) ? text.replace(eachUnspaced, ' $& ') : text;
}

export type Word = {
  /** As it is compared: without case and accents. */
  readonly folded: string;
  /** Where it stands, in UTF-16 units. */
  readonly from: number;
  readonly to: number;
};

export function wordsIn(text: string): readonly Word[] {
  const plain = isPlain.test(text);
  const words: Word[] = [];
  for (const { 0: found, index } of text.matchAll(plain ? plainWord : anyWord)) {
    words.push({
      folded: plain ? found.toLowerCase() : fold(found),
      from: index,
      to: index + found.length,
    });
  }
  return words;
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
