import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { durationText } from './duration.ts';
import { FoldLine } from './fold-line.tsx';
import { MarkdownText } from './markdown/markdown-text.tsx';
import type { ThoughtRow } from './row.ts';
import { useToggle } from './view-context.tsx';

/** Thinking is one line; its text streams only when it is open. */
export function ThoughtRowView({ row }: { readonly row: ThoughtRow }) {
  const { t } = useTranslation('transcript');
  const [open, setOpen] = useToggle(row.key, false);
  const textId = useId();
  const { at, endedAt } = row.entry;
  return (
    <div>
      <FoldLine open={open} onToggle={() => setOpen(!open)} controls={textId}>
        {row.live
          ? t('thought.live')
          : endedAt - at < 1000
            ? t('thought.short')
            : t('thought.done', { duration: durationText(Math.round((endedAt - at) / 1000) * 1000, t) })}
      </FoldLine>
      {open && (
        <div
          id={textId}
          tabIndex={0}
          className="selectable mt-1 ml-1.5 max-h-80 overflow-y-auto border-l border-line-strong pl-4 text-13 break-words text-fg-2"
        >
          <MarkdownText text={row.entry.text} live={row.live} />
        </div>
      )}
    </div>
  );
}
