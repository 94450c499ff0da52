import { memo } from 'react';
import { ContentBlockView } from '../cards/content-block.tsx';
import { ToolCard } from '../cards/tool-card.tsx';
import { assertNever } from '../../shared/result.ts';
import { classNames } from '../ui/class-names.ts';
import { EndRowView, WorkingRowView } from './end-row.tsx';
import { EntryRowView } from './entry-row.tsx';
import { FoldRowView } from './fold-row.tsx';
import { TextRowView } from './message-row.tsx';
import { PromptRowView } from './prompt-row.tsx';
import { SubagentRowView } from './subagent-row.tsx';
import type { NestedRow, Row } from './row.ts';
import { ThoughtRowView } from './thought-row.tsx';

/** One row in its column. Renders again only when its row object is another. */
export const RowView = memo(function RowView({ row }: { readonly row: Row }) {
  return (
    <div className="px-[var(--row-inset)]">
      <div
        data-row={row.key}
        tabIndex={-1}
        className={classNames(
          'group/row mx-auto max-w-[var(--transcript-width)] rounded-2 outline-offset-4',
          spaceBelow(row),
        )}
      >
        {content(row)}
      </div>
    </div>
  );
});

function spaceBelow(row: Row): string {
  switch (row.type) {
    case 'end':
    case 'working':
      return 'pb-6';
    case 'fold':
      return row.of === 'nested' ? '-mt-1.5 pb-3' : 'pb-3';
    case 'tool':
      return row.depth === 1 ? 'pb-2 pl-5.25' : 'pb-3';
    case 'prompt':
    case 'text':
    case 'content':
    case 'thought':
    case 'entry':
    case 'subagent':
      return 'pb-3';
    case 'nested':
      return '';
  }
}

function content(row: Row) {
  switch (row.type) {
    case 'prompt':
      return <PromptRowView row={row} />;
    case 'text':
      return <TextRowView row={row} />;
    case 'content':
      return row.block.type === 'text' ? null : <ContentBlockView block={row.block} />;
    case 'thought':
      return <ThoughtRowView row={row} />;
    case 'tool':
      return <ToolCard entry={row.entry} />;
    case 'fold':
      return <FoldRowView row={row} />;
    case 'entry':
      return <EntryRowView row={row} />;
    case 'subagent':
      return <SubagentRowView row={row} />;
    case 'nested':
      return <Nested row={row} />;
    case 'end':
      return <EndRowView row={row} />;
    case 'working':
      return <WorkingRowView row={row} />;
    default:
      return assertNever(row);
  }
}

/** One line at its left for each sub-agent that the row is in; lines of rows below each other meet. */
function Nested({ row: { row, depth } }: { readonly row: NestedRow }) {
  const inner = <div className={classNames('min-w-0 flex-1', spaceBelow(row))}>{content(row)}</div>;
  return (
    <div className="flex">
      {Array.from({ length: depth }, (_, index) => (
        <div key={index} aria-hidden className="ml-1.5 w-4 flex-none border-l border-line-strong" />
      ))}
      {inner}
    </div>
  );
}
