import { expect, test } from 'vitest';
import type { ProcessFrame, TreeSample } from '../../shared/ipc/contract/process.ts';
import { processHandlers } from './process-handlers.ts';
import type { SessionDirectory } from './session-directory.ts';
import { busySession } from './testing/make-session.ts';
import { settled } from './testing/manual-clock.ts';

const sample: TreeSample = { at: 1, processes: [] };

async function watching() {
  const { session, agent } = await busySession();
  const watchers = new Set<() => void>();
  const looks: string[] = [];
  const handlers = processHandlers({
    directory: { get: (id: string) => (id === 's1' ? session : null) } as Pick<SessionDirectory, 'get'>,
    sampler: {
      samplesOf: (runId) => (runId === 'run-1' ? [sample] : []),
      sample: async () => void looks.push('now'),
      watch: (watcher) => {
        watchers.add(watcher);
        return () => void watchers.delete(watcher);
      },
    },
  });
  const frames: ProcessFrame[] = [];
  const watch = (sessionId: string) =>
    handlers['process.watch'](
      { sessionId },
      { emit: (frame) => frames.push(frame), end: () => undefined, signal: new AbortController().signal },
    );
  return { session, agent, watchers, looks, frames, watch };
}

test('who looks gets the last process and its samples at once, and each change', async () => {
  const { agent, watchers, looks, frames, watch } = await watching();
  agent.last.handlers.onProcess?.({ runId: 'run-1', pid: 7, startedAt: 5 });
  const stop = await watch('s1');
  expect(looks).toEqual(['now']);
  const running = { process: { pid: 7, startedAt: 5, running: true }, account: null, samples: [sample] };
  expect(frames).toEqual([running]);
  for (const watcher of watchers) watcher();
  expect(frames).toHaveLength(2);
  agent.last.send([{ type: 'account', account: { state: 'authenticated', labels: ['Team'] } }]);
  await settled();
  expect(frames.at(-1)?.account).toEqual({ state: 'authenticated', labels: ['Team'] });
  agent.last.die();
  await settled();
  expect(frames.at(-1)?.process?.running).toBe(false);
  stop?.();
  expect(watchers.size).toBe(0);
});

test('a session that nobody opened has no process', async () => {
  const { frames, watch } = await watching();
  await watch('s2');
  expect(frames).toEqual([{ process: null, account: null, samples: [] }]);
});
