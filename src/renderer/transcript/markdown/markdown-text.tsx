import { useRef } from 'react';
import { definitionsFor, definitionsIn } from './definitions.ts';
import { MarkdownBlock } from './markdown-block.tsx';
import { splitBlocks, type Blocks } from './split.ts';

/** A whole text of Markdown that is not part of the virtual list: an open thought, a summary, a plan. */
export function MarkdownText({ text, live }: { readonly text: string; readonly live: boolean }) {
  const before = useRef<Blocks | undefined>(undefined);
  // A cache alone: rendering twice gives the same blocks.
  const { blocks } = (before.current = splitBlocks(text, before.current));
  const definitions = definitionsIn(blocks);
  return blocks.map((block, index) => (
    <div key={index} className="not-first:mt-2">
      <MarkdownBlock
        text={block.text}
        definitions={definitionsFor(block.text, definitions)}
        openFence={block.openFence}
        live={live && index === blocks.length - 1}
      />
    </div>
  ));
}
