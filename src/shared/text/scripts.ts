/** Tells words and hosts that mix alphabets which look alike: `pаypal` with a Cyrillic а. */

/**
 * Scripts whose letters imitate Latin ones or each other. Chinese, Japanese and Korean mix scripts by
 * nature and with Latin; they do not imitate it.
 */
const lookalikes: readonly RegExp[] = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Coptic}/u,
  /\p{Script=Lisu}/u,
  /\p{Script=Georgian}/u,
];

/** Most words of most texts need no closer look. */
const beyondAscii = /[^\0-\x7F]/;

export function mixesScripts(word: string): boolean {
  let seen = 0;
  for (const script of lookalikes) if (script.test(word)) seen += 1;
  return seen > 1;
}

/** The words of `text` that mix look-alike scripts, in order, at most `limit`. */
export function mixedScriptWords(text: string, limit = 10): readonly string[] {
  const found: string[] = [];
  for (const [word] of text.matchAll(/[\p{L}\p{M}\p{N}_]+/gu)) {
    if (found.length >= limit) break;
    if (beyondAscii.test(word) && mixesScripts(word) && !found.includes(word)) found.push(word);
  }
  return found;
}
