import { expect, test } from 'vitest';
import { meaningOfEnter, type EnterPress } from './enter-key.ts';

function press(rest: Partial<EnterPress> = {}): EnterPress {
  return {
    key: 'Enter',
    shift: false,
    ctrlOrMeta: false,
    alt: false,
    repeat: false,
    isComposing: false,
    keyCode: 13,
    msSinceComposition: Infinity,
    ...rest,
  };
}

test.each<[string, Partial<EnterPress>, string, string]>([
  ['Enter', {}, 'send', 'newline'],
  ['Shift+Enter', { shift: true }, 'newline', 'newline'],
  ['Alt+Enter', { alt: true }, 'newline', 'newline'],
  ['Ctrl+Enter', { ctrlOrMeta: true }, 'send', 'send'],
  ['held Enter', { repeat: true }, 'swallow', 'newline'],
  ['held Ctrl+Enter', { ctrlOrMeta: true, repeat: true }, 'swallow', 'swallow'],
  ['Enter while composing', { isComposing: true }, 'compose', 'compose'],
  ['Enter that the input method handles (Safari)', { keyCode: 229 }, 'compose', 'compose'],
  ['Process while composing', { key: 'Process', keyCode: 229 }, 'compose', 'compose'],
  ['Enter right after a composition ended', { msSinceComposition: 3 }, 'swallow', 'swallow'],
  [
    'Ctrl+Enter right after a composition ended',
    { ctrlOrMeta: true, msSinceComposition: 3 },
    'swallow',
    'swallow',
  ],
  ['a second Enter after a composition', { msSinceComposition: 120 }, 'send', 'newline'],
  ['another key', { key: 'a', keyCode: 65 }, 'not-enter', 'not-enter'],
])('%s', (_name, rest, sends, breaks) => {
  expect([meaningOfEnter(press(rest), true), meaningOfEnter(press(rest), false)]).toEqual([sends, breaks]);
});
