/**
 * How well an item of the palette fits what was typed: 0 not at all, 1 best. Every typed word must be found;
 * the first keyword is the item's title and counts most. `value` is an id and is never searched.
 */
export function scoreItem(_value: string, search: string, keywords: readonly string[] = []): number {
  const words = fold(search)
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return 1;
  const [title = '', ...rest] = keywords.map(fold);
  let sum = 0;
  for (const word of words) {
    const inTitle = scoreWord(title, word);
    const elsewhere = Math.max(0, ...rest.map((text) => scoreWord(text, word))) * 0.5;
    const best = Math.max(inTitle, elsewhere);
    if (best === 0) return 0;
    sum += best;
  }
  return sum / words.length;
}

function scoreWord(text: string, word: string): number {
  const at = text.indexOf(word);
  if (at === 0) return 1;
  if (at > 0) return /[\p{L}\p{N}]/u.test(text[at - 1] ?? '') ? 0.6 : 0.9;
  return startsOfWords(text).includes(word) ? 0.4 : 0;
}

/** `nsq` finds "New session quickly". */
function startsOfWords(text: string): string {
  return text
    .split(/[^\p{L}\p{N}]+/u)
    .map((each) => each[0] ?? '')
    .join('');
}

function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
