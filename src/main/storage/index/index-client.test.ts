import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { IndexStatus } from '../../../shared/session/search.ts';
import { chunk, ended, turn } from '../../../shared/session/testing/events.ts';
import { ManualClock } from '../../sessions/testing/manual-clock.ts';
import { createSessionIndex } from './index-client.ts';
import type { FromIndex, ToIndex } from './index-messages.ts';
import { type StartIndexPort, startIndexWorker } from './index-port.ts';
import type { SessionIndex } from './session-index.ts';
import { bundleIndexWorker } from './testing/bundle-worker.ts';
import { type IndexRig, createIndexRig, factsOf, shown } from './testing/index-rig.ts';

let bundles: string;
let program: string;
beforeAll(async () => {
  // Below the project: the native package is found from there.
  bundles = await mkdtemp(join(process.cwd(), 'node_modules/.index-worker-'));
  program = await bundleIndexWorker(bundles);
});
afterAll(() => rm(bundles, { recursive: true, force: true }));

let rig: IndexRig;
let index: SessionIndex | null = null;
beforeEach(async () => {
  rig = await createIndexRig();
});
afterEach(async () => {
  await index?.close();
  await rig.close();
});

function inState(of: SessionIndex, wanted: (status: IndexStatus) => boolean): Promise<IndexStatus> {
  return new Promise((resolve) => {
    const stop = of.watchStatus((status) => {
      if (!wanted(status)) return;
      resolve(status);
      queueMicrotask(() => stop());
    });
  });
}

const isReady = ({ state }: IndexStatus) => state === 'ready';

test('in a thread of its own: listed, found, told live, and there again after a restart', async () => {
  await rig.write(factsOf('cold'), [turn('t1', 'needle in the journal'), ended('t1')]);
  index = createSessionIndex({ start: startIndexWorker(program, rig.dataDir) });
  await inState(index, isReady);
  const read = inState(index, (status) => status.state === 'ready' && status.sessions === 1);
  expect(await index.refresh()).toBe(1);
  await read;
  expect(shown(await index.search({ text: 'needle' }))).toEqual(['cold/t1/null [needle] in the journal']);
  index.put({ facts: factsOf('live'), summary: { title: 'Live' }, seq: 2, at: 5 });
  index.indexTurns('live', {
    turns: [
      {
        id: 't9',
        startedAt: 2e12,
        endedAt: 2e12,
        prompt: [{ type: 'text', text: 'a live needle' }],
        entries: [],
        outcome: null,
      },
    ],
    title: null,
    from: 0,
    through: 2,
  });
  expect(shown(await index.search({ text: 'needle' }))).toEqual([
    'live/t9/null a live [needle]',
    'cold/t1/null [needle] in the journal',
  ]);
  const listed = await index.list();
  expect(listed.map(({ id }) => id).sort()).toEqual(['cold', 'live']);
  await index.close();
  index = createSessionIndex({ start: startIndexWorker(program, rig.dataDir) });
  expect(shown(await index.search({ text: 'live needle' }))).toHaveLength(1);
});

test('a thread that cannot open its file says that search is off, and the rest goes on', async () => {
  await rm(rig.dataDir, { recursive: true });
  await writeFile(rig.dataDir, 'no folder');
  index = createSessionIndex({ start: startIndexWorker(program, rig.dataDir) });
  expect(await inState(index, ({ state }) => state === 'off')).toMatchObject({ why: 'no-disk' });
  await expect(index.search({ text: 'x' })).rejects.toMatchObject({ code: 'off' });
});

test('a library that cannot be loaded turns search off', async () => {
  const alone = await mkdtemp(join(rig.dataDir, 'alone-'));
  await copyFile(program, join(alone, 'worker.cjs'));
  index = createSessionIndex({ start: startIndexWorker(join(alone, 'worker.cjs'), rig.dataDir) });
  expect(await inState(index, ({ state }) => state === 'off')).toMatchObject({ why: 'no-library' });
});

/** Threads that a test ends, hears and answers for. */
function scriptedThreads() {
  const threads: {
    readonly heard: ToIndex[];
    readonly say: (message: FromIndex) => void;
    readonly end: () => void;
    stopped: boolean;
  }[] = [];
  const start: StartIndexPort = ({ onMessage, onExit }) => {
    const thread = {
      heard: [] as ToIndex[],
      say: onMessage,
      end: () => onExit('killed'),
      stopped: false,
    };
    threads.push(thread);
    return {
      post: (message) => {
        thread.heard.push(message);
        // What is asked of it last is answered at once, so that tests end.
        if ('ask' in message && message.ask === 'close')
          onMessage({ type: 'answer', id: message.id, value: null });
      },
      stop: async () => {
        thread.stopped = true;
      },
    };
  };
  return { threads, start };
}

test('a thread that ends is started anew and told again what lives, three times; then search is off until it is repaired', async () => {
  const { threads, start } = scriptedThreads();
  index = createSessionIndex({ start, clock: new ManualClock() });
  index.put({ facts: factsOf('live'), summary: null, seq: 1, at: 1 });
  const lost = index.search({ text: 'x' });
  threads[0]?.end();
  await expect(lost).rejects.toMatchObject({ code: 'failed' });
  expect(threads[1]?.heard).toMatchObject([{ note: 'put', sessions: [{ facts: { id: 'live' } }] }]);
  threads[1]?.end();
  threads[2]?.end();
  expect(index.status.state).toBe('opening');
  threads[3]?.end();
  expect(index.status).toMatchObject({ state: 'off', why: 'keeps-failing' });
  expect(threads).toHaveLength(4);
  await expect(index.list()).rejects.toMatchObject({ code: 'off' });
  void index.repair().catch(() => undefined);
  await Promise.resolve();
  await Promise.resolve();
  expect(threads).toHaveLength(5);
});

test('a question that hears nothing for too long is given up, and its thread is replaced', async () => {
  const clock = new ManualClock();
  const { threads, start } = scriptedThreads();
  index = createSessionIndex({ start, clock });
  const search = index.search({ text: 'x' });
  search.catch(() => undefined);
  await clock.advance(60_000);
  await expect(search).rejects.toMatchObject({ code: 'timed-out' });
  expect(threads).toHaveLength(2);
  expect(threads[0]?.stopped).toBe(true);
});

test('closing gives up what is not answered, and nothing is asked afterwards', async () => {
  const { start } = scriptedThreads();
  const closing = createSessionIndex({ start, clock: new ManualClock() });
  const search = closing.search({ text: 'x' });
  search.catch(() => undefined);
  await closing.close();
  await expect(search).rejects.toMatchObject({ code: 'closed' });
  await expect(closing.list()).rejects.toMatchObject({ code: 'closed' });
});

test('a search may be given up by who asked', async () => {
  const { start } = scriptedThreads();
  index = createSessionIndex({ start, clock: new ManualClock() });
  const stop = new AbortController();
  const search = index.search({ text: 'x' }, stop.signal);
  stop.abort();
  await expect(search).rejects.toMatchObject({ code: 'aborted' });
});

test('a live session that is written while it is read for the index is left to its owner', async () => {
  await rig.write(factsOf('s1'), [turn('t1', 'first'), chunk('agent', 'answer'), ended('t1')]);
  const engine = rig.engine();
  await engine.put([{ facts: factsOf('s1'), summary: null, seq: 9, at: 1 }]);
  await engine.refresh(() => undefined);
  await engine.settled();
  expect(shown(await engine.search({ text: 'first' }))).toEqual([]);
  await engine.release('s1');
  await engine.settled();
  expect(shown(await engine.search({ text: 'first' }))).toHaveLength(1);
});
