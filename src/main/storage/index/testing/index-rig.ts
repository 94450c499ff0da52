/** The index over real journals and a real database, in this thread or in one of its own. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import type { SessionEvent, SessionEventBody } from '../../../../shared/session/event.ts';
import type { SessionFacts } from '../../../../shared/session/select.ts';
import type { SearchPage } from '../../../../shared/session/search.ts';
import { type JournalStore, openJournalStore } from '../../journal-store.ts';
import { nodeFilePort } from '../../node-file-port.ts';
import { IndexEngine } from '../index-engine.ts';
import type { OpenDatabase } from '../index-file.ts';
import type { StartIndexPort } from '../index-port.ts';
import { startIndexThread } from '../index-thread.ts';

export const NOW = new Date(2026, 5, 15, 12).getTime();

export const openDatabase: OpenDatabase = (path) => new DatabaseSync(path);

export function factsOf(id: string, patch: Partial<SessionFacts> = {}): SessionFacts {
  return {
    id,
    workspaceId: 'w1',
    agentId: 'a1',
    agentName: 'Agent One',
    cwd: '/home/someone/payments-api',
    createdAt: NOW - 1000,
    ...patch,
  };
}

export type IndexRig = {
  readonly dataDir: string;
  readonly store: JournalStore;
  /** Appends to the session's journal and closes it. Events without a time are a second apart. */
  write(
    facts: SessionFacts,
    bodies: readonly (SessionEventBody & { readonly at?: number })[],
  ): Promise<readonly SessionEvent[]>;
  /** Made anew from what is in the data folder. Ends with the rig. */
  engine(): IndexEngine;
  close(): Promise<void>;
};

export async function createIndexRig(): Promise<IndexRig> {
  const dataDir = await mkdtemp(join(tmpdir(), 'switchyard-index-'));
  const store = await openJournalStore(dataDir, { app: '1.2.3' });
  const engines: IndexEngine[] = [];
  return {
    dataDir,
    store,
    async write(facts, bodies) {
      const before = await store.inspect(facts.id);
      const from = before?.type === 'journal' ? before.seq : 0;
      const events = bodies.map((body, index) => {
        const seq = from + index + 1;
        return { at: NOW + seq * 1000, ...body, seq };
      });
      const log = store.openLog(facts, { summarize: () => ({ title: `title of ${facts.id}` }) });
      await log.append(events);
      await log.close();
      return events;
    },
    engine() {
      const engine = new IndexEngine({
        dataDir,
        files: nodeFilePort,
        openDatabase,
        now: () => NOW,
        onStatus: () => undefined,
      });
      engines.push(engine);
      return engine;
    },
    async close() {
      for (const engine of engines) await engine.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** All that the journals hold can be found afterwards. */
export async function upToDate(engine: IndexEngine): Promise<IndexEngine> {
  await engine.refresh(() => undefined);
  await engine.settled();
  return engine;
}

/** `session/turn/entry` of each hit, in order, with the snippet's matches in brackets. */
export function shown({ groups }: SearchPage): readonly string[] {
  return groups.flatMap(({ hits }) =>
    hits.map(({ sessionId, turnId, entryId, snippet, matches }) => {
      let text = '';
      let at = 0;
      for (const { from, to } of matches) {
        text += `${snippet.slice(at, from)}[${snippet.slice(from, to)}]`;
        at = to;
      }
      return `${sessionId}/${turnId}/${entryId} ${text}${snippet.slice(at)}`;
    }),
  );
}

/** A thread that is none, but talks like one: what is said is copied, and comes later. */
export function inThisThread(dataDir: string): StartIndexPort {
  return ({ onMessage }) => {
    let stopped = false;
    const take = startIndexThread({
      dataDir,
      files: nodeFilePort,
      loadLibrary: () => openDatabase,
      now: () => NOW,
      post(message) {
        const copy = structuredClone(message);
        setImmediate(() => {
          if (!stopped) onMessage(copy);
        });
      },
    });
    return {
      post(message) {
        const copy = structuredClone(message);
        setImmediate(() => take(copy));
      },
      stop: async () => {
        stopped = true;
      },
    };
  };
}
