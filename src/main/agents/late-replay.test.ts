import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { untilQuiet } from './late-replay.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function waiting() {
  let hear: () => void = () => undefined;
  const watch = { isOver: false, hear: () => hear() };
  const pace = { quietMs: 300, limitMs: 1000 };
  void untilQuiet((heard) => {
    hear = heard;
  }, pace).then(() => {
    watch.isOver = true;
  });
  return watch;
}

test('the wait is over after a silence, counted from the last sign of life', async () => {
  const watch = waiting();
  await vi.advanceTimersByTimeAsync(299);
  watch.hear();
  await vi.advanceTimersByTimeAsync(299);
  expect(watch.isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(watch.isOver).toBe(true);
});

test('an agent that does not fall silent is not waited for without end', async () => {
  const watch = waiting();
  for (let ms = 0; ms < 999; ms += 111) {
    await vi.advanceTimersByTimeAsync(111);
    watch.hear();
  }
  expect(watch.isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(watch.isOver).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});
