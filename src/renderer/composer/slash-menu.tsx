import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { SafeText } from '../permissions/safe-text.tsx';
import { classNames } from '../ui/class-names.ts';
import type { RankedCommand } from './slash-command.ts';

/** The agent's commands that fit what is typed. Focus stays in the text; `activeIndex` is the one that Enter takes. */
export function SlashMenu({
  id,
  commands,
  activeIndex,
  onPick,
}: {
  readonly id: string;
  readonly commands: readonly RankedCommand[];
  readonly activeIndex: number;
  readonly onPick: (index: number) => void;
}) {
  const { t } = useTranslation('composer');
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [activeIndex]);
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={t('commands')}
      data-floating
      className="absolute inset-x-0 bottom-full z-20 mb-1.5 max-h-72 overflow-y-auto rounded-3 border border-line-strong bg-raised p-1 shadow-float"
    >
      {commands.map(({ command, matched }, index) => (
        // Focus stays in the text, which names the active option; its keys are handled there.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
        <div
          key={command.name}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === activeIndex}
          // The press must not take the focus from the text.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(index)}
          className={classNames(
            'flex items-baseline gap-2 rounded-2 px-2 py-1',
            index === activeIndex ? 'bg-active' : 'hover:bg-hover',
          )}
        >
          <span className="mono max-w-[60%] flex-none truncate">
            <span className="text-fg-3">/</span>
            <Marked text={command.name} matched={matched} />
            {command.hint !== null && (
              <span className="text-fg-3">
                {' '}
                <SafeText text={command.hint} context="line" />
              </span>
            )}
          </span>
          <span className="min-w-0 flex-1 truncate text-12 text-fg-3">
            <SafeText text={command.description.slice(0, 300)} context="line" />
          </span>
        </div>
      ))}
    </div>
  );
}

function Marked({ text, matched }: { readonly text: string; readonly matched: readonly number[] }) {
  if (matched.length === 0) return <SafeText text={text} context="line" />;
  const marks = new Set(matched);
  const runs: { text: string; marked: boolean }[] = [];
  [...text].forEach((char, index) => {
    const marked = marks.has(index);
    const last = runs.at(-1);
    if (last !== undefined && last.marked === marked) last.text += char;
    else runs.push({ text: char, marked });
  });
  return runs.map((run, index) => (
    <span key={index} className={run.marked ? 'font-semibold text-accent' : undefined}>
      <SafeText text={run.text} context="line" />
    </span>
  ));
}
