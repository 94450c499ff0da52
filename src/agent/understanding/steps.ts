/** Cuts a request into steps. Quotations are never cut. */
import { maskQuotes } from './quotes.ts';

function cutAt(text: string, separator: RegExp): string[] {
  const mask = maskQuotes(text);
  const parts: string[] = [];
  let start = 0;
  for (const match of mask.matchAll(separator)) {
    parts.push(text.slice(start, match.index));
    start = match.index + match[0].length;
  }
  parts.push(text.slice(start));
  return parts
    .map((part) =>
      part
        .trim()
        .replace(/[,，;；]$/, '')
        .trim(),
    )
    .filter((part) => part !== '');
}

const NUMBERED =
  /(?:^|[\s;；,，])(?:\(?\d{1,2}[).）]\s+|\(?\d{1,2}[)）、]\s*|第[一二三四五六七八九十]步[，,:：]?\s*)/g;
const BULLET = /(?:^|\n)\s*(?:[-*•]|\d{1,2}[.)、）])\s+/g;
const THEN =
  /\s*(?:[,;，；。]\s*(?:and\s+)?(?:then|afterwards|after that|finally|然后|接着|再|最后)[,，]?\s*|\s+(?:and\s+)?then\s+|\s*(?:然后|接着)\s*)/gi;

/** "find X, then read Y": two or more parts, else null. */
export function joinedByThen(text: string): readonly string[] | null {
  const parts = cutAt(text, THEN);
  return parts.length > 1 ? parts : null;
}

/** The steps after "plan:": a list over lines, numbers in a line, semicolons, or "then"; at least one when anything is said. */
export function plannedSteps(text: string): readonly string[] {
  const trimmed = text.trim();
  const mask = maskQuotes(trimmed);
  const numbers = mask.match(NUMBERED)?.length ?? 0;
  if (/\n/.test(mask)) {
    const bullets = mask.match(BULLET)?.length ?? 0;
    return cutAt(trimmed, bullets > 0 ? BULLET : /\n+/g);
  }
  if (numbers > 1 || new RegExp(`^${NUMBERED.source}`).test(mask)) return cutAt(trimmed, NUMBERED);
  const bySemicolon = cutAt(trimmed, /\s*[;；]\s*/g);
  return bySemicolon.length > 1 ? bySemicolon : cutAt(trimmed, THEN);
}

/** What follows "plan:", "make a plan and do it:", "plan to", "计划："; null when the text asks for no plan. */
export function afterPlanWord(text: string): string | null {
  const english =
    /^(?:(?:make|write)\s+(?:me\s+)?)?(?:a\s+)?plan(?:\s+and\s+(?:do|run|execute|work through)(?:\s+(?:it|this|them))?)?\s*(?:[:：]|\n|\s+to\s+|$)\s*/i.exec(
      text,
    );
  if (english !== null) return text.slice(english[0].length);
  const chinese = /^(?:制定|做一个|写一个)?(?:计划|规划)(?:并(?:执行|完成))?\s*(?:[:：]|\n|$)\s*/.exec(text);
  return chinese === null ? null : text.slice(chinese[0].length);
}
