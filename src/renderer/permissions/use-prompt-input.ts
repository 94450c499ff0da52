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
import { isAnswerKey, keysArmed, meaningOf, pointerArmed, type KeyPress } from './arming.ts';
import { kindsOf, type Choice } from './choices.ts';
import { scrolledBy } from './gate-scroll.ts';
import { followLastKey, typedJustBefore } from './last-key.ts';
import { useArming } from './use-arming.ts';

const modifierKeys = new Set(['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Fn', 'NumLock']);

/** Turns what a person does with keys and pointer into answers, or into nothing. */
export function usePromptInput({
  root,
  topmost,
  contentKey,
  choices,
  onAnswer,
}: {
  readonly root: RefObject<HTMLElement | null>;
  readonly topmost: boolean;
  readonly contentKey: string;
  readonly choices: readonly Choice[];
  readonly onAnswer: (choiceId: string) => void;
}) {
  const arming = useArming(root, { topmost, contentKey });
  /** Where focus was before it came here; it goes back there after the answer. */
  const returnTo = useRef<HTMLElement | null>(null);
  /** The choice under a press that began when presses counted. */
  const pressed = useRef<string | null>(null);
  const pressInside = useRef(false);
  const leftWithWindow = useRef(false);

  const giveFocusBack = () => {
    const target = returnTo.current;
    if (target !== null && target.isConnected) target.focus({ preventScroll: true });
    else root.current?.blur();
  };

  // The prompt goes when its request is settled: focus inside it goes back before the page loses it.
  useLayoutEffect(() => {
    const element = root.current;
    return () => {
      if (element !== null && element.contains(document.activeElement)) giveFocusBack();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- only at the end, with the refs as they are then
  }, []);

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

  const isInside = (target: EventTarget | null) =>
    target instanceof Node && root.current?.contains(target) === true;

  const onFocus = (event: FocusEvent<HTMLElement>) => {
    if (isInside(event.relatedTarget)) return;
    const { relatedTarget } = event;
    if (relatedTarget instanceof HTMLElement && relatedTarget !== document.body)
      returnTo.current = relatedTarget;
    // Tab never lands on the prompt itself (tabindex -1): only the command, a press and a button that leads
    // here do. Enter on such a button may be part of typing.
    const deliberate =
      event.target === root.current && !leftWithWindow.current && !typedJustBefore(performance.now());
    arming.send({
      type: 'focus-entered',
      how: pressInside.current ? 'press' : deliberate ? 'command' : 'wandered',
    });
    leftWithWindow.current = false;
  };

  const onBlur = (event: FocusEvent<HTMLElement>) => {
    if (isInside(event.relatedTarget)) return;
    leftWithWindow.current = !document.hasFocus();
    arming.send({ type: 'focus-left' });
  };

  /** Whether the box of the prompt moved. */
  const scrollGate = (key: string): boolean => {
    const box = root.current?.querySelector('[data-read-gate]') ?? null;
    if (box === null) return false;
    const place = { top: box.scrollTop, height: box.clientHeight, full: box.scrollHeight };
    const to = scrolledBy(key, place);
    if (to !== null) box.scrollTop = to;
    return to !== null;
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (modifierKeys.has(event.key)) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      giveFocusBack();
      return;
    }
    const press = pressOf(event, root.current);
    if (press.on.type !== 'other' && !press.ctrlOrMeta && !press.otherModifier && scrollGate(event.key)) {
      event.preventDefault();
    }
    const kinds = kindsOf(choices);
    if (!keysArmed(arming.current(), event.timeStamp)) {
      if (isAnswerKey(press, kinds)) event.preventDefault();
      arming.send({ type: 'key-refused' }, event.timeStamp);
      return;
    }
    const meaning = meaningOf(press, kinds);
    if (meaning.type === 'none') return;
    event.preventDefault();
    event.stopPropagation();
    const choice = meaning.type === 'choose' ? choices[meaning.index] : undefined;
    if (choice !== undefined) onAnswer(choice.id);
  };

  /** A button is activated by the release of Space: keydown decided already. */
  const onKeyUp = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === ' ' && optionUnder(event.target) !== null) event.preventDefault();
  };

  const buttonProps = (choiceId: string, index: number) => ({
    index,
    onPointerDown: (event: PointerEvent) => {
      arming.checkPlace();
      const counts = event.button === 0 && pointerArmed(arming.current(), event.timeStamp);
      pressed.current = counts ? choiceId : null;
    },
    onClick: (event: MouseEvent) => {
      arming.checkPlace();
      const counts = pointerArmed(arming.current(), event.timeStamp);
      // Assistive technology activates a button without a press; keys never get here (see onKeyDown).
      const began = event.detail === 0 || pressed.current === choiceId;
      pressed.current = null;
      if (counts && began) onAnswer(choiceId);
    },
  });

  return {
    rootProps: {
      onFocus,
      onBlur,
      onKeyDown,
      onKeyUp,
      onPointerDownCapture: () => {
        pressInside.current = true;
      },
    },
    buttonProps,
  };
}

function optionUnder(target: EventTarget): number | null {
  if (!(target instanceof Element)) return null;
  const index = target.closest('[data-choice]')?.getAttribute('data-choice');
  return index === undefined || index === null ? null : Number(index);
}

function pressOf(event: KeyboardEvent<HTMLElement>, root: HTMLElement | null): KeyPress {
  const index = optionUnder(event.target);
  return {
    key: event.key,
    ctrlOrMeta: event.ctrlKey || event.metaKey,
    otherModifier: event.altKey || event.shiftKey,
    repeat: event.repeat,
    composing: event.nativeEvent.isComposing || event.keyCode === 229,
    on:
      index !== null
        ? { type: 'option', index }
        : event.target === root
          ? { type: 'prompt' }
          : { type: 'other' },
  };
}
