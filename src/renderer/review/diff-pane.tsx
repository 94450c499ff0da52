/** One change of a tool call in full, beside the session it belongs to. Needs that session around it. */
import { ArrowDown, ArrowUp, Columns2, Rows2, X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { DiffCount } from '../cards/diff-body.tsx';
import { fileDiffs, lineDiffOf, type FileDiff } from '../cards/tool-diffs.ts';
import { SafeText } from '../permissions/safe-text.tsx';
import { toolCallOf } from '../permissions/pending-request.ts';
import { useSession } from '../sessions/session-context.tsx';
import { classNames } from '../ui/class-names.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { DiffEditorView, type DiffEditorHandle } from './diff-editor.tsx';
import { DiskNote } from './disk-note.tsx';
import type { DiffLayout } from './monaco-diff.ts';
import { closeDiff, openDiff, review, type OpenDiff } from './review-store.ts';

/** From this width on (pixels) both sides fit beside each other. */
const sideBySideFrom = 760;
/** Longest text that the editor is given, both sides together, in UTF-16 units. */
const mostUnits = 8 * 1024 * 1024;

export function DiffPane() {
  const open = useStore(review, (state) => state.open);
  return open === null ? null : <OpenPane open={open} />;
}

function OpenPane({ open }: { readonly open: OpenDiff }) {
  const { t } = useTranslation('review');
  const entry = useSession(({ state }) => toolCallOf(state, open.toolCallId));
  const cwd = useSession(({ summary }) => summary?.cwd ?? '');
  const diffs = useMemo(() => (entry === null ? [] : fileDiffs(entry, cwd)), [entry, cwd]);
  const diff = diffs[Math.min(open.index, diffs.length - 1)];

  const pane = useRef<HTMLElement>(null);
  // The person opened it: keys work in it at once, and Esc leads back to the card.
  useEffect(() => pane.current?.focus(), []);
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    closeDiff();
  };

  return (
    <section
      ref={pane}
      tabIndex={-1}
      aria-label={t('label')}
      className="flex min-h-0 min-w-0 flex-1 flex-col bg-side outline-none"
      onKeyDown={leave}
    >
      {diff === undefined || entry === null ? (
        <>
          <div className="flex h-11 flex-none items-center justify-end border-b border-line px-2">
            <CloseButton />
          </div>
          <p className="p-4 text-fg-2">{t('gone')}</p>
        </>
      ) : (
        <Change open={open} diff={diff} diffs={diffs} settled={entry.status} />
      )}
    </section>
  );
}

function Change({
  open,
  diff,
  diffs,
  settled,
}: {
  readonly open: OpenDiff;
  readonly diff: FileDiff;
  readonly diffs: readonly FileDiff[];
  readonly settled: string;
}) {
  const { t } = useTranslation('review');
  const editor = useRef<DiffEditorHandle>(null);
  const room = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<DiffLayout | null>(null);
  const fitting = useFittingLayout(room);
  const layout = chosen ?? fitting;
  const tooLarge = (diff.oldText?.length ?? 0) + diff.newText.length > mostUnits;
  const text = { path: diff.path.shown, oldText: diff.oldText ?? '', newText: diff.newText };
  const other: DiffLayout = layout === 'inline' ? 'side-by-side' : 'inline';
  return (
    <>
      <header className="flex h-11 flex-none items-center gap-1 border-b border-line pr-2 pl-3">
        <h2 className="mono min-w-0 flex-1 truncate text-fg" title={diff.path.absolute}>
          <SafeText text={diff.path.shown} context="line" />
        </h2>
        <span className="px-1.5">
          <Count diff={diff} />
        </span>
        <IconButton
          label={t('previous')}
          icon={<ArrowUp size={15} />}
          onClick={() => editor.current?.goTo('previous')}
        />
        <IconButton
          label={t('next')}
          icon={<ArrowDown size={15} />}
          onClick={() => editor.current?.goTo('next')}
        />
        <IconButton
          label={t(other === 'inline' ? 'inline' : 'sideBySide')}
          icon={other === 'inline' ? <Rows2 size={15} /> : <Columns2 size={15} />}
          onClick={() => setChosen(other)}
        />
        <CloseButton />
      </header>
      {diffs.length > 1 && <FileList open={open} diffs={diffs} />}
      <div ref={room} className="flex min-h-0 flex-1 flex-col">
        {tooLarge ? (
          <p className="p-4 text-fg-2">{t('tooLarge')}</p>
        ) : (
          <DiffEditorView ref={editor} text={text} layout={layout} />
        )}
      </div>
      <DiskNote diff={diff} settled={settled} />
    </>
  );
}

function FileList({ open, diffs }: { readonly open: OpenDiff; readonly diffs: readonly FileDiff[] }) {
  const { t } = useTranslation('review');
  return (
    <nav aria-label={t('files')} className="max-h-40 flex-none overflow-y-auto border-b border-line p-2">
      {diffs.map((diff, index) => {
        const { name, folder } = partsOf(diff.path.shown);
        return (
          <button
            key={`${diff.path.absolute}/${index}`}
            type="button"
            aria-current={index === open.index ? 'true' : undefined}
            className={classNames(
              'flex h-7 w-full items-center gap-2 rounded-2 px-2 text-left',
              index === open.index ? 'bg-active' : 'hover:bg-hover',
            )}
            onClick={() => openDiff({ ...open, index })}
          >
            <span className="min-w-0 flex-1 truncate">
              <SafeText text={name} context="line" /> <span className="text-fg-3">{folder}</span>
            </span>
            <Count diff={diff} />
          </button>
        );
      })}
    </nav>
  );
}

function Count({ diff }: { readonly diff: FileDiff }) {
  const { added, removed } = lineDiffOf(diff);
  return <DiffCount added={added} removed={removed} />;
}

function CloseButton() {
  const { t } = useTranslation('common');
  return <IconButton label={t('close')} icon={<X size={15} />} onClick={closeDiff} />;
}

function partsOf(path: string): { readonly name: string; readonly folder: string } {
  const at = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
  return { name: path.slice(at + 1), folder: path.slice(0, Math.max(0, at)) };
}

function useFittingLayout(room: { readonly current: HTMLElement | null }): DiffLayout {
  const [layout, setLayout] = useState<DiffLayout>('inline');
  useEffect(() => {
    const element = room.current;
    if (element === null) return undefined;
    const measure = () => setLayout(element.clientWidth >= sideBySideFrom ? 'side-by-side' : 'inline');
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [room]);
  return layout;
}
