import { describe, expect, test } from 'vitest';
import type { PermissionOptionKind } from '../../shared/session/content.ts';
import {
  arm,
  armDelayMs,
  commandDelayMs,
  keysArmed,
  meaningOf,
  pointerArmed,
  pointerDelayMs,
  unarmed,
  type Arming,
  type ArmingEvent,
  type KeyPress,
} from './arming.ts';
import { isReject } from './option-list.ts';

const kinds: readonly PermissionOptionKind[] = ['allow_once', 'allow_always', 'reject_once'];

function press(key: string, rest: Partial<KeyPress> = {}): KeyPress {
  return {
    key,
    ctrlOrMeta: false,
    otherModifier: false,
    repeat: false,
    composing: false,
    on: { type: 'prompt' },
    ...rest,
  };
}

function after(...events: readonly (readonly [at: number, event: ArmingEvent])[]): Arming {
  return events.reduce((state, [at, event]) => arm(state, event, at), unarmed);
}

const shown: ArmingEvent = { type: 'shown', topmost: true };
const command: ArmingEvent = { type: 'focus-entered', how: 'command' };
const wandered: ArmingEvent = { type: 'focus-entered', how: 'wandered' };

describe('keys', () => {
  test('do nothing before the prompt has focus, however long it has been there', () => {
    expect(keysArmed(after([0, shown]), 1_000_000)).toBe(false);
  });

  test('count a moment after the command moves focus to a prompt that has been there for 600 ms', () => {
    const state = after([0, shown], [5000, command]);
    expect([keysArmed(state, 5149), keysArmed(state, 5150)]).toEqual([false, true]);
  });

  test('wait until what is shown was on the screen for 600 ms, however late it was painted', () => {
    const state = after([0, shown], [900, { type: 'painted', what: 'content' }], [1000, command]);
    expect([keysArmed(state, 1499), keysArmed(state, 1500)]).toEqual([false, true]);
  });

  test('are dated by when they were pressed: one from before the prompt was shown comes too early', () => {
    const state = after([1000, shown], [1000, command]);
    expect(keysArmed(state, 950)).toBe(false);
  });

  test('wait for 600 ms since the prompt appeared, also after the command', () => {
    const state = after([0, shown], [10, command]);
    expect([keysArmed(state, armDelayMs - 1), keysArmed(state, armDelayMs)]).toEqual([false, true]);
  });

  test('wait for 600 ms after focus wandered in', () => {
    const state = after([0, shown], [5000, wandered]);
    expect([keysArmed(state, 5599), keysArmed(state, 5600)]).toEqual([false, true]);
  });

  test('wait anew after a key that came too early', () => {
    const state = after([0, shown], [5000, wandered], [5500, { type: 'key-refused' }]);
    expect([keysArmed(state, 6099), keysArmed(state, 6100)]).toEqual([false, true]);
  });

  test('do not wait anew after a key once armed', () => {
    const state = after([0, shown], [5000, command], [5200, { type: 'key-refused' }]);
    expect(keysArmed(state, 5201)).toBe(true);
  });

  test('wait anew when the request changes or becomes the topmost one', () => {
    expect(keysArmed(after([0, shown], [5000, command], [6000, { type: 'changed' }]), 6599)).toBe(false);
    const second = after([0, { type: 'shown', topmost: false }], [5000, command]);
    expect(keysArmed(second, 9000)).toBe(false);
    const first = arm(second, { type: 'became-topmost' }, 9000);
    expect([keysArmed(first, 9599), keysArmed(first, 9600)]).toEqual([false, true]);
  });

  test('do nothing after focus left', () => {
    expect(keysArmed(after([0, shown], [5000, command], [5100, { type: 'focus-left' }]), 9000)).toBe(false);
  });
});

describe('the pointer', () => {
  test('counts 400 ms after the prompt appeared, changed or moved', () => {
    expect(pointerArmed(unarmed, 0)).toBe(false);
    const state = after([0, shown]);
    expect([pointerArmed(state, pointerDelayMs - 1), pointerArmed(state, pointerDelayMs)]).toEqual([
      false,
      true,
    ]);
    for (const event of [
      { type: 'moved' },
      { type: 'changed' },
      { type: 'became-topmost' },
      { type: 'painted', what: 'place' },
    ] as const) {
      const again = arm(state, event, 5000);
      expect([pointerArmed(again, 5399), pointerArmed(again, 5400)]).toEqual([false, true]);
    }
  });
});

