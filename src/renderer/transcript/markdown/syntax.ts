/**
 * How much of Markdown a block can hold at all, judged by the marks that stand in it. Most blocks of an answer
 * are prose: parsing costs them most of the time that they take, and while they grow they are parsed every frame.
 */
export type Syntax =
  /** A paragraph without any mark. */
  | 'plain'
  /** CommonMark alone. */
  | 'common'
  /** Perhaps with tables, tasks, struck words, footnotes or bare addresses. */
  | 'github';

const github = /[|~[@]|:\/\/|www\.|:-|-:/i;
/** A block that begins like this is code from its first line to its last. */
const fence = /^(?:`{3,}[^`\n]*|~{3,}[^\n]*)(?:\n|$)/;
/** What may mean something inside a line, characters that the parser replaces, and line ends that it rewrites. */
const inline = /[\\`*_~[\]<>&|@\u0000\t\r\uFFFD]|:\/\/|www\.| {2}\n/i;
/** What may mean something at the start of a line, indentation included. */
const lineStart = /^(?:[\s#+=:-]|\d{1,9}[.)])/m;

/** `block` as the splitter cuts it. */
export function syntaxOf(block: string): Syntax {
  const text = block.replace(/\n+$/, '');
  if (text !== '' && !text.includes('\n\n') && !inline.test(text) && !lineStart.test(text)) return 'plain';
  return github.test(text) && !fence.test(text) ? 'github' : 'common';
}
