import { countHidden } from '../../shared/text/display.ts';
import { SafeText } from '../permissions/safe-text.tsx';
import { toneClass, type Tone, type ToneLine } from '../transcript/highlight/tone.ts';
import type { DiffLine } from './line-diff.ts';

/** UTF-16 units of one line that are shown. */
const longestShown = 4000;

/** One line of a diff: colours and marks, unless the line hides something, which then is all that matters. */
export function LineText({ line, tones }: { readonly line: DiffLine; readonly tones: ToneLine | undefined }) {
  const text = line.text.length > longestShown ? `${line.text.slice(0, longestShown)} …` : line.text;
  if (countHidden(text, 'file') > 0) return <SafeText text={text} context="file" />;
  // Colours of another text than this one would show that text.
  const fits = tones !== undefined && tones.map(([run]) => run).join('') === text;
  const runs = !fits ? ([[text, 'plain']] as const) : tones;
  if (line.marks.length === 0)
    return runs.map(([run, tone], index) => <Run key={index} text={run} tone={tone} />);
  return cut(runs, line.marks).map((piece, index) =>
    piece.marked ? (
      <mark
        key={index}
        className={`rounded-[2px] text-inherit ${line.type === 'added' ? 'bg-add-bg-2' : 'bg-del-bg-2'}`}
      >
        <Run text={piece.text} tone={piece.tone} />
      </mark>
    ) : (
      <Run key={index} text={piece.text} tone={piece.tone} />
    ),
  );
}

function Run({ text, tone }: { readonly text: string; readonly tone: Tone }) {
  return tone === 'plain' ? text : <span className={toneClass[tone]}>{text}</span>;
}

type Piece = { readonly text: string; readonly tone: Tone; readonly marked: boolean };

/** Cuts runs where marks begin and end. */
function cut(runs: ToneLine, marks: DiffLine['marks']): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const [text, tone] of runs) {
    const end = at + text.length;
    while (at < end) {
      const from = at;
      const inside = marks.find((mark) => mark[0] <= from && from < mark[1]);
      const next = inside === undefined ? marks.find((mark) => mark[0] > from)?.[0] : inside[1];
      const to = Math.min(end, next ?? end);
      pieces.push({
        text: text.slice(text.length - (end - from), text.length - (end - to)),
        tone,
        marked: inside !== undefined,
      });
      at = to;
    }
  }
  return pieces;
}