describe('what a key means', () => {
  const onAllow = { on: { type: 'option', index: 0 } } as const;
  const onReject = { on: { type: 'option', index: 2 } } as const;
  test.each<[string, KeyPress, unknown]>([
    ['a digit chooses by position', press('2'), { type: 'choose', index: 1 }],
    ['a digit chooses also from a button', press('1', onReject), { type: 'choose', index: 0 }],
    ['a digit past the options does nothing', press('4'), { type: 'none' }],
    ['zero does nothing', press('0'), { type: 'none' }],
    ['a digit with Ctrl is another command', press('1', { ctrlOrMeta: true }), { type: 'none' }],
    ['a digit with Alt is another command', press('1', { otherModifier: true }), { type: 'none' }],
    ['a held digit does nothing', press('1', { repeat: true }), { type: 'none' }],
    ['a digit of an input method does nothing', press('1', { composing: true }), { type: 'none' }],
    ['Enter on Allow is swallowed', press('Enter', onAllow), { type: 'swallow' }],
    ['Space on Allow is swallowed', press(' ', onAllow), { type: 'swallow' }],
    ['Ctrl+Space on Allow is swallowed', press(' ', { ...onAllow, ctrlOrMeta: true }), { type: 'swallow' }],
    [
      'Ctrl+Enter on Allow chooses it',
      press('Enter', { ...onAllow, ctrlOrMeta: true }),
      { type: 'choose', index: 0 },
    ],
    [
      'held Ctrl+Enter on Allow is swallowed',
      press('Enter', { ...onAllow, ctrlOrMeta: true, repeat: true }),
      { type: 'swallow' },
    ],
    [
      'Ctrl+Shift+Enter on Allow is swallowed',
      press('Enter', { ...onAllow, ctrlOrMeta: true, otherModifier: true }),
      { type: 'swallow' },
    ],
    [
      'Ctrl+Enter on the prompt allows once',
      press('Enter', { ctrlOrMeta: true }),
      { type: 'choose', index: 0 },
    ],
    ['Enter on the prompt does nothing', press('Enter'), { type: 'none' }],
    ['Enter on Reject rejects', press('Enter', onReject), { type: 'choose', index: 2 }],
    ['Space on Reject rejects', press(' ', onReject), { type: 'choose', index: 2 }],
    ['Enter on another control is its own', press('Enter', { on: { type: 'other' } }), { type: 'none' }],
    ['y does nothing', press('y'), { type: 'none' }],
    ['Escape does nothing', press('Escape'), { type: 'none' }],
  ])('%s', (_name, key, meaning) => {
    expect(meaningOf(key, kinds)).toEqual(meaning);
  });

  test('Ctrl+Enter on the prompt does nothing where nothing can be allowed once', () => {
    expect(meaningOf(press('Enter', { ctrlOrMeta: true }), ['allow_always', 'reject_once'])).toEqual({
      type: 'none',
    });
  });
});

describe('a storm of keys', () => {
  /** mulberry32 */
  function generator(seed: number): () => number {
    let state = seed;
    return () => {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
    };
  }

  const storm = [
    'Enter',
    ' ',
    '1',
    '2',
    '3',
    '4',
    'y',
    'Escape',
    'Tab',
    'a',
    'Enter+Ctrl',
    'Command',
  ] as const;

  /**
   * Types for a while before and after a prompt appears. Tab walks focus through the page, sometimes into
   * the prompt and over its buttons; even the command that leads there is among the keys. Gaps stay under
   * the delay after the command, as a stream of keys does.
   */
  function run(
    seed: number,
    isArmed: (state: Arming, now: number) => boolean,
  ): { allowed: number; rejected: number } {
    const random = generator(seed);
    let now = 0;
    let state = unarmed;
    let focus: KeyPress['on'] | null = null;
    const answered = { allowed: 0, rejected: 0 };
    const appearsAt = random() * 2000;
    let visible = false;
    for (let count = 0; count < 200; count += 1) {
      now += 5 + random() * (commandDelayMs - 10);
      if (!visible && now >= appearsAt) {
        state = arm(state, shown, appearsAt);
        visible = true;
      }
      if (visible && random() < 0.02) state = arm(state, { type: random() < 0.5 ? 'changed' : 'moved' }, now);
      const key = storm[Math.floor(random() * storm.length)] ?? 'a';
      if (key === 'Command') {
        if (focus !== null) state = arm(state, { type: 'key-refused' }, now);
        if (!visible || focus !== null) continue;
        focus = { type: 'prompt' };
        state = arm(state, command, now);
        continue;
      }
      if (key === 'Tab') {
        const wasInside = focus !== null;
        if (visible && wasInside) state = arm(state, { type: 'key-refused' }, now);
        const stop = Math.floor(random() * 6);
        focus =
          !visible || stop > 3 ? null : stop === 3 ? { type: 'prompt' } : { type: 'option', index: stop };
        if (focus !== null && !wasInside) state = arm(state, wandered, now);
        if (focus === null && wasInside) state = arm(state, { type: 'focus-left' }, now);
        continue;
      }
      if (focus === null) continue;
      const meaning = meaningOf(
        press(key.replace('+Ctrl', ''), { on: focus, ctrlOrMeta: key.endsWith('+Ctrl') }),
        kinds,
      );
      if (isArmed(state, now) && meaning.type === 'choose') {
        const kind = kinds[meaning.index];
        if (kind !== undefined && isReject(kind)) answered.rejected += 1;
        else answered.allowed += 1;
      } else state = arm(state, { type: 'key-refused' }, now);
    }
    return answered;
  }

  test('answers nothing in 1,000 random sequences', () => {
    for (let seed = 1; seed <= 1000; seed += 1) {
      expect(run(seed, keysArmed), `seed ${seed}`).toEqual({ allowed: 0, rejected: 0 });
    }
  });

  test('control: a prompt that is armed by focus alone answers in most of them', () => {
    let answered = 0;
    for (let seed = 1; seed <= 1000; seed += 1) {
      if (run(seed, (state) => state.focused).allowed > 0) answered += 1;
    }
    expect(answered).toBeGreaterThan(500);
  });

  test('control: a delay since it appeared, without the quiet before a key, answers too', () => {
    let answered = 0;
    for (let seed = 1; seed <= 200; seed += 1) {
      const appearedLongAgo = (_state: Arming, now: number) => now > 2000 + armDelayMs;
      if (run(seed, appearedLongAgo).allowed > 0) answered += 1;
    }
    expect(answered).toBeGreaterThan(100);
  });
});
