import {
  useEffect,
  useLayoutEffect,
  useRef,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
} from 'react';
import { keysArmed, pointerArmed } from '../permissions/arming.ts';
import { followLastKey, typedJustBefore } from '../permissions/last-key.ts';
import { useArming } from '../permissions/use-arming.ts';

/**
 * Which keys and presses count for a question, by the same clock as for a permission: a card that has just
 * come, changed or moved takes none, and focus that wandered here has to rest before Enter means it. Only what
 * sends, declines or cancels is guarded; filling in a field is not an answer.
 */
export function useQuestionInput(root: RefObject<HTMLElement | null>, contentKey: string) {
  const arming = useArming(root, { topmost: true, contentKey });
  const returnTo = useRef<HTMLElement | null>(null);
  const pressInside = useRef(false);
  const pressed = useRef<EventTarget | null>(null);

  useEffect(followLastKey, []);
  useEffect(() => {
    const release = () => {
      pressInside.current = false;
    };
    window.addEventListener('pointerup', release);
    window.addEventListener('pointercancel', release);
    return () => {
      window.removeEventListener('pointerup', release);
      window.removeEventListener('pointercancel', release);
    };
  }, []);

  // The card goes when its question is settled: focus inside it goes back before the page loses it.
  useLayoutEffect(() => {
    const element = root.current;
    return () => {
      if (element === null || !element.contains(document.activeElement)) return;
      if (returnTo.current?.isConnected === true) returnTo.current.focus({ preventScroll: true });
    };
  }, [root]);

  const inside = (target: EventTarget | null) =>
    target instanceof Node && root.current?.contains(target) === true;

  /** Whether Enter counts now; a key that comes too early starts the wait anew. */
  const keyCounts = (at: number): boolean => {
    if (keysArmed(arming.current(), at)) return true;
    arming.send({ type: 'key-refused' }, at);
    return false;
  };

  return {
    keyCounts,
    rootProps: {
      onFocus: (event: FocusEvent<HTMLElement>) => {
        if (inside(event.relatedTarget)) return;
        const { relatedTarget } = event;
        if (relatedTarget instanceof HTMLElement && relatedTarget !== document.body) {
          returnTo.current = relatedTarget;
        }
        const deliberate = event.target === root.current && !typedJustBefore(performance.now());
        arming.send({
          type: 'focus-entered',
          how: pressInside.current ? 'press' : deliberate ? 'command' : 'wandered',
        });
      },
      onBlur: (event: FocusEvent<HTMLElement>) => {
        if (!inside(event.relatedTarget)) arming.send({ type: 'focus-left' });
      },
      onPointerDownCapture: () => {
        pressInside.current = true;
      },
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        if (returnTo.current?.isConnected === true) returnTo.current.focus({ preventScroll: true });
        else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      },
    },
    /** For a button that answers. */
    buttonProps: (act: () => void) => ({
      onPointerDown: (event: PointerEvent<HTMLButtonElement>) => {
        arming.checkPlace();
        const counts = event.button === 0 && pointerArmed(arming.current(), event.timeStamp);
        pressed.current = counts ? event.currentTarget : null;
      },
      onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        if (event.repeat || !keyCounts(event.timeStamp)) event.preventDefault();
      },
      onClick: (event: MouseEvent<HTMLButtonElement>) => {
        const byPointer = event.detail > 0;
        const began = !byPointer || pressed.current === event.currentTarget;
        pressed.current = null;
        // A key that came too early was kept from getting here.
        if (byPointer) arming.checkPlace();
        if (began && (!byPointer || pointerArmed(arming.current(), event.timeStamp))) act();
      },
    }),
  };
}
