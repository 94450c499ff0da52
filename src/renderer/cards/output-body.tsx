import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { SafeText } from '../permissions/safe-text.tsx';
import { useToggle } from '../transcript/view-context.tsx';
import { ShowMore } from './show-more.tsx';

const tailLines = 6;
const headLines = 12;
/** UTF-16 units put on the page at once. */
const mostShown = 256 * 1024;

/** Plain output. `from`: whether its end (a command) or its beginning (a text) matters when it is cut. */
export function OutputBody({
  text,
  from,
  toggleKey,
  truncated,
}: {
  readonly text: string;
  readonly from: 'end' | 'start';
  readonly toggleKey: string;
  /** The beginning is no longer kept. */
  readonly truncated: boolean;
}) {
  const { t } = useTranslation('transcript');
  const [all, setAll] = useToggle(toggleKey, false);
  const { shown, total, cut } = useMemo(() => excerpt(text, from, all), [text, from, all]);
  return (
    <div className="border-t border-line bg-inset">
      {(truncated || cut === 'size') && (
        <p className="px-3 pt-1.5 text-11 text-fg-3">{t(truncated ? 'output.truncated' : 'output.long')}</p>
      )}
      <pre
        className="mono selectable max-h-120 overflow-y-auto px-3 py-1.5 break-words whitespace-pre-wrap text-fg-2"
        tabIndex={0}
      >
        <SafeText text={shown} context="file" />
      </pre>
      {(all || cut === 'lines') && total > (from === 'end' ? tailLines : headLines) && (
        <ShowMore open={all} onChange={setAll} label={t('showAllLines', { count: total })} />
      )}
    </div>
  );
}

function excerpt(
  text: string,
  from: 'end' | 'start',
  all: boolean,
): { shown: string; total: number; cut: 'no' | 'lines' | 'size' } {
  const lines = text.split('\n');
  const most = from === 'end' ? tailLines : headLines;
  if (!all && lines.length > most + 2) {
    const kept = from === 'end' ? lines.slice(-most) : lines.slice(0, most);
    return { shown: clip(kept.join('\n'), from, 16 * 1024), total: lines.length, cut: 'lines' };
  }
  const shown = clip(text, from, mostShown);
  return { shown, total: lines.length, cut: shown.length < text.length ? 'size' : 'no' };
}

function clip(text: string, from: 'end' | 'start', most: number): string {
  if (text.length <= most) return text;
  return from === 'end' ? text.slice(-most) : text.slice(0, most);
}
