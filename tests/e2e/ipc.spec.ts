/** The typed IPC once through real Electron: real ports, real page, real reload, a contract made to be pushed. */
import { rm } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import type { ClientOf } from '../../src/shared/ipc/client.ts';
import { launchApp } from '../support/electron-app.ts';
import type { LaunchedApp } from '../support/electron-app.ts';
import { buildProbe } from '../support/ipc-probe/build.ts';
import type { ProbeContract } from '../support/ipc-probe/contract.ts';

/** What the page keeps between two evaluations. */
type ProbePage = { client: ClientOf<ProbeContract>; lost: number; seen: unknown[] };
declare const probePage: ProbePage;

let folder: string;
let launched: LaunchedApp;

test.beforeAll(async () => {
  folder = await buildProbe();
  launched = await launchApp({ appDir: folder });
});

test.afterAll(async () => {
  await launched.close();
  await rm(folder, { recursive: true });
});

async function openClient(): Promise<void> {
  await launched.page.evaluate(async () => {
    const { openClient } = (await import('app://ui/ipc.js' as string)) as {
      openClient(options: { onLost(): void }): Promise<ProbePage['client']>;
    };
    const state = { lost: 0, seen: [] as unknown[] };
    const client = await openClient({ onLost: () => state.lost++ });
    Object.assign(globalThis, { probePage: Object.assign(state, { client }) });
  });
}

type MainState = { ports: number; closedPorts: number; disposedStreams: number; logged: string[] };

function mainState(): Promise<MainState> {
  return launched.app.evaluate(() => (globalThis as unknown as { probe: MainState }).probe);
}

test.beforeEach(async () => {
  await launched.page.reload();
  await openClient();
});

test('requests are answered; failures arrive as data, and nothing of a thrown error crosses', async () => {
  const answers = await launched.page.evaluate(async () => {
    const { client } = probePage;
    const aborter = new AbortController();
    const held = client.request('hold', {}, { signal: aborter.signal });
    aborter.abort();
    return [
      await client.request('double', { n: 21 }),
      await client.request('double', { n: 2000 }),
      await client.request('double', { n: 'x' } as never),
      await client.request('explode', {}),
      await held,
    ];
  });
  expect(answers).toEqual([
    { ok: true, value: 42 },
    { ok: false, error: { code: 'too-big', message: 'over 1000' } },
    { ok: false, error: { code: 'bad-input', message: expect.stringMatching(/^n: /) } },
    {
      ok: false,
      error: { code: 'internal', message: 'something unexpected happened in the app', id: 'log-1' },
    },
    { ok: false, error: { code: 'aborted', message: 'the caller gave up' } },
  ]);
  expect((await mainState()).logged).toEqual(['Error: a secret of main']);
});

test('100,000 chunks to a page that is slow to take them arrive complete and in order, in few batches', async () => {
  const outcome = await launched.page.evaluate(
    () =>
      new Promise<{ complete: boolean; chunks: number; batches: number; biggest: number }>((resolve) => {
        let next = 0;
        let inOrder = true;
        let chunks = 0;
        let batches = 0;
        let biggest = 0;
        probePage.client.subscribe(
          'chunks',
          { count: 100_000 },
          {
            onBatch(events) {
              batches++;
              biggest = Math.max(biggest, events.length);
              for (const { text, merged } of events) {
                chunks += merged;
                for (const part of text.split(';').slice(0, -1)) inOrder &&= Number(part) === next++;
              }
              const busyUntil = performance.now() + 20;
              while (performance.now() < busyUntil);
            },
            onEnd: (error) =>
              resolve({ complete: error === null && inOrder && next === 100_000, chunks, batches, biggest }),
          },
        );
      }),
  );
  expect(outcome).toMatchObject({ complete: true, chunks: 100_000 });
  // One message for each of 100,000 chunks, or 2,000 events waiting, is what a pipe without flow control does.
  expect(outcome.batches).toBeLessThan(500);
  expect(outcome.biggest).toBeLessThan(2000);
});

test('a flood that cannot be merged makes the stream lag, and the client gets it anew', async () => {
  const seen = await launched.page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const numbers: number[] = [];
        probePage.client.subscribe(
          'numbers',
          { count: 5000 },
          { onBatch: (events) => numbers.push(...events), onEnd: () => resolve(numbers) },
        );
      }),
  );
  expect(seen).toEqual([0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

test('a reload closes the port of the page before, stops its streams, and gives a new one', async () => {
  await launched.page.evaluate(() => {
    probePage.client.subscribe('chunks', { count: 1_000_000 }, { onBatch: () => undefined });
  });
  const before = await mainState();
  await launched.page.reload();
  await expect.poll(async () => (await mainState()).disposedStreams).toBe(before.disposedStreams + 1);
  await openClient();
  const after = await mainState();
  expect({ ports: after.ports, closed: after.closedPorts }).toEqual({
    ports: before.ports + 1,
    closed: before.ports,
  });
  expect(await launched.page.evaluate(() => probePage.client.request('double', { n: 1 }))).toEqual({
    ok: true,
    value: 2,
  });
});

test('a page that asks for a second port loses the first, and hears so', async () => {
  const outcome = await launched.page.evaluate(async () => {
    const first = probePage;
    const ended = new Promise((resolve) => {
      first.client.subscribe('chunks', { count: 1_000_000 }, { onBatch: () => undefined, onEnd: resolve });
    });
    const held = first.client.request('hold', {});
    postMessage({ type: 'switchyard:port-wanted' }, location.origin);
    return [await ended, await held, first.lost, await first.client.request('double', { n: 1 })];
  });
  const closed = { code: 'closed', message: 'the connection to the app was closed' };
  expect(outcome).toEqual([closed, { ok: false, error: closed }, 1, { ok: false, error: closed }]);
});

test('none of it made the page complain', () => {
  expect(launched.complaints).toEqual([]);
});
