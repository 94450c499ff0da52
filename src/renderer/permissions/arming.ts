/**
 * When a permission prompt takes a key or a press as an answer. A prompt that has just appeared under a
 * typing hand or a moving pointer must not be answered by what was meant for something else:
 *
 * - keys count only while focus is inside the prompt, and then only once it is armed: 600 ms after it
 *   became the topmost one, changed, or got focus by wandering (Tab, restored focus, a button that leads
 *   here pressed by plain Enter). The command that moves focus here is deliberate: a moment is enough.
 *   Every key that comes too early starts the long wait anew, so a stream of typing never arms it;
 * - a press counts only 400 ms after the prompt appeared, changed or moved under the pointer;
 * - Enter and Space never allow, whatever has focus; there is no default button.
 *
 * Pure: times are milliseconds of one monotonic clock, handed in. Input is dated by when it happened, what
 * is shown by when it was painted.
 */
import type { PermissionOptionKind } from '../../shared/session/content.ts';
import { isReject } from './option-list.ts';

export const armDelayMs = 600;
export const pointerDelayMs = 400;
/** Between the command and the answer: less than a person needs, more than a stream of keys leaves. */
export const commandDelayMs = 150;

export type Arming = {
  /** Only the first request of a session takes keys. */
  readonly topmost: boolean;
  readonly focused: boolean;
  /** From when on keys count, given focus. */
  readonly keysFrom: number;
  readonly pointerFrom: number;
};

export type ArmingEvent =
  | { readonly type: 'shown'; readonly topmost: boolean }
  | { readonly type: 'became-topmost' }
  | { readonly type: 'changed' }
  | { readonly type: 'moved' }
  /** What was shown, changed or moved is on the screen only now. */
  | { readonly type: 'painted'; readonly what: 'content' | 'place' }
  | { readonly type: 'focus-entered'; readonly how: 'command' | 'press' | 'wandered' }
  | { readonly type: 'focus-left' }
  /** A key that reached the prompt and was not taken as an answer. */
  | { readonly type: 'key-refused' };

export const unarmed: Arming = { topmost: false, focused: false, keysFrom: Infinity, pointerFrom: Infinity };

export function arm(state: Arming, event: ArmingEvent, now: number): Arming {
  const later = Math.max(state.keysFrom === Infinity ? 0 : state.keysFrom, now + armDelayMs);
  switch (event.type) {
    case 'shown':
      return {
        topmost: event.topmost,
        focused: false,
        keysFrom: now + armDelayMs,
        pointerFrom: now + pointerDelayMs,
      };
    case 'became-topmost':
      return { ...state, topmost: true, keysFrom: later, pointerFrom: now + pointerDelayMs };
    case 'changed':
      return { ...state, keysFrom: later, pointerFrom: now + pointerDelayMs };
    case 'painted':
      return event.what === 'content'
        ? { ...state, keysFrom: later, pointerFrom: now + pointerDelayMs }
        : { ...state, pointerFrom: now + pointerDelayMs };
    case 'moved':
      return { ...state, pointerFrom: now + pointerDelayMs };
    case 'focus-entered':
      return {
        ...state,
        focused: true,
        keysFrom: event.how === 'wandered' ? later : Math.max(state.keysFrom, now + commandDelayMs),
      };
    case 'focus-left':
      return { ...state, focused: false };
    case 'key-refused':
      return now < state.keysFrom ? { ...state, keysFrom: later } : state;
  }
}

export function keysArmed(state: Arming, now: number): boolean {
  return state.topmost && state.focused && now >= state.keysFrom;
}

export function pointerArmed(state: Arming, now: number): boolean {
  return now >= state.pointerFrom;
}

export type KeyPress = {
  readonly key: string;
  readonly ctrlOrMeta: boolean;
  /** Alt, or Shift with anything but Enter: chords that mean something else. */
  readonly otherModifier: boolean;
  readonly repeat: boolean;
  readonly composing: boolean;
  /** What has focus: the button of an option, the prompt itself, or another control inside it. */
  readonly on:
    | { readonly type: 'option'; readonly index: number }
    | { readonly type: 'prompt' }
    | { readonly type: 'other' };
};

export type KeyMeaning =
  /** Not an answer: scrolling, Tab, Escape. Left to whatever handles it. */
  | { readonly type: 'none' }
  /** Would activate a button by itself and must not: the default action is to be prevented. */
  | { readonly type: 'swallow' }
  | { readonly type: 'choose'; readonly index: number };

/** What a key means once the prompt is armed; `kinds` are the offered options in order. */
export function meaningOf(press: KeyPress, kinds: readonly PermissionOptionKind[]): KeyMeaning {
  const activates = press.key === 'Enter' || press.key === ' ';
  const plain = !press.composing && !press.repeat && !press.otherModifier;
  if (activates) {
    // A control that is no option (show all, open the diff) keeps its keys.
    if (press.on.type === 'other') return { type: 'none' };
    const allowKey = press.key === 'Enter' && press.ctrlOrMeta;
    if (!plain) return { type: 'swallow' };
    if (press.on.type === 'prompt') {
      const once = kinds.indexOf('allow_once');
      return allowKey && once !== -1 ? { type: 'choose', index: once } : { type: 'none' };
    }
    const kind = kinds[press.on.index];
    if (kind === undefined) return { type: 'swallow' };
    return isReject(kind) || allowKey ? { type: 'choose', index: press.on.index } : { type: 'swallow' };
  }
  if (!plain || press.ctrlOrMeta || !/^[1-9]$/.test(press.key)) return { type: 'none' };
  const index = Number(press.key) - 1;
  return kinds[index] === undefined ? { type: 'none' } : { type: 'choose', index };
}

/** Whether an early key is to be kept from doing anything: it would have been an answer or press a button. */
export function isAnswerKey(press: KeyPress, kinds: readonly PermissionOptionKind[]): boolean {
  return meaningOf(press, kinds).type !== 'none';
}
