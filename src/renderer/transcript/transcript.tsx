/**
 * The transcript of the session around it: one virtual list of rows. What streams is read once a frame, and
 * only the rows that changed render.
 */
import { ArrowDown } from 'lucide-react';
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
import { promptsInView, registerPromptScroller } from '../permissions/prompt-places.ts';
import { useOpenSession, useSession, type OpenSession } from '../sessions/session-context.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from './empty-state.tsx';
import { useFrameSnapshot } from './frame-snapshot.ts';
import { LinkPrompt } from './markdown/link-prompt.tsx';
import { moveThroughRows } from './row-focus.ts';
import { RowList } from './row-list.ts';
import { RowView } from './row-view.tsx';
import type { Row } from './row.ts';
import { useStickToEnd } from './stick-to-end.ts';
import { TranscriptViewContext } from './view-context.tsx';
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
  const [list] = useState(() => new RowList());
  const { turns, active, permissions, subagents } = state;
  const { rows, entries } = list.read({ turns, active, permissions, subagents, openFolds });

  const root = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useRef<VirtualizerHandle>(null);
  const stick = useStickToEnd(scroller, view.scroll === null);
  const { hold, letGo } = stick;
  const space = compact ? 12 : 24;

  // What effects and callbacks read of the last render.
  const latest = useRef({ rows, permissions });
  useLayoutEffect(() => {
    latest.current = { rows, permissions };
  }, [rows, permissions]);
  // A row that grows is measured and tells; a row that is new may be outside of what is rendered.
  useLayoutEffect(hold, [rows.length, hold]);

  useRestoredScroll(view, rows, virtual, stick.stuck, latest);
  useEffect(
    () =>
      registerPromptScroller(session.id, (requestId) => {
        const call = latest.current.permissions.find(
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
        className="h-full overflow-x-hidden overflow-y-auto [scrollbar-gutter:stable_both-edges] outline-none focus-visible:shadow-[inset_0_0_0_2px_var(--focus)]"
        onKeyDown={moveThroughRows}
        onFocus={onFocus}
        onBlur={() => setFocusedKey(null)}
      >
        <div style={{ height: space }} />
        <Virtualizer
          ref={virtual}
          data={rows}
          startMargin={space}
          bufferSize={400}
          onResize={hold}
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
      {loaded && rows.length === 0 && <EmptyState />}
      {!stick.stuck && rows.length > 0 && <JumpToLatest entries={entries} onJump={stick.jumpToEnd} />}
      <LinkPrompt root={root} />
    </div>
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

/** Mounted when the person leaves the end, so that what came since is what came since then. */
function JumpToLatest({ entries, onJump }: { readonly entries: number; readonly onJump: () => void }) {
  const { t } = useTranslation('transcript');
  const [before] = useState(entries);
  const fresh = entries - before;
  // It must not lie over the buttons of a request.
  const asks = useSession(({ state }) => state.permissions);
  const questions = useSession(({ state }) => state.questions);
  const inView = useStore(promptsInView);
  if (asks.some(({ requestId }) => inView.has(requestId))) return null;
  if (questions.some(({ questionId }) => inView.has(questionId))) return null;
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center">
      <Button
        size="sm"
        className="pointer-events-auto rounded-full shadow-float"
        icon={<ArrowDown size={13} aria-hidden />}
        onClick={onJump}
      >
        {fresh > 0 ? t('jumpNew', { count: fresh }) : t('jump')}
      </Button>
    </div>
  );
}

/** Begins where the person left this transcript: at its end, or at the row they were reading. */
function useRestoredScroll(
  view: TranscriptViewStore,
  rows: readonly Row[],
  virtual: { readonly current: VirtualizerHandle | null },
  stuck: boolean,
  latest: { readonly current: { readonly rows: readonly Row[] } },
): void {
  const restored = useRef(false);
  useLayoutEffect(() => {
    if (restored.current || rows.length === 0) return;
    restored.current = true;
    const memory = view.scroll;
    const index = memory === null ? -1 : rows.findIndex((row) => row.key === memory.key);
    if (memory !== null && index !== -1) {
      virtual.current?.scrollToIndex(index, { align: 'start', offset: memory.within });
    } else virtual.current?.scrollToIndex(rows.length - 1, { align: 'end' });
  }, [rows, view, virtual]);

  const sticks = useRef(stuck);
  useLayoutEffect(() => {
    sticks.current = stuck;
  }, [stuck]);
  useLayoutEffect(() => {
    const handle = virtual.current;
    const remember = () => {
      if (handle === null) return;
      const index = handle.findItemIndex(handle.scrollOffset);
      const row = latest.current.rows[index];
      const reading = !sticks.current && row !== undefined;
      view.scroll = reading
        ? { key: row.key, within: handle.scrollOffset - handle.getItemOffset(index) }
        : null;
    };
    return remember;
  }, [view, virtual, latest]);
}
