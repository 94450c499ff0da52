/** What Enter does in the composer. Input methods use Enter to take a candidate: that must never send. */
export type EnterPress = {
  readonly key: string;
  readonly shift: boolean;
  readonly ctrlOrMeta: boolean;
  readonly alt: boolean;
  readonly repeat: boolean;
  /** The browser says that a composition is under way. */
  readonly isComposing: boolean;
  /** 229 while an input method handles the key, also where `isComposing` is already false (Safari). */
  readonly keyCode: number;
  /** Since the last composition ended; Infinity: none did. Some engines end it just before its Enter. */
  readonly msSinceComposition: number;
};

export type EnterMeaning =
  | 'not-enter'
  | 'send'
  | 'newline'
  /** It belongs to the input method; the browser goes on with it. */
  | 'compose'
  /** It ended a composition a moment ago: nothing is to happen. */
  | 'swallow';

/** Longer than any engine waits between the end of a composition and its Enter; shorter than two presses. */
const compositionEchoMs = 40;

export function meaningOfEnter(press: EnterPress, enterSends: boolean): EnterMeaning {
  if (press.key !== 'Enter' && press.key !== 'Process') return 'not-enter';
  if (press.isComposing || press.keyCode === 229) return 'compose';
  if (press.key !== 'Enter') return 'not-enter';
  if (press.msSinceComposition < compositionEchoMs) return 'swallow';
  if (press.alt || press.shift) return 'newline';
  if (press.ctrlOrMeta) return press.repeat ? 'swallow' : 'send';
  if (!enterSends) return 'newline';
  return press.repeat ? 'swallow' : 'send';
}
