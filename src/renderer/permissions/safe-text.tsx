import { Fragment, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { splitForDisplay, type TextContext, type TextPart } from '../../shared/text/display.ts';
import { classNames } from '../ui/class-names.ts';

/**
 * Untrusted text, shown as what it is: hidden and reordering characters stand as `⟨U+202E⟩` in the warning
 * colour, long runs of blanks as their count, and its direction cannot leak into what stands beside it.
 */
export function SafeText({
  text,
  context,
  className,
}: {
  readonly text: string;
  readonly context: TextContext;
  readonly className?: string | undefined;
}) {
  const parts = useMemo(() => splitForDisplay(text, context), [text, context]);
  return (
    <bdi
      className={classNames(
        '[unicode-bidi:isolate]',
        context !== 'line' && 'whitespace-pre-wrap',
        'break-words [overflow-wrap:anywhere]',
        className,
      )}
    >
      {parts.map((part, index) => (
        // The parts of a text never move: their index is their identity.
        <Fragment key={index}>{part.type === 'text' ? part.text : <Warning part={part} />}</Fragment>
      ))}
    </bdi>
  );
}

function Warning({ part }: { readonly part: Exclude<TextPart, { type: 'text' }> }) {
  const { t } = useTranslation('permission');
  const shown =
    part.type === 'escape'
      ? part.escape
      : t(part.of === 'spaces' ? 'text.spaces' : 'text.blankLines', { count: part.count });
  const title = part.type === 'escape' ? t('text.hidden') : t('text.run');
  return (
    <span
      title={title}
      className="rounded-1 bg-needs-soft px-0.5 font-mono text-[0.92em] text-needs [unicode-bidi:isolate]"
    >
      {shown}
    </span>
  );
}
