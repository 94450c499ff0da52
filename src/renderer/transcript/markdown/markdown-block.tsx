import { memo } from 'react';
import Markdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { CodeBlock, readOpenFence } from './code-block.tsx';
import { allowedElements, elements, Paragraph } from './elements.tsx';
import { repairTail } from './repair.ts';
import { syntaxOf } from './syntax.ts';

const plugins = { common: [], github: [remarkGfm] };
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
  return <Parsed text={definitions === '' ? whole : `${whole}\n\n${definitions}`} />;
});

/** Apart, so that a block which ends as it was completed is not parsed again. */
const Parsed = memo(function Parsed({ text }: { readonly text: string }) {
  const syntax = syntaxOf(text);
  if (syntax === 'plain') return <Paragraph>{text.trimEnd()}</Paragraph>;
  return (
    <Markdown
      remarkPlugins={plugins[syntax]}
      allowedElements={allowedElements}
      unwrapDisallowed
      components={elements}
      urlTransform={keepTarget}
    >
      {text}
    </Markdown>
  );
});
