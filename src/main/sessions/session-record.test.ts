import { expect, test } from 'vitest';
import type { SessionEvent } from '../../shared/session/event.ts';
import { reduceAll } from '../../shared/session/reduce.ts';
import { emptySessionState } from '../../shared/session/state.ts';
import { chunk, ready, turn } from '../../shared/session/testing/events.ts';
import { SessionRecord } from './session-record.ts';
import { LogWithFaults } from './testing/log-with-faults.ts';
import { settled } from './testing/manual-clock.ts';

function makeRecord() {
  const log = new LogWithFaults();
  const reported: unknown[] = [];
  const record = new SessionRecord({ log, now: () => 7, report: (error) => reported.push(error) });
  return { log, reported, record };
}

async function logged(log: LogWithFaults): Promise<readonly SessionEvent[]> {
  const events: SessionEvent[] = [];
  for await (const batch of log.read()) events.push(...batch);
  return events;
}

test('what streams in one run of code is one batch with its chunks joined, and nothing overtakes it', async () => {
  const { record } = makeRecord();
  const batches: (readonly SessionEvent[])[] = [];
  record.watch({
    onEvents: (events) => batches.push(events),
    onEnd: () => undefined,
  });
  record.collect([chunk('agent', 'a')]);
  record.collect([chunk('agent', 'b'), chunk('thought', 'c'), chunk('thought', 'd')]);
  void record.append([ready()]);
  record.collect([chunk('agent', 'e')]);
  record.collect([chunk('agent', 'f')]);
  await settled();
  expect(batches).toEqual([
    [
      { ...chunk('agent', 'ab'), seq: 2, at: 7, first: { seq: 1, at: 7 } },
      { ...chunk('thought', 'cd'), seq: 4, at: 7, first: { seq: 3, at: 7 } },
    ],
    [{ ...ready(), seq: 5, at: 7 }],
    [{ ...chunk('agent', 'ef'), seq: 7, at: 7, first: { seq: 6, at: 7 } }],
  ]);
});

test('a watcher gets the state and then everything after it', async () => {
  const { record } = makeRecord();
  void record.append([turn('t1')]);
  record.collect([chunk('agent', 'seen')]);
  const after: SessionEvent[] = [];
  const { state, stop } = record.watch({
    onEvents: (events) => after.push(...events),
    onEnd: () => undefined,
  });
  record.collect([chunk('agent', ' later')]);
  await settled();
  expect(reduceAll(state, after)).toEqual(record.state);
  stop();
  void record.append([turn('t2')]);
  expect(after).toHaveLength(1);
});

test('the log folds to the state', async () => {
  const { log, record } = makeRecord();
  void record.append([ready(), turn('t1')]);
  for (const words of ['a', 'b', 'c']) record.collect([chunk('agent', words)]);
  await settled();
  const events = await logged(log);
  expect(events).toHaveLength(3);
  expect(reduceAll(emptySessionState, events)).toEqual(record.state);
});

test('a watcher that throws disturbs neither the others nor the record', async () => {
  const { record, reported } = makeRecord();
  const seen: number[] = [];
  record.watch({
    onEvents: () => {
      throw new Error('bad watcher');
    },
    onEnd: () => undefined,
  });
  record.watch({ onEvents: (events) => seen.push(...events.map(({ seq }) => seq)), onEnd: () => undefined });
  await record.append([turn('t1')]);
  expect({ seen, reported }).toEqual({ seen: [1], reported: [new Error('bad watcher')] });
});

test('what cannot be saved is folded and reported, and whoever waits for it is told', async () => {
  const { log, record, reported } = makeRecord();
  log.broken = true;
  await expect(record.append([turn('t1')])).rejects.toThrow('no space left');
  expect({ active: record.state.active?.id, reported: reported.length }).toEqual({
    active: 't1',
    reported: 1,
  });
});

test('after its end a record takes nothing and tells late watchers so', async () => {
  const { record, log } = makeRecord();
  await record.end();
  await record.append([turn('t1')]);
  record.collect([chunk('agent', 'a')]);
  let hasEnded = false;
  record.watch({
    onEvents: () => undefined,
    onEnd: () => {
      hasEnded = true;
    },
  });
  await settled();
  expect({ hasEnded, seq: record.state.seq, closed: log.isClosed }).toEqual({
    hasEnded: true,
    seq: 0,
    closed: true,
  });
});
