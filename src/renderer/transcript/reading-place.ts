/**
 * Where the person reads: begins where they left this transcript (at its end, or at the row they were reading),
 * remembers it, and goes to a place that somebody else found. What lies between is loaded first.
 */
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';
import type { SessionState } from '../../shared/session/state.ts';
import { placeToShow, takePlace } from '../sessions/place-to-show.ts';
import type { OpenSession } from '../sessions/session-context.tsx';
import { rememberPlace } from './place-memory.ts';
import type { Row } from './row.ts';
import { placeOfRow, rowOfTarget } from './row-place.ts';
import type { StickToEnd } from './stick-to-end.ts';
import { setToggle, toggleFold, type TranscriptViewStore } from './view-store.ts';
import type { Target } from '../../shared/session/window.ts';

type Ref<Value> = { readonly current: Value };

export type ReadingPlaceInput = {
  readonly session: OpenSession;
  readonly view: TranscriptViewStore;
  readonly rows: readonly Row[];
  readonly virtual: Ref<VirtualizerHandle | null>;
  readonly stick: StickToEnd;
  /** Height of what stands above the first row, px. */
  readonly space: number;
  readonly latest: Ref<{ readonly rows: readonly Row[]; readonly state: SessionState }>;
};

export type ReadingPlaceView = {
  /** On the way to a place that is not loaded. */
  readonly seeking: boolean;
  /** Rows must not come at the front: the list is on its way to a row by its number. */
  readonly settling: boolean;
  /** Call when the view came to rest. */
  readonly remember: () => void;
};

/** The list measures what it comes to and corrects itself: it has settled after so many frames and ms at rest. */
const rest = { frames: 12, ms: 300 };

/** Frames that a row may need to be there after its turn is. */
const patience = 30;

export function useReadingPlace(input: ReadingPlaceInput): ReadingPlaceView {
  const { session, view, rows, virtual, stick, space, latest } = input;
  const { letGo, jumpToEnd } = stick;
  const [seeking, setSeeking] = useState(false);
  const [settling, setSettling] = useState(0);
  const begun = useRef(false);
  const over = useRef(false);

  const goTo = useCallback(
    async (target: Target, then: (index: number) => void): Promise<boolean> => {
      const there = () => rowOfTarget(latest.current.rows, latest.current.state, target);
      if (there() === -1) {
        setSeeking(true);
        await session.older.reach(target);
      }
      for (let frame = 0; frame < patience && there() === -1 && !over.current; frame += 1) await nextFrame();
      setSeeking(false);
      const index = over.current ? -1 : there();
      if (index !== -1) {
        setSettling((before) => before + 1);
        then(index);
      }
      return index !== -1;
    },
    [session, latest],
  );

  useLayoutEffect(() => {
    if (begun.current || rows.length === 0) return;
    begun.current = true;
    const memory = view.scroll;
    const toEnd = () => virtual.current?.scrollToIndex(latest.current.rows.length - 1, { align: 'end' });
    if (memory === null || placeToShow.getState()?.sessionId === session.id) {
      toEnd();
      return;
    }
    const restore = (index: number) => {
      const exact = latest.current.rows.findIndex(({ key }) => key === memory.key);
      virtual.current?.scrollToIndex(exact === -1 ? index : exact, { align: 'start', offset: memory.within });
    };
    const exact = rows.findIndex(({ key }) => key === memory.key);
    if (exact !== -1) {
      setSettling((before) => before + 1);
      restore(exact);
    } else {
      toEnd();
      void goTo(memory, restore).then((found) => {
        if (!found && !over.current) jumpToEnd();
      });
    }
  }, [rows, view, virtual, latest, session, goTo, jumpToEnd]);

  // A place to show may be known before the transcript is there, or come while it is.
  const ready = rows.length > 0;
  useEffect(() => {
    if (!ready) return undefined;
    const take = () => {
      const place = takePlace(session.id);
      if (place === null) return;
      letGo();
      void goTo(place, (index) => {
        const row = latest.current.rows[index];
        if (row?.type === 'fold' && row.key !== place.entryId && !view.getState().openFolds.has(row.key)) {
          toggleFold(view, row.key);
        }
        // What was found may be in a part that is folded.
        if (place.match !== undefined && place.entryId !== null) setToggle(view, place.entryId, true);
        virtual.current?.scrollToIndex(index, { align: place.entryId === null ? 'start' : 'center' });
      });
    };
    take();
    return placeToShow.subscribe(take);
  }, [ready, session, view, virtual, latest, letGo, goTo]);

  const sticks = useRef(stick.stuck);
  useLayoutEffect(() => {
    sticks.current = stick.stuck;
  }, [stick.stuck]);
  const remember = useCallback(() => {
    const handle = virtual.current;
    if (handle === null || !begun.current || latest.current.rows.length === 0) return;
    const index = handle.findItemIndex(handle.scrollOffset);
    const { rows: shown, state } = latest.current;
    const found = sticks.current ? null : placeOfRow(shown, index, state);
    const at = found === null ? -1 : shown.findIndex(({ key }) => key === found.key);
    // The list counts from its first row, the scroller from what stands above it.
    const within = handle.scrollOffset - space - handle.getItemOffset(at);
    view.scroll = found === null ? null : { ...found, within };
    rememberPlace(session.id, view.scroll);
  }, [session, view, virtual, latest, space]);
  useLayoutEffect(() => {
    over.current = false;
    return () => {
      over.current = true;
      remember();
    };
  }, [remember]);

  useEffect(() => {
    if (settling === 0) return undefined;
    let stopped = false;
    const wait = async () => {
      let at = -1;
      let since = performance.now();
      for (let still = 0; still < rest.frames || performance.now() - since < rest.ms; still += 1) {
        const offset = virtual.current?.scrollOffset ?? 0;
        if (offset !== at) {
          at = offset;
          still = 0;
          since = performance.now();
        }
        await nextFrame();
        if (stopped) return;
      }
      setSettling(0);
    };
    void wait();
    return () => {
      stopped = true;
    };
  }, [settling, virtual]);

  return { seeking, settling: settling > 0, remember };
}

function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => resolve());
  });
}
