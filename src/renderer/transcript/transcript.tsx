/**
 * The transcript of the session around it: one virtual list of rows. What streams is read once a frame, and
 * only the rows that changed render.
 */
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type FocusEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import { useTranslation } from 'react-i18next';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { useStore } from 'zustand';
import { registerPromptScroller } from '../permissions/prompt-places.ts';
import { FindBar } from '../find/find-bar.tsx';
import { useFindMarks } from '../find/marks.ts';
import { useOpenSession, type OpenSession } from '../sessions/session-context.tsx';
import { EmptyState } from './empty-state.tsx';
import { useFrameSnapshot } from './frame-snapshot.ts';
import { FrontGrowth } from './grown-rows.ts';
import { JumpToLatest } from './jump-to-latest.tsx';
import { useMoves } from './use-moves.ts';
import { LinkPrompt } from './markdown/link-prompt.tsx';
import { OlderLine, useOlderRows } from './older-rows.tsx';
import { useReadingPlace } from './reading-place.ts';
import { moveThroughRows } from './row-focus.ts';
import { leaveRowList, takeRowList } from './row-list-memory.ts';
import { sizesFor, sizesOf } from './row-sizes.ts';
import { RowView } from './row-view.tsx';
import type { Row } from './row.ts';
import { useStickToEnd } from './stick-to-end.ts';
import { TranscriptViewContext } from './view-context.tsx';
import { classNames } from '../ui/class-names.ts';
import { transcriptView, type TranscriptViewStore } from './view-store.ts';

/** `compact`: in a tile of the grid. `footer` stands below the last row, in the same column. */
export function Transcript({
  compact = false,
  footer,
}: {
  readonly compact?: boolean | undefined;
  readonly footer?: ReactNode;
}) {
  const session = useOpenSession();
  const view = transcriptView(session.id);
  return (
    <TranscriptViewContext value={view}>
      <Rows key={session.id} session={session} view={view} compact={compact} footer={footer} />
    </TranscriptViewContext>
  );
}

function Rows({
  session,
  view,
  compact,
  footer,
}: {
  readonly session: OpenSession;
  readonly view: TranscriptViewStore;
  readonly compact: boolean;
  readonly footer: ReactNode;
}) {
  const { t } = useTranslation('transcript');
  const { state, loaded } = useFrameSnapshot(session.store);
  const openFolds = useStore(view, (current) => current.openFolds);
  const [list] = useState(() => takeRowList(state.turns));
  const { turns, active, permissions, subagents } = state;
  const [growth] = useState(() => new FrontGrowth());
  const [step, setStep] = useState(0);
  const all = list.read({ turns, active, permissions, subagents, openFolds });
  const { rows, shift, partly } = growth.read(all.rows, step);
  const [sizes] = useState(() => sizesFor(view.sizes, rows));

  const root = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useRef<VirtualizerHandle>(null);
  const stick = useStickToEnd(scroller, view.scroll === null);
  const { hold, letGo } = stick;
  const space = compact ? 12 : 24;

  // What effects and callbacks read of the last render.
  const latest = useRef({ rows, state });
  useLayoutEffect(() => {
    latest.current = { rows, state };
  }, [rows, state]);
  useEffect(() => {
    if (!partly) return undefined;
    const frame = requestAnimationFrame(() => setStep((before) => before + 1));
    return () => cancelAnimationFrame(frame);
  }, [partly, rows]);
  useLayoutEffect(
    () => () => {
      const { rows: shown, state: last } = latest.current;
      leaveRowList(last.turns, list);
      if (virtual.current !== null) view.sizes = sizesOf(virtual.current.cache, shown);
    },
    [list, view],
  );
  // A row that grows is measured and tells; a row that is new may be outside of what is rendered.
  useLayoutEffect(hold, [rows.length, hold]);

  const place = useReadingPlace({ session, view, rows, virtual, stick, space, latest });
  useFindMarks(scroller, session.id);
  useMoves(session, virtual, latest, stick, space);
  const look = useOlderRows(session, virtual, rows.length, place.seeking || place.settling);
  useEffect(
    () =>
      registerPromptScroller(session.id, (requestId) => {
        const call = latest.current.state.permissions.find(
          (pending) => pending.requestId === requestId,
        )?.toolCallId;
        const index = latest.current.rows.findIndex((each) => {
          const row = each.type === 'nested' ? each.row : each;
          if (row.type === 'tool') return row.entry.toolCallId === call;
          return row.type === 'entry' && row.entry.type === 'question' && row.entry.questionId === requestId;
        });
        if (index === -1) return;
        letGo();
        virtual.current?.scrollToIndex(index, { align: 'nearest' });
      }),
    [session.id, letGo],
  );

  const [focusedKey, setFocusedKey] = useState<string | null>(null);
  const onFocus = useCallback((event: FocusEvent<HTMLElement>) => {
    setFocusedKey((event.target as Element).closest<HTMLElement>('[data-row]')?.dataset['row'] ?? null);
  }, []);
  const keepMounted = useMemo(() => {
    const index = focusedKey === null ? -1 : rows.findIndex((row) => row.key === focusedKey);
    return index === -1 ? undefined : [index];
  }, [focusedKey, rows]);

  return (
    <div
      ref={root}
      // A size container: what is in it may measure itself by the transcript's height.
      className="[container-type:size] relative min-h-0 flex-1"
      style={{ '--row-inset': compact ? '2px' : '14px' } as CSSProperties}
    >
      <div
        ref={scroller}
        role="log"
        aria-live="off"
        aria-label={t('label')}
        tabIndex={0}
        className={classNames(
          place.seeking && 'invisible',
          'h-full overflow-x-hidden overflow-y-auto [scrollbar-gutter:stable_both-edges] outline-none focus-visible:shadow-[inset_0_0_0_2px_var(--focus)]',
        )}
        onKeyDown={moveThroughRows}
        onFocus={onFocus}
        onBlur={() => setFocusedKey(null)}
      >
        <OlderLine height={space} />
        <Virtualizer
          ref={virtual}
          data={rows}
          startMargin={space}
          bufferSize={400}
          shift={shift}
          onResize={hold}
          onScroll={look}
          onScrollEnd={place.remember}
          {...(sizes === undefined ? {} : { cache: sizes })}
          {...(keepMounted === undefined ? {} : { keepMounted })}
        >
          {elementOf}
        </Virtualizer>
        {footer !== undefined && footer !== null && (
          <div className="px-[var(--row-inset)]">
            <div className="mx-auto max-w-[var(--transcript-width)]">{footer}</div>
          </div>
        )}
        <div style={{ height: compact ? 4 : 8 }} />
      </div>
      {place.seeking && <Seeking />}
      {loaded && rows.length === 0 && <EmptyState />}
      {!stick.stuck && rows.length > 0 && <JumpToLatest state={state} onJump={stick.jumpToEnd} />}
      <FindBar />
      <LinkPrompt root={root} />
    </div>
  );
}

/** The place is some way back: what lies between comes first. */
function Seeking() {
  const { t } = useTranslation('transcript');
  return (
    <p className="absolute inset-x-0 top-1/3 text-center text-12 text-fg-3" role="status">
      {t('older.loading')}
    </p>
  );
}

const elements = new WeakMap<Row, ReactElement>();

/** One element per row object: the list skips rows whose element is the one it has. */
function elementOf(row: Row): ReactElement {
  const known = elements.get(row);
  if (known !== undefined) return known;
  const element = <RowView key={row.key} row={row} />;
  elements.set(row, element);
  return element;
}
