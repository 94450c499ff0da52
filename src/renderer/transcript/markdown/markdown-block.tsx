import { memo, type ReactElement } from 'react';
import Markdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { CodeBlock, readOpenFence } from './code-block.tsx';
import { allowedElements, elements, Paragraph } from './elements.tsx';
import { parsedBlocks } from './parsed-blocks.ts';
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
  return <Parsed text={definitions === '' ? whole : `${whole}\n\n${definitions}`} live={live} />;
});

type ParsedProps = { readonly text: string; readonly live: boolean };

/** Apart, so that a block which ends as it was completed is not parsed again. */
const Parsed = memo(
  function Parsed({ text, live }: ParsedProps) {
    const syntax = syntaxOf(text);
    if (syntax === 'plain') return <Paragraph>{text.trimEnd()}</Paragraph>;
    return live ? parse(text, syntax) : parsedBlocks.get(text, () => parse(text, syntax));
  },
  (before, now) => before.text === now.text,
);

/** A function of the text alone, not a component: what it returns can be shown any number of times. */
function parse(text: string, syntax: 'common' | 'github'): ReactElement {
  return Markdown({
    remarkPlugins: plugins[syntax],
    allowedElements,
    unwrapDisallowed: true,
    components: elements,
    urlTransform: keepTarget,
    children: text,
  });
}
