import { ArrowDownLeft, ArrowUpRight, CircleAlert, Flag, TerminalSquare } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProtocolEntry } from '../../shared/ipc/contract/protocol.ts';
import { displayText } from '../../shared/text/display.ts';
import { classNames } from '../ui/class-names.ts';
import { bytesText, clockText, msText } from './protocol-view.ts';

export const rowHeight = 24;

/** One entry in one line: when, which way, what, how large, how long. */
export const ProtocolRow = memo(function ProtocolRow({
  entry,
  id,
  selected,
  onPick,
}: {
  readonly entry: ProtocolEntry;
  readonly id: string;
  readonly selected: boolean;
  readonly onPick: (seq: number, extend: boolean) => void;
}) {
  const { t } = useTranslation('protocol');
  return (
    <div
      role="option"
      id={id}
      aria-selected={selected}
      tabIndex={-1}
      // The keyboard moves the choice in the list around it.
      onMouseDown={(event) => {
        // A row that is scrolled away would take the focus with it.
        event.preventDefault();
        event.currentTarget.closest<HTMLElement>('[role="listbox"]')?.focus();
        onPick(entry.seq, event.shiftKey);
      }}
      style={{ height: rowHeight }}
      className={classNames(
        'grid cursor-default grid-cols-[86px_18px_minmax(0,1fr)_44px_60px_60px] items-center gap-2 px-2 text-12',
        selected ? 'bg-active text-fg' : 'hover:bg-hover',
        entry.type === 'mark' && !selected && 'bg-inset text-fg-2',
      )}
    >
      <span className="num text-fg-3">{clockText(entry.at)}</span>
      <Way entry={entry} label={t(`way.${wayOf(entry)}`)} />
      <What entry={entry} />
      <span className="num truncate text-right text-fg-3">{entry.id ?? ''}</span>
      <span className="num text-right text-fg-3">{entry.type === 'mark' ? '' : bytesText(entry.size)}</span>
      <span className="num text-right text-fg-3">{entry.ms === null ? '' : msText(entry.ms)}</span>
    </div>
  );
});

type WayWord = 'toAgent' | 'fromAgent' | 'stderr' | 'noise' | 'mark';

function wayOf({ type, from }: ProtocolEntry): WayWord {
  if (type === 'mark' || type === 'stderr' || type === 'noise') return type;
  return from === 'app' ? 'toAgent' : 'fromAgent';
}

function Way({ entry, label }: { readonly entry: ProtocolEntry; readonly label: string }) {
  const icon = { size: 13, 'aria-label': label };
  if (entry.failed || entry.method === 'failed') return <CircleAlert {...icon} className="text-fail" />;
  switch (entry.type) {
    case 'mark':
      return <Flag {...icon} className="text-fg-3" />;
    case 'stderr':
    case 'noise':
      return <TerminalSquare {...icon} className="text-needs" />;
    case 'request':
    case 'response':
    case 'notification':
      return entry.from === 'app' ? (
        <ArrowUpRight {...icon} className="text-accent" />
      ) : (
        <ArrowDownLeft {...icon} className="text-run" />
      );
  }
}

function What({ entry }: { readonly entry: ProtocolEntry }) {
  const { t } = useTranslation('protocol');
  const detail = entry.detail === null ? null : displayText(entry.detail, 'line');
  if (entry.type === 'mark') {
    return (
      <span className="truncate">
        {t(`mark.${entry.method as 'failed'}`)}
        {detail !== null && <span className="text-fg-3"> · {detail}</span>}
      </span>
    );
  }
  if (entry.type === 'stderr' || entry.type === 'noise') {
    return <span className="mono truncate text-fg-2">{detail}</span>;
  }
  return (
    <span className="truncate">
      <span className="mono">{displayText(entry.method ?? t('unknownMethod'), 'line')}</span>
      {entry.type === 'response' && (
        <span className={entry.failed ? 'text-fail' : 'text-fg-3'}>
          {' '}
          · {t(entry.failed ? 'error' : 'answer')}
        </span>
      )}
      {detail !== null && <span className="mono text-fg-3"> · {detail}</span>}
      {entry.remark !== null && <span className="text-needs"> · {t(`remark.${entry.remark}`)}</span>}
    </span>
  );
}
