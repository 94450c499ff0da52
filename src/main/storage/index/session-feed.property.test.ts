/** An index that was fed while sessions lived says what one says that is made of their journals. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SessionEvent } from '../../../shared/session/event.ts';
import { reduceAll } from '../../../shared/session/reduce.ts';
import { emptySessionState } from '../../../shared/session/state.ts';
import { anyLog } from '../../../shared/session/testing/arbitrary-events.ts';
import { createSessionIndex } from './index-client.ts';
import { INDEX_FILE } from './index-file.ts';
import { SessionFeed } from './session-feed.ts';
import type { SessionIndex, SettledTurns } from './session-index.ts';
import {
  type IndexRig,
  createIndexRig,
  factsOf,
  inThisThread,
  openDatabase,
  upToDate,
} from './testing/index-rig.ts';

const facts = factsOf('s1');

/** All that can be found, in one order. */
function contentOf(dataDir: string): readonly unknown[] {
  const db = openDatabase(join(dataDir, INDEX_FILE));
  try {
    return db
      .prepare(
        `SELECT s.id AS session, t.id AS turn, t.shown, e.id AS entry, e.role, e.at, e.text FROM entry e
         JOIN turn t ON t.key = e.turn JOIN session s ON s.key = t.session
         ORDER BY s.id, t.id, e.id, e.role, e.at, e.text`,
      )
      .all();
  } finally {
    db.close();
  }
}

/** Goes through the log as a live session does: in steps of so many events, closed and opened between lives. */
async function live(
  rig: IndexRig,
  log: readonly SessionEvent[],
  {
    steps,
    lives,
    feedOn,
  }: {
    steps: readonly number[];
    lives: number;
    feedOn: (index: SessionIndex) => Pick<SessionIndex, 'indexTurns' | 'release'>;
  },
): Promise<{ readonly readAnew: number }> {
  const index = createSessionIndex({ start: inThisThread(rig.dataDir) });
  const feed = new SessionFeed(feedOn(index));
  let state = emptySessionState;
  let at = 0;
  for (let life = 0; life < lives; life += 1) {
    const end = life === lives - 1 ? log.length : Math.floor((log.length * (life + 1)) / lives);
    const journal = rig.store.openLog(facts);
    feed.begin(facts.id, state);
    const saved: Promise<void>[] = [];
    for (let step = 0; at < end; step += 1) {
      const events = log.slice(at, Math.min(end, at + (steps[step % steps.length] ?? 1)));
      saved.push(journal.append(events));
      state = reduceAll(state, events);
      index.put({ facts, summary: null, seq: state.seq, at: 0 });
      feed.settle(facts.id, state);
      at += events.length;
    }
    await journal.close();
    await Promise.all(saved);
    if (end > 0) feed.end(facts.id, state);
  }
  await index.list();
  const before = openDatabase(join(rig.dataDir, INDEX_FILE));
  const behind = Number(before.prepare('SELECT count(*) AS n FROM session WHERE through < seq').get()?.['n']);
  before.close();
  await index.close();
  return { readAnew: behind };
}

const scenario = fc.record({
  log: anyLog,
  steps: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }),
  lives: fc.integer({ min: 1, max: 3 }),
});

test('fed while it lived, or read from its journal: the same can be found', async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async ({ log, steps, lives }) => {
      const rig = await createIndexRig();
      try {
        const { readAnew } = await live(rig, log, { steps, lives, feedOn: (index) => index });
        expect(readAnew).toBe(0);
        const fed = contentOf(rig.dataDir);
        await rm(join(rig.dataDir, INDEX_FILE));
        const rebuilt = await upToDate(rig.engine());
        await rebuilt.close();
        expect(fed).toEqual(contentOf(rig.dataDir));
      } finally {
        await rig.close();
      }
    }),
    { numRuns: 12 },
  );
}, 120_000);

test('what never reached the index is read from the journal afterwards', async () => {
  const log: readonly SessionEvent[] = [
    { type: 'turn-started', turnId: 't1', prompt: [{ type: 'text', text: 'first' }], seq: 1, at: 1000 },
    { type: 'turn-ended', turnId: 't1', outcome: { type: 'stopped', reason: 'end_turn' }, seq: 2, at: 2000 },
    { type: 'turn-started', turnId: 't2', prompt: [{ type: 'text', text: 'second' }], seq: 3, at: 3000 },
    { type: 'turn-ended', turnId: 't2', outcome: { type: 'stopped', reason: 'end_turn' }, seq: 4, at: 4000 },
  ];
  const losing = (index: SessionIndex) => {
    let told = 0;
    return {
      release: (id: string) => index.release(id),
      indexTurns(id: string, settled: SettledTurns) {
        told += 1;
        if (told !== 2) index.indexTurns(id, settled);
      },
    };
  };
  const rig = await createIndexRig();
  try {
    await live(rig, log, { steps: [1], lives: 1, feedOn: losing });
    const engine = await upToDate(rig.engine());
    const { groups } = await engine.search({ text: 'after:1970' });
    expect(groups[0]?.hits.map(({ snippet }) => snippet)).toEqual(['second', 'first']);
  } finally {
    await rig.close();
  }
});

test('the control, which believes the number of every hand-over, misses the lost one', async () => {
  const texts = ['first', 'second'];
  const rig = await createIndexRig();
  try {
    const engine = rig.engine();
    await rig.write(facts, [
      { type: 'turn-started', turnId: 't1', prompt: [{ type: 'text', text: 'first' }] },
      { type: 'turn-started', turnId: 't2', prompt: [{ type: 'text', text: 'second' }] },
    ]);
    await engine.put([{ facts, summary: null, seq: 2, at: 0 }]);
    // `from` is made to fit what the index has.
    await engine.takeTurns(facts.id, { turns: [], from: 0, through: 2 });
    await engine.release(facts.id);
    await engine.settled();
    const found = await Promise.all(texts.map((text) => engine.search({ text })));
    expect(found.flatMap(({ groups }) => groups)).toEqual([]);
  } finally {
    await rig.close();
  }
});
