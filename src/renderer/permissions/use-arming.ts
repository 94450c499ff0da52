import { useCallback, useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { arm, unarmed, type Arming, type ArmingEvent } from './arming.ts';

/**
 * The arming of one prompt on the page. It watches what can move a button under the pointer: layout
 * shifts anywhere, scrolling, and its own size. State lives in a ref: nothing is drawn from it.
 */
export function useArming(
  root: RefObject<HTMLElement | null>,
  request: { readonly topmost: boolean; readonly contentKey: string },
): {
  readonly current: () => Arming;
  readonly send: (event: ArmingEvent, at?: number) => void;
  readonly checkPlace: () => void;
} {
  const state = useRef<Arming>(unarmed);
  const place = useRef<DOMRect | null>(null);
  const first = useRef(true);
  const painting = useRef<'content' | 'place' | null>(null);

  /** `at`: when it happened, where that is known (the time stamp of an input event). */
  const send = useCallback((event: ArmingEvent, at = performance.now()) => {
    state.current = arm(state.current, event, at);
    const what = paintedBy(event);
    if (what === null) return;
    const waiting = painting.current;
    painting.current = what === 'content' || waiting === 'content' ? 'content' : 'place';
    if (waiting !== null) return;
    // The task after the next frame: what changed is on the screen then, however long the page was busy.
    requestAnimationFrame(() =>
      setTimeout(() => {
        const painted = painting.current;
        painting.current = null;
        if (painted !== null)
          state.current = arm(state.current, { type: 'painted', what: painted }, performance.now());
      }),
    );
  }, []);

  /** Whether the prompt is where it was; if not, the pointer has to wait. */
  const checkPlace = useCallback(() => {
    const rect = root.current?.getBoundingClientRect() ?? null;
    const before = place.current;
    place.current = rect;
    if (rect === null || before === null) return;
    const moved =
      Math.abs(rect.top - before.top) > 0.5 ||
      Math.abs(rect.left - before.left) > 0.5 ||
      Math.abs(rect.bottom - before.bottom) > 0.5 ||
      Math.abs(rect.right - before.right) > 0.5;
    if (moved) send({ type: 'moved' });
  }, [root, send]);

  useLayoutEffect(() => {
    if (first.current) {
      first.current = false;
      send({ type: 'shown', topmost: request.topmost });
      place.current = root.current?.getBoundingClientRect() ?? null;
      return;
    }
    send({ type: 'changed' });
    // oxlint-disable-next-line react/exhaustive-deps -- topmost has an effect of its own
  }, [request.contentKey]);

  useLayoutEffect(() => {
    if (request.topmost && !state.current.topmost) send({ type: 'became-topmost' });
  }, [request.topmost, send]);

  useEffect(() => {
    const element = root.current;
    if (element === null) return;
    document.addEventListener('scroll', checkPlace, { capture: true, passive: true });
    const resizes = new ResizeObserver(checkPlace);
    resizes.observe(element);
    const shifts = new PerformanceObserver(checkPlace);
    try {
      shifts.observe({ type: 'layout-shift' });
    } catch {
      // Not every engine reports layout shifts; the check at the press remains.
    }
    return () => {
      document.removeEventListener('scroll', checkPlace, { capture: true });
      resizes.disconnect();
      shifts.disconnect();
    };
  }, [root, checkPlace]);

  return { current: () => state.current, send, checkPlace };
}

function paintedBy(event: ArmingEvent): 'content' | 'place' | null {
  if (event.type === 'shown' || event.type === 'became-topmost' || event.type === 'changed') return 'content';
  return event.type === 'moved' ? 'place' : null;
}
