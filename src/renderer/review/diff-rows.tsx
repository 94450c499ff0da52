/**
 * The rows of a line diff, as cards show them. Rows come in groups; a group is coloured when it is
 * rendered, so that only what is on screen costs anything.
 */
import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { VList } from 'virtua';
import { languageOfPath, type Language } from '../transcript/highlight/languages.ts';
import type { ToneLine } from '../transcript/highlight/tone.ts';
import { useHighlight } from '../transcript/highlight/use-highlight.ts';
import { classNames } from '../ui/class-names.ts';
import type { DiffLine, LineDiff } from './line-diff.ts';
import { colourSource, diffSide, type DiffSide } from './colour-source.ts';
import { LineText } from './line-text.tsx';

const groupSize = 40;
/** Above this many rows the list scrolls by itself and renders what is in view. */
const mostInline = 120;

type Group = { readonly key: string; readonly lines: readonly DiffLine[]; readonly begins: boolean };

export function rowCount(diff: LineDiff): number {
  return diff.hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0);
}

/** The texts that a diff is between. */
export type DiffTexts = { readonly oldText: string | null; readonly newText: string };

/** `most`: rows shown at most, from the first; absent: all of them. `texts`: of `diff`. */
export const DiffRows = memo(function DiffRows({
  diff,
  texts,
  path,
  most,
}: {
  readonly diff: LineDiff;
  readonly texts: DiffTexts;
  readonly path: string;
  readonly most?: number | undefined;
}) {
  const { t } = useTranslation('transcript');
  const language = languageOfPath(path);
  const groups = useMemo(() => groupsOf(diff, most), [diff, most]);
  const windowsBreaks = useMemo(() => endsLikeWindows(diff), [diff]);
  const { oldText, newText } = texts;
  const sides = useMemo((): Sides => {
    const shown = groups.flatMap((group) => group.lines);
    return {
      old: diffSide(oldText ?? '', lastOf(shown, 'oldLine')),
      new: diffSide(newText, lastOf(shown, 'newLine')),
    };
  }, [oldText, newText, groups]);
  const rows = (group: Group) => (
    <GroupRows key={group.key} group={group} sides={sides} language={language} stripReturn={windowsBreaks} />
  );
  if (diff.hunks.length === 0) return <p className="px-3 py-2 text-12 text-fg-3">{t('diff.same')}</p>;
  return (
    <div className="mono selectable bg-inset" role="group" aria-label={t('diff.label')}>
      {rowCount(diff) > mostInline && most === undefined ? (
        <VList data={groups} style={{ height: 480 }} itemSize={groupSize * 19}>
          {rows}
        </VList>
      ) : (
        groups.map(rows)
      )}
      {diff.precision === 'coarse' && (
        <p className="px-3 py-1.5 font-ui text-12 text-fg-3">{t('diff.coarse')}</p>
      )}
    </div>
  );
});

function groupsOf(diff: LineDiff, most = Infinity): readonly Group[] {
  const groups: Group[] = [];
  let left = most;
  for (const hunk of diff.hunks) {
    for (let at = 0; at < hunk.lines.length && left > 0; at += groupSize) {
      const lines = hunk.lines.slice(at, at + Math.min(groupSize, left));
      groups.push({ key: `${hunk.oldStart}/${hunk.newStart}/${at}`, lines, begins: at === 0 });
      left -= lines.length;
    }
  }
  return groups;
}

type Sides = { readonly old: DiffSide; readonly new: DiffSide };

/** The last line number on one side; 0: none. */
function lastOf(lines: readonly DiffLine[], side: 'oldLine' | 'newLine'): number {
  return lines.reduce((last, line) => line[side] ?? last, 0);
}

/** A carriage return at the end of every line is how the file breaks lines; on some lines it is a change to see. */
function endsLikeWindows(diff: LineDiff): boolean {
  return diff.hunks.every((hunk) => hunk.lines.every((line) => line.text.endsWith('\r')));
}

const GroupRows = memo(function GroupRows({
  group,
  sides,
  language,
  stripReturn,
}: {
  readonly group: Group;
  readonly sides: Sides;
  readonly language: Language | null;
  readonly stripReturn: boolean;
}) {
  const lines = useMemo(
    () =>
      stripReturn ? group.lines.map((line) => ({ ...line, text: line.text.slice(0, -1) })) : group.lines,
    [group, stripReturn],
  );
  const removes = lines.some((line) => line.type === 'removed');
  const before = useTones(lines, sides.old, 'oldLine', removes ? language : null);
  const after = useTones(lines, sides.new, 'newLine', language);
  return (
    <div className={classNames('py-px', group.begins && 'not-first:border-t not-first:border-line')}>
      {lines.map((line, index) => (
        <Row key={index} line={line} tones={line.type === 'removed' ? before(line) : after(line)} />
      ))}
    </div>
  );
});

/** The colours of one side of a group, by line. Null as language: that side is not needed. */
function useTones(
  lines: readonly DiffLine[],
  side: DiffSide,
  number: 'oldLine' | 'newLine',
  language: Language | null,
): (line: DiffLine) => ToneLine | undefined {
  const from = lines.find((line) => line[number] !== null)?.[number] ?? null;
  const to = lastOf(lines, number);
  const source = useMemo(() => (from === null ? null : colourSource(side, from, to)), [side, from, to]);
  const tones = useHighlight(source?.code ?? '', source === null ? null : language);
  return (line) => {
    const at = line[number];
    return at === null || source === null ? undefined : tones?.[at - source.firstLine];
  };
}

const signs = { added: '+', removed: '−', context: '' } as const;

const Row = memo(function Row({
  line,
  tones,
}: {
  readonly line: DiffLine;
  readonly tones: ToneLine | undefined;
}) {
  const { type } = line;
  return (
    <div
      className={classNames(
        'grid grid-cols-[40px_16px_minmax(0,1fr)] pr-3',
        type === 'added' && 'bg-add-bg',
        type === 'removed' && 'bg-del-bg',
      )}
    >
      <span aria-hidden className="num pr-2.5 text-right text-11 leading-[19px] text-fg-3 select-none">
        {line.newLine ?? line.oldLine}
      </span>
      <span
        className={classNames(
          'text-center',
          type === 'added' && 'text-add',
          type === 'removed' && 'text-del',
        )}
      >
        {signs[type]}
      </span>
      <span className="break-words whitespace-pre-wrap">
        <LineText line={line} tones={tones} />
      </span>
    </div>
  );
});
