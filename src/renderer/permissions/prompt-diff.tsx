import { useMemo } from 'react';
import { DiffRows } from '../review/diff-rows.tsx';
import { diffLines, type DiffLine } from '../review/line-diff.ts';
import { classNames } from '../ui/class-names.ts';
import { SafeText } from './safe-text.tsx';

/** Longer lines than this are cut by the rows of cards; a prompt leaves nothing out. UTF-16 units. */
const longestRow = 4000;

/**
 * The diff of a request, whole: no fold of changes, no cut lines. Reordering and hidden characters stand
 * as escapes, since in code they are what a person must see before they allow it.
 */
export function PromptDiff({
  path,
  oldText,
  newText,
}: {
  readonly path: string;
  readonly oldText: string | null;
  readonly newText: string;
}) {
  const texts = useMemo(() => ({ oldText, newText }), [oldText, newText]);
  const diff = useMemo(() => diffLines(oldText, newText, 3), [oldText, newText]);
  const longest = diff.hunks.some((hunk) => hunk.lines.some((line) => line.text.length > longestRow));
  if (!longest) return <DiffRows diff={diff} texts={texts} path={path} most={Number.MAX_SAFE_INTEGER} />;
  return (
    <div className="mono selectable py-1">
      {diff.hunks.flatMap((hunk) =>
        hunk.lines.map((line) => <Line key={`${line.oldLine}:${line.newLine}`} line={line} />),
      )}
    </div>
  );
}

const signs = { added: '+', removed: '−', context: '' } as const;

function Line({ line }: { readonly line: DiffLine }) {
  return (
    <div
      className={classNames(
        'grid grid-cols-[40px_16px_minmax(0,1fr)] pr-3',
        line.type === 'added' && 'bg-add-bg',
        line.type === 'removed' && 'bg-del-bg',
      )}
    >
      <span aria-hidden className="num pr-2.5 text-right text-11 leading-[19px] text-fg-3 select-none">
        {line.newLine ?? line.oldLine}
      </span>
      <span
        className={classNames(
          'text-center select-none',
          line.type === 'added' && 'text-add',
          line.type === 'removed' && 'text-del',
        )}
      >
        {signs[line.type]}
      </span>
      <SafeText text={line.text} context="file" />
    </div>
  );
}
