/** Sessions with a fake agent on a real disk, over several runs of the app that end in whatever way a test likes. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openJournalStore } from '../../storage/journal-store.ts';
import { systemSessionClock } from '../session-clock.ts';
import type { Session } from '../session.ts';
import { SessionDirectory, type SessionDirectoryPorts } from '../session-directory.ts';
import { FakeAgent, launch } from './fake-agent.ts';
import { ManualClock } from './manual-clock.ts';

/** How the runs before look to a new one: `gone` without a word, still `running`, or nobody knows. */
export type Before = 'gone' | 'running' | 'unknown';

export async function makeDisk() {
  const dataDir = await mkdtemp(join(tmpdir(), 'kept-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));
  let runs = 0;
  return {
    dataDir,
    /** Starts the app on what is there. */
    async run(before: Before = 'gone', ports: Partial<SessionDirectoryPorts> = {}) {
      runs += 1;
      const pid = runs;
      const agent = new FakeAgent();
      const clock = new ManualClock();
      const reported: unknown[] = [];
      const store = await openJournalStore(dataDir, {
        app: '1.0.0',
        clock: systemSessionClock,
        lock: {
          self: { pid, startToken: `t${pid}`, bootId: 'b', host: 'h', nonce: `run-${pid}`, app: '1.0.0' },
          probe: async (of) => ({
            alive: before !== 'gone',
            startToken: before === 'running' ? `t${of}` : null,
          }),
        },
      });
      let opened = 0;
      const journals = {
        ...store,
        openLog: (...what: Parameters<typeof store.openLog>) => {
          opened += 1;
          return store.openLog(...what);
        },
      };
      const directory = new SessionDirectory({
        startAgent: agent.startAgent,
        launchOf: (agentId) => (agentId === 'fake' ? launch : null),
        workspaceOf: (id) => (id === 'w1' ? { path: '/repo' } : null),
        journals,
        readText: () => Promise.resolve(null),
        clock,
        newId: () => randomUUID(),
        report: (error) => reported.push(error),
        ...ports,
      });
      return { agent, clock, directory, store, reported, logsOpened: () => opened };
    },
    /** All of a session's journal, as text. */
    text: async (id: string) => (await readFile(await segmentOf(dataDir, id), 'utf8')).toString(),
    async damage(id: string, change: (text: string) => string): Promise<void> {
      const path = await segmentOf(dataDir, id);
      await writeFile(path, change(await readFile(path, 'utf8')));
    },
  };
}

export type Run = Awaited<ReturnType<Awaited<ReturnType<typeof makeDisk>>['run']>>;

export function create({ directory }: Run): Session {
  const created = directory.create('w1', 'fake');
  if (!created.ok) throw new Error(created.error.code);
  return created.value;
}

async function segmentOf(dataDir: string, id: string): Promise<string> {
  const folder = join(dataDir, 'sessions', id);
  const name = (await readdir(folder)).find((each) => each.endsWith('.jsonl'));
  if (name === undefined) throw new Error(`${id} has no segment`);
  return join(folder, name);
}
