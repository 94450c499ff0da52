import { expect, test, vi } from 'vitest';
import type { SessionsFrame } from '../../shared/ipc/contract/sessions.ts';
import { type SessionSummary, summaryOf } from '../../shared/session/select.ts';
import { emptySessionState } from '../../shared/session/state.ts';
import { FRAME_SUMMARIES, ListPublisher, SUMMARY_DELAY_MS } from './list-publisher.ts';
import { ManualClock } from './testing/manual-clock.ts';

test('of many sessions the newest come at once, the others after, and each stands as it is by then', async () => {
  const clock = new ManualClock();
  const all = new Map<string, SessionSummary>();
  for (let n = 0; n < 1200; n += 1) {
    const facts = { id: `s${n}`, workspaceId: 'w', agentId: 'a', agentName: 'A', cwd: '/', createdAt: n };
    all.set(facts.id, summaryOf(facts, emptySessionState));
  }
  const publisher = new ListPublisher({ clock, summaryOf: (id) => all.get(id) ?? null });
  const frames: SessionsFrame[] = [];
  const stop = publisher.watch([...all.values()], (frame) => frames.push(frame));
  expect(frames.map(({ type, summaries }) => [type, summaries.length, summaries[0]?.id])).toEqual([
    ['all', FRAME_SUMMARIES, 's1199'],
  ]);
  // Before its turn comes, one is gone and one is another.
  all.delete('s1');
  all.set('s2', { ...(all.get('s2') as SessionSummary), alias: 'Renamed' });
  await vi.waitFor(() => expect(frames).toHaveLength(3));
  const rest = frames.slice(1).flatMap(({ summaries }) => summaries);
  expect([rest.length, rest.find(({ id }) => id === 's2')?.alias]).toEqual([699, 'Renamed']);

  publisher.changed('s3');
  publisher.changed('s3');
  await clock.advance(SUMMARY_DELAY_MS);
  expect(frames.at(-1)).toMatchObject({ type: 'changed', summaries: [{ id: 's3' }], removed: [] });
  stop();
  publisher.removed('s3');
  expect(frames).toHaveLength(4);
});
