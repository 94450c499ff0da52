import { expect } from 'vitest';
import type { SessionEvent } from '../../../shared/session/event.ts';
import { reduceAll } from '../../../shared/session/reduce.ts';
import { emptySessionState } from '../../../shared/session/state.ts';

export function foldEquals(one: readonly SessionEvent[], other: readonly SessionEvent[]): void {
  expect(reduceAll(emptySessionState, one)).toEqual(reduceAll(emptySessionState, other));
}
