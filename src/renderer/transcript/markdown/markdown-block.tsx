import { memo } from 'react';
import Markdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { CodeBlock, readOpenFence } from './code-block.tsx';
import { allowedElements, elements, Paragraph } from './elements.tsx';
import { repairTail } from './repair.ts';

const plugins = [remarkGfm];
// Targets are judged where they are shown; nothing turns them into attributes.
const keepTarget = (url: string) => url;
/** A single block longer than this is shown as plain text while it still grows (UTF-16 units). */
const longestGrowing = 64 * 1024;

/** One block of Markdown as React elements: raw HTML is text, and there is no way to markup from here. */
export const MarkdownBlock = memo(function MarkdownBlock({
  text,
  definitions = '',
  openFence = false,
  live = false,
}: {
  readonly text: string;
  readonly definitions?: string;
  readonly openFence?: boolean;
  readonly live?: boolean;
}) {
  if (openFence) {
    const { label, code } = readOpenFence(text);
    return <CodeBlock code={code} label={label} growing={live} />;
  }
  if (live && text.length > longestGrowing) return <p className="break-words whitespace-pre-wrap">{text}</p>;
  const whole = live ? repairTail(text) : text;
  if (live && isPlainParagraph(whole)) return <Paragraph>{whole}</Paragraph>;
  return (
    <Markdown
      remarkPlugins={plugins}
      allowedElements={allowedElements}
      unwrapDisallowed
      components={elements}
      urlTransform={keepTarget}
    >
      {definitions === '' ? whole : `${whole}\n\n${definitions}`}
    </Markdown>
  );
});

/** Words and punctuation that mean nothing to Markdown: most of what streams needs no parser at all. */
function isPlainParagraph(text: string): boolean {
  return (
    /^\p{L}[\p{L}\p{M}\p{N} ,.;:'"()?%\u2013\u2014\u2018-\u201d\u2026-]*$/u.test(text) && !/www\./i.test(text)
  );
}
