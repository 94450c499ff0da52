import { SquareTerminal, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { TerminalInfo } from '../../shared/ipc/contract/terminals.ts';
import { displayText } from '../../shared/text/display.ts';
import { classNames } from '../ui/class-names.ts';

/** What a terminal is called: by the person, else by what runs in it, else by its shell. */
export function nameOf({ name, title, shell }: TerminalInfo): string {
  return displayText((name ?? title) || shell, 'line').slice(0, 80);
}

export function TerminalTab({
  terminal,
  shown,
  renaming,
  onShow,
  onClose,
  onRename,
  onName,
}: {
  readonly terminal: TerminalInfo;
  readonly shown: boolean;
  readonly renaming: boolean;
  readonly onShow: () => void;
  readonly onClose: () => void;
  readonly onRename: () => void;
  /** Empty: as the program calls itself. */
  readonly onName: (name: string) => void;
}) {
  const { t } = useTranslation('terminals');
  const name = nameOf(terminal);
  if (renaming) return <NameField name={terminal.name ?? ''} label={t('name')} onName={onName} />;
  return (
    <div
      className={classNames(
        'flex h-7 max-w-56 flex-none items-center rounded-2',
        shown ? 'bg-active text-fg' : 'text-fg-2 hover:bg-hover',
      )}
    >
      <button
        type="button"
        role="tab"
        aria-selected={shown}
        {...(shown ? { 'data-focus-first': true } : {})}
        className="flex h-7 min-w-0 items-center gap-1.5 pl-2"
        onClick={onShow}
        onDoubleClick={onRename}
      >
        <SquareTerminal size={13} className="flex-none" aria-hidden />
        <span className="truncate">{name}</span>
        {terminal.state.type === 'ended' && <span className="flex-none text-11 text-fg-3">{t('ended')}</span>}
      </button>
      <button
        type="button"
        aria-label={t('closeNamed', { name })}
        className="mx-0.5 flex size-6 flex-none items-center justify-center rounded-2 text-fg-3 hover:bg-hover hover:text-fg"
        onClick={onClose}
      >
        <X size={12} aria-hidden />
      </button>
    </div>
  );
}

function NameField({
  name,
  label,
  onName,
}: {
  readonly name: string;
  readonly label: string;
  readonly onName: (name: string) => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  return (
    <input
      ref={field}
      aria-label={label}
      placeholder={label}
      defaultValue={name}
      maxLength={80}
      className="selectable h-7 w-40 flex-none rounded-2 border border-line-strong bg-main px-2"
      onBlur={(event) => onName(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') event.currentTarget.blur();
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        event.currentTarget.value = name;
        event.currentTarget.blur();
      }}
    />
  );
}
