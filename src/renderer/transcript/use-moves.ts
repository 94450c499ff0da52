import { useEffect } from 'react';
import type { VirtualizerHandle } from 'virtua';
import type { OpenSession } from '../sessions/session-context.tsx';
import type { Row } from './row.ts';
import type { StickToEnd } from './stick-to-end.ts';
import { registerMoves } from './transcript-moves.ts';

/** A prompt that is nearer to the top than this is the one that the person is at, px. */
const near = 4;

/** Lets commands move through the transcript. `space`: height of what stands above the first row, px. */
export function useMoves(
  session: OpenSession,
  virtual: { readonly current: VirtualizerHandle | null },
  latest: { readonly current: { readonly rows: readonly Row[] } },
  { letGo, jumpToEnd }: StickToEnd,
  space: number,
): void {
  useEffect(() => {
    const show = (index: number) => {
      letGo();
      virtual.current?.scrollToIndex(index, { align: 'start' });
    };
    const isPrompt = (index: number) => latest.current.rows[index]?.type === 'prompt';
    const find = (direction: 'previous' | 'next'): number => {
      const handle = virtual.current;
      if (handle === null) return -1;
      const top = handle.scrollOffset - space;
      const { rows } = latest.current;
      const at = handle.findItemIndex(Math.max(0, top + near));
      if (direction === 'next') {
        for (let index = at; index < rows.length; index += 1) {
          if (isPrompt(index) && handle.getItemOffset(index) > top + near) return index;
        }
        return -1;
      }
      for (let index = at; index >= 0; index -= 1) {
        if (isPrompt(index) && handle.getItemOffset(index) < top - near) return index;
      }
      return -1;
    };
    return registerMoves(session.id, {
      toEnd: jumpToEnd,
      turnInView: () => {
        const handle = virtual.current;
        if (handle === null) return null;
        const { rows } = latest.current;
        const turnOf = (index: number) => {
          const row = rows[index];
          return row?.type === 'prompt' ? row.turnId : null;
        };
        const top = handle.scrollOffset - space;
        const at = handle.findItemIndex(Math.max(0, top + near));
        const bottom = top + handle.viewportSize;
        for (let index = at; index < rows.length && handle.getItemOffset(index) < bottom; index += 1) {
          const turnId = turnOf(index);
          if (turnId !== null) return turnId;
        }
        for (let index = at; index >= 0; index -= 1) {
          const turnId = turnOf(index);
          if (turnId !== null) return turnId;
        }
        return null;
      },
      toLastPrompt: () => {
        for (let index = latest.current.rows.length - 1; index >= 0; index -= 1) {
          if (isPrompt(index)) return show(index);
        }
      },
      toPrompt: async (direction) => {
        let index = find(direction);
        if (direction === 'next' && index === -1) return jumpToEnd();
        while (index === -1 && (await session.older.load())) {
          await new Promise((resolve) => {
            requestAnimationFrame(() => requestAnimationFrame(resolve));
          });
          index = find(direction);
        }
        if (index === -1) virtual.current?.scrollTo(0);
        else show(index);
      },
    });
  }, [session, virtual, latest, letGo, jumpToEnd, space]);
}
