import {
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
  type SyntheticEvent,
} from 'react';
import type { SlashCommand } from '../../shared/session/content.ts';
import { isWhole } from '../../shared/session/window.ts';
import { useServices } from '../shell/services.tsx';
import { useOpenSession } from '../sessions/session-context.tsx';
import { windowDrafts } from './draft-store.ts';
import { meaningOfEnter } from './enter-key.ts';
import { promptHistory, stepHistory, type HistoryPlace } from './prompt-history.ts';
import { completeCommand, rankCommands, slashQuery, type RankedCommand } from './slash-command.ts';

export type OpenMenu = {
  readonly commands: readonly RankedCommand[];
  readonly activeIndex: number;
  readonly pick: (index: number) => void;
};

/** What the keys do in the text: the command menu first, then history, then sending and stopping. */
export function useComposerKeys({
  area,
  menuId,
  text,
  empty,
  commands,
  enterSends,
  setText,
  send,
}: {
  readonly area: RefObject<HTMLTextAreaElement | null>;
  readonly menuId: string;
  readonly text: string;
  readonly empty: boolean;
  readonly commands: readonly SlashCommand[];
  readonly enterSends: boolean;
  readonly setText: (text: string) => void;
  readonly send: () => boolean;
}) {
  const session = useOpenSession();
  const { client } = useServices();
  const older = useRef<readonly string[]>([]);
  const [caret, setCaret] = useState(0);
  const [focused, setFocused] = useState(false);
  const [active, setActive] = useState({ query: '', index: 0 });
  /** The text for which the person closed the menu. */
  const [closedFor, setClosedFor] = useState<string | null>(null);
  const place = useRef<HistoryPlace>({ at: null });
  const compositionEndedAt = useRef(-Infinity);
  const nextCaret = useRef<number | null>(null);

  const query = focused && closedFor !== text ? slashQuery(text, caret) : null;
  const ranked = useMemo(() => (query === null ? [] : rankCommands(commands, query)), [commands, query]);
  const open = query !== null && ranked.length > 0;
  const activeIndex = active.query === query ? Math.min(active.index, ranked.length - 1) : 0;

  // The caret goes where a completion or the history put it, once the text is in place.
  useLayoutEffect(() => {
    if (nextCaret.current === null) return;
    area.current?.setSelectionRange(nextCaret.current, nextCaret.current);
    setCaret(nextCaret.current);
    nextCaret.current = null;
  }, [area, text]);

  const put = (next: string, at: number) => {
    nextCaret.current = at;
    setText(next);
  };
  const pick = (index: number) => {
    const command = ranked[index]?.command;
    if (command === undefined) return;
    const done = completeCommand(text, command);
    put(done.text, done.caret);
  };

  const onMenuKey = (event: KeyboardEvent): boolean => {
    const step = (by: number) =>
      setActive({ query: query ?? '', index: (activeIndex + by + ranked.length) % ranked.length });
    switch (event.key) {
      case 'ArrowDown':
        step(1);
        return true;
      case 'ArrowUp':
        step(-1);
        return true;
      case 'Tab':
        if (event.shiftKey) return false;
        pick(activeIndex);
        return true;
      case 'Escape':
        setClosedFor(text);
        return true;
      case 'Enter':
        // A name that is complete is sent; anything else is completed first.
        if (event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return false;
        if (text.trim() === `/${ranked[activeIndex]?.command.name ?? ''}`) return false;
        pick(activeIndex);
        return true;
      default:
        return false;
    }
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const composing = event.nativeEvent.isComposing || event.keyCode === 229;
    const enter = meaningOfEnter(
      {
        key: event.key,
        shift: event.shiftKey,
        ctrlOrMeta: event.ctrlKey || event.metaKey,
        alt: event.altKey,
        repeat: event.repeat,
        isComposing: event.nativeEvent.isComposing,
        keyCode: event.keyCode,
        msSinceComposition: event.timeStamp - compositionEndedAt.current,
      },
      enterSends,
    );
    if (enter === 'swallow') event.preventDefault();
    if (composing || enter === 'swallow' || enter === 'compose') return;
    if (open && onMenuKey(event)) {
      event.preventDefault();
      return;
    }
    if (enter === 'send') {
      event.preventDefault();
      place.current = { at: null };
      send();
      return;
    }
    if (event.key === 'Escape') {
      // With something written, Escape is not about the turn.
      if (!empty || session.store.getState().state.active === null) return;
      event.preventDefault();
      void session.actions.cancel();
      return;
    }
    const plain = !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (plain && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      const { state } = session.store.getState();
      const history = promptHistory(state, older.current, windowDrafts().sent.getState());
      if (!isWhole(state) && older.current.length === 0) void readOlder();
      const stepped = stepHistory(history, place.current, text, event.key === 'ArrowUp' ? 'back' : 'forth');
      if (stepped === null) return;
      event.preventDefault();
      place.current = stepped.place;
      put(stepped.text, stepped.text.length);
    }
  };

  /** Of turns that are not loaded, from when the history is first used. */
  const readOlder = async () => {
    const answer = await client.request('session.past', { sessionId: session.id });
    if (answer.ok) older.current = answer.value.prompts;
  };

  const trackCaret = (event: SyntheticEvent<HTMLTextAreaElement>) =>
    setCaret(event.currentTarget.selectionStart);
  return {
    menu: open ? ({ commands: ranked, activeIndex, pick } satisfies OpenMenu) : null,
    areaProps: {
      onKeyDown,
      onSelect: trackCaret,
      onFocus: () => setFocused(true),
      onBlur: () => setFocused(false),
      onCompositionEnd: (event: SyntheticEvent) => {
        compositionEndedAt.current = event.timeStamp;
      },
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
      'aria-controls': open ? menuId : undefined,
      'aria-activedescendant': open ? `${menuId}-${activeIndex}` : undefined,
    } as const,
  };
}
