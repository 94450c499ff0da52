/**
 * Keeps a scroller at its end while it grows, until the person moves away from it. Only what a person does
 * (wheel, keys, scroll bar, touch) can let go; growth, measuring and our own scrolling cannot.
 */
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';

/** Pixels from the end that still count as being there. */
const near = 24;
/** A scroll within this time after an input is the person's. */
const inputMs = 400;

export type StickToEnd = {
  readonly stuck: boolean;
  /** Call after the height changed. */
  readonly hold: () => void;
  readonly jumpToEnd: () => void;
  readonly letGo: () => void;
};

export function useStickToEnd(scroller: RefObject<HTMLElement | null>, initially: boolean): StickToEnd {
  const [stuck, setStuck] = useState(initially);
  const sticks = useRef(initially);
  /** Where we last put the scroller, or the person did. */
  const heldAt = useRef(0);

  const set = useCallback((next: boolean) => {
    if (sticks.current === next) return;
    sticks.current = next;
    setStuck(next);
  }, []);
  const hold = useCallback(() => {
    const element = scroller.current;
    if (element === null || !sticks.current) return;
    element.scrollTop = element.scrollHeight;
    heldAt.current = element.scrollTop;
  }, [scroller]);
  const jumpToEnd = useCallback(() => {
    set(true);
    hold();
  }, [set, hold]);
  const letGo = useCallback(() => set(false), [set]);

  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    let inputAt = -Infinity;
    let held = false;
    const input = () => {
      inputAt = performance.now();
    };
    const down = () => {
      held = true;
      input();
    };
    const up = () => {
      held = false;
    };
    const scrolled = () => {
      const byPerson = held || performance.now() - inputAt < inputMs;
      // Our own scrolling to the end, once a frame while it grows: nothing to find out, so nothing is measured.
      if (!byPerson && sticks.current) return;
      const top = element.scrollTop;
      if (element.scrollHeight - top - element.clientHeight <= near) set(true);
      else if (byPerson && top < heldAt.current) set(false);
      heldAt.current = top;
    };
    const passive = { passive: true } as const;
    element.addEventListener('wheel', input, passive);
    element.addEventListener('touchmove', input, passive);
    element.addEventListener('keydown', input);
    element.addEventListener('pointerdown', down, passive);
    window.addEventListener('pointerup', up, passive);
    window.addEventListener('pointercancel', up, passive);
    element.addEventListener('scroll', scrolled, passive);
    const size = new ResizeObserver(hold);
    size.observe(element);
    return () => {
      element.removeEventListener('wheel', input);
      element.removeEventListener('touchmove', input);
      element.removeEventListener('keydown', input);
      element.removeEventListener('pointerdown', down);
      window.removeEventListener('pointerup', up);
      window.removeEventListener('pointercancel', up);
      element.removeEventListener('scroll', scrolled);
      size.disconnect();
    };
  }, [scroller, hold, set]);

  return { stuck, hold, jumpToEnd, letGo };
}
