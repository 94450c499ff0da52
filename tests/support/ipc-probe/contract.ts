import { z } from 'zod';
import type { Handlers } from '../../../src/shared/ipc/handler.ts';
import { request, stream } from '../../../src/shared/ipc/method.ts';
import { err, ok } from '../../../src/shared/result.ts';

export type Chunk = { readonly message: number; readonly text: string; readonly merged: number };

export const probeContract = {
  double: request<number>()(z.object({ n: z.number() }), ['too-big']),
  hold: request<null>()(z.object({})),
  explode: request<null>()(z.object({})),
  /** `count` chunks, 50 a message, as fast as main can make them in slices of 1 ms. */
  chunks: stream<Chunk>()(z.object({ count: z.number().int().max(1_000_000) }), {
    merge: (previous, next) =>
      previous.message === next.message
        ? { message: next.message, text: previous.text + next.text, merged: previous.merged + next.merged }
        : null,
    maxWaiting: 20_000,
  }),
  /** Numbers that cannot be merged, starting anew from 0 at each subscription. */
  numbers: stream<number>()(z.object({ count: z.number().int().max(1_000_000) }), { maxWaiting: 1000 }),
} as const;

export type ProbeContract = typeof probeContract;

export function probeHandlers({ onDisposed }: { onDisposed: () => void }): Handlers<ProbeContract> {
  let floods = 0;
  return {
    double: ({ n }) => (n > 1000 ? err({ code: 'too-big', message: 'over 1000' }) : ok(n * 2)),
    hold: () => new Promise(() => undefined),
    explode: () => {
      throw new Error('a secret of main');
    },
    chunks: ({ count }, { emit, end, signal }) => {
      let made = 0;
      function slice(): void {
        for (let n = 0; n < 500 && made < count; n++, made++) {
          emit({ message: Math.floor(made / 50), text: `${made};`, merged: 1 });
        }
        if (signal.aborted) return;
        if (made < count) setTimeout(slice, 1);
        else end();
      }
      slice();
      return onDisposed;
    },
    numbers: ({ count }, { emit, end }) => {
      // The first subscription floods past the bound after its state; the next one keeps to it.
      const most = floods++ === 0 ? count : 10;
      emit(0);
      setTimeout(() => {
        for (let n = 1; n <= most; n++) emit(n);
        end();
      }, 50);
      return onDisposed;
    },
  };
}
