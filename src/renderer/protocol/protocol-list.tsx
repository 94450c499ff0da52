import { useEffect, useId, useRef, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { VList, type VListHandle } from 'virtua';
import type { ProtocolEntry } from '../../shared/ipc/contract/protocol.ts';
import { ProtocolRow, rowHeight } from './protocol-row.tsx';
import { isSelected, type Selection } from './protocol-view.ts';

/** Entries as a list that holds only what is on the screen. Arrow keys move, Shift extends. */
export function ProtocolList({
  entries,
  selection,
  follow,
  onSelect,
}: {
  readonly entries: readonly ProtocolEntry[];
  readonly selection: Selection;
  /** Stays at the end as more come. */
  readonly follow: boolean;
  readonly onSelect: (selection: Selection) => void;
}) {
  const { t } = useTranslation('protocol');
  const list = useRef<VListHandle>(null);
  const base = useId();
  const count = entries.length;
  useEffect(() => {
    if (follow && count > 0) list.current?.scrollToIndex(count - 1, { align: 'end' });
  }, [follow, count]);

  const pick = (seq: number, extend: boolean) =>
    onSelect({ anchor: extend ? (selection?.anchor ?? seq) : seq, head: seq });
  const move = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: 15,
      PageUp: -15,
      Home: -count,
      End: count,
    };
    const step = steps[event.key];
    if (step === undefined || count === 0) return;
    event.preventDefault();
    const at = selection === null ? -1 : entries.findIndex(({ seq }) => seq >= selection.head);
    const from = at === -1 ? (step > 0 ? -1 : count) : at;
    const index = Math.min(count - 1, Math.max(0, from + step));
    const entry = entries[index];
    if (entry === undefined) return;
    pick(entry.seq, event.shiftKey);
    list.current?.scrollToIndex(index, { align: 'nearest' });
  };
  return (
    <div
      role="listbox"
      aria-label={t('list')}
      aria-multiselectable
      aria-activedescendant={selection === null ? undefined : `${base}-${selection.head}`}
      tabIndex={0}
      onKeyDown={move}
      className="h-full min-h-0 overflow-hidden rounded-2 border border-line -outline-offset-2"
    >
      <VList ref={list} data={entries} itemSize={rowHeight} style={{ height: '100%' }} tabIndex={-1}>
        {(entry) => (
          <ProtocolRow
            key={entry.seq}
            id={`${base}-${entry.seq}`}
            entry={entry}
            selected={isSelected(selection, entry.seq)}
            onPick={pick}
          />
        )}
      </VList>
    </div>
  );
}
