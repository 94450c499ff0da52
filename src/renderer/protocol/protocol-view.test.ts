import { expect, test } from 'vitest';
import type { ProtocolEntry } from '../../shared/ipc/contract/protocol.ts';
import { emptyProtocolView, filtered, isSelected, methodsOf, withFrames } from './protocol-view.ts';

function entry(seq: number, patch: Partial<ProtocolEntry> = {}): ProtocolEntry {
  return {
    seq,
    at: 0,
    from: 'agent',
    type: 'notification',
    method: 'session/update',
    id: null,
    detail: null,
    size: 1,
    ms: null,
    failed: false,
    remark: null,
    ...patch,
  };
}
const all = { direction: 'both', method: null, matches: null, until: null } as const;
const seqs = (entries: readonly ProtocolEntry[]) => entries.map(({ seq }) => seq);

test('frames add up, late answers find their request, and what main dropped goes here too', () => {
  const first = withFrames(emptyProtocolView, [
    { type: 'all', firstSeq: 1, entries: [entry(1), entry(2, { type: 'request' })], answered: [] },
  ]);
  const view = withFrames(first, [
    { type: 'more', firstSeq: 1, entries: [entry(3)], answered: [] },
    { type: 'more', firstSeq: 2, entries: [entry(4)], answered: [{ seq: 2, ms: 12 }] },
  ]);
  expect(seqs(view.entries)).toEqual([2, 3, 4]);
  expect(view.entries[0]?.ms).toBe(12);
  expect(view.state).toBe('live');
  // After a lag everything begins anew.
  const again = withFrames(view, [{ type: 'all', firstSeq: 4, entries: [entry(4)], answered: [] }]);
  expect(seqs(again.entries)).toEqual([4]);
});

test('filters by direction, method, oddness and text; marks stand in both directions', () => {
  const entries = [
    entry(1, { type: 'mark', method: 'stage', from: 'app' }),
    entry(2, { type: 'request', method: 'initialize', from: 'app' }),
    entry(3, { type: 'response', method: 'initialize', failed: true }),
    entry(4, { type: 'stderr', method: null }),
    entry(5, { remark: 'nonconforming' }),
  ];
  expect(seqs(filtered(entries, all))).toEqual([1, 2, 3, 4, 5]);
  expect(seqs(filtered(entries, { ...all, direction: 'app' }))).toEqual([1, 2]);
  expect(seqs(filtered(entries, { ...all, direction: 'agent' }))).toEqual([1, 3, 4, 5]);
  expect(seqs(filtered(entries, { ...all, method: 'initialize' }))).toEqual([2, 3]);
  expect(seqs(filtered(entries, { ...all, method: 'errors' }))).toEqual([3, 5]);
  expect(seqs(filtered(entries, { ...all, method: 'noise' }))).toEqual([4]);
  expect(seqs(filtered(entries, { ...all, matches: new Set([2, 5]) }))).toEqual([2, 5]);
  expect(seqs(filtered(entries, { ...all, until: 2 }))).toEqual([1, 2]);
  expect(methodsOf(entries)).toEqual([
    ['initialize', 2],
    ['session/update', 1],
  ]);
});

test('a selection goes from where it began to where it was led, either way', () => {
  const chosen = [1, 2, 3, 4, 5].filter((seq) => isSelected({ anchor: 4, head: 2 }, seq));
  expect(chosen).toEqual([2, 3, 4]);
  expect(isSelected(null, 1)).toBe(false);
});
