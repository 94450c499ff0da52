/**
 * Keeps the index in step with the journals. Lives in a thread of its own: what it asks of the database blocks
 * only that. Whatever shows that the file is damaged has it put aside and made anew from the journals.
 */
import { join } from 'node:path';
import type { IndexRenewal, IndexStatus, SearchPage, SearchQuery } from '../../../shared/session/search.ts';
import { type FilePort, codeOf } from '../file-port.ts';
import { type JournalListing, inspectJournal } from '../inspect-journal.ts';
import { SESSION_ID } from '../journal-store.ts';
import { type TurnDocs, docsOfState } from './docs-of-turn.ts';
import {
  type OpenDatabase,
  closeQuietly,
  endUse,
  isCorruption,
  isSound,
  openIndexFile,
  renewIndexFile,
} from './index-file.ts';
import type { SettledDocs } from './index-messages.ts';
import { type IndexTables, tablesOf } from './index-tables.ts';
import { mergeWords } from './merge-words.ts';
import { lookAtJournal } from './look-at-journal.ts';
import { breathe, readTranscript } from './read-transcript.ts';
import type { IndexChanges, LiveSession } from './session-index.ts';
import { factsOf } from './session-rows.ts';
import type {
  RepairReport,
  SessionReport,
  VerifyProgress,
  VerifyReport,
} from '../../../shared/session/verify.ts';
import { verifySession } from './verify-session.ts';

/** Sessions of one part of the list, and of one step of the comparison with the disk. */
const LISTED_AT_ONCE = 256;
const LOOKED_AT_ONCE = 64;
/** Turns written in one transaction. */
const TURNS_AT_ONCE = 64;
/** Of all transcripts, that many were read at once: then their words are put in order. */
const MUCH_READ = 1 / 8;

export type EnginePorts = {
  readonly dataDir: string;
  readonly files: FilePort;
  readonly openDatabase: OpenDatabase;
  /** Wall time, ms since the epoch. */
  readonly now: () => number;
  readonly onStatus: (status: IndexStatus, renewal: IndexRenewal | null) => void;
};

export class IndexEngine {
  readonly #ports: EnginePorts;
  readonly #folder: string;
  readonly #live = new Set<string>();
  /** Whose transcripts are to be read, newest first. */
  readonly #waiting = new Set<string>();
  #tables: Promise<IndexTables>;
  #renewal: IndexRenewal | null = null;
  #isDoubtful = false;
  #reading: Promise<void> | null = null;
  #refreshing: Promise<number> | null = null;
  #differing: readonly string[] = [];
  #closed = false;

  constructor(ports: EnginePorts) {
    this.#ports = ports;
    this.#folder = join(ports.dataDir, 'sessions');
    this.#tables = this.#open();
    // Whoever asks next hears of it.
    this.#tables.catch(() => undefined);
  }

  async #open(): Promise<IndexTables> {
    const { dataDir, openDatabase, now } = this.#ports;
    const { db, renewal, isDoubtful } = await openIndexFile(dataDir, openDatabase, now);
    this.#renewal = renewal;
    this.#isDoubtful = isDoubtful;
    const tables = tablesOf(db, now);
    this.#tellReady(tables);
    return tables;
  }

  /** Rejects when it cannot be opened. */
  async opened(): Promise<void> {
    await this.#tables;
  }

  /** `emit` gets JSON arrays of listings. */
  async list(emit: (json: string) => void): Promise<null> {
    await this.#use(({ sessions }) => {
      for (const json of sessions.listings(LISTED_AT_ONCE)) emit(json);
    });
    return null;
  }

  search(query: SearchQuery): Promise<SearchPage> {
    return this.#use(({ search }) => search.page(query));
  }

  async put(live: readonly LiveSession[]): Promise<void> {
    for (const { facts } of live) this.#live.add(facts.id);
    await this.#use((tables) =>
      tables.transaction(() => {
        for (const session of live) tables.sessions.put(session);
      }),
    );
  }

  async takeTurns(sessionId: string, { turns, from, through }: SettledDocs): Promise<void> {
    await this.#use((tables) =>
      tables.transaction(() => {
        const row = tables.sessions.get(sessionId);
        if (row === null) return;
        for (const turn of turns) tables.entries.replaceTurn(row, turn);
        // Otherwise something was missed, which its journal will tell.
        if (row.through === from) tables.sessions.read(row.key, through);
      }),
    );
  }

  async release(sessionId: string): Promise<void> {
    this.#live.delete(sessionId);
    await this.#lookAt([sessionId]);
    this.#readWaiting();
  }

  async remove(sessionId: string): Promise<void> {
    this.#live.delete(sessionId);
    this.#waiting.delete(sessionId);
    await this.#use((tables) => removeSession(tables, sessionId));
  }

  /** One at a time: who asks meanwhile gets what the running one finds. */
  refresh(emit: (changes: IndexChanges) => void): Promise<number> {
    this.#refreshing ??= this.#refresh(emit).finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  async #refresh(emit: (changes: IndexChanges) => void): Promise<number> {
    const tables = await this.#tables;
    if (this.#isDoubtful) {
      this.#isDoubtful = false;
      if (!isSound(tables.db)) await this.#renew(tables);
    }
    const onDisk = await this.#idsOnDisk();
    let changes = 0;
    const tell = (found: IndexChanges) => {
      changes += found.changed.length + found.removed.length;
      if (found.changed.length + found.removed.length > 0) emit(found);
    };
    const known = await this.#use(({ sessions }) => sessions.looked());
    const there = new Set(onDisk);
    const gone = [...known.keys()].filter((id) => !there.has(id) && !this.#live.has(id));
    for (let from = 0; from < gone.length && !this.#closed; from += LOOKED_AT_ONCE) {
      const batch = gone.slice(from, from + LOOKED_AT_ONCE);
      await this.#use((tables) => batch.forEach((id) => removeSession(tables, id)));
      tell({ changed: [], removed: batch });
    }
    for (let from = 0; from < onDisk.length && !this.#closed; from += LOOKED_AT_ONCE) {
      this.#tell({ state: 'checking', done: from, total: onDisk.length });
      tell({ changed: await this.#lookAt(onDisk.slice(from, from + LOOKED_AT_ONCE), known), removed: [] });
    }
    const behind = await this.#use(({ sessions }) => sessions.behind());
    for (const id of behind) this.#waiting.add(id);
    this.#readWaiting();
    return changes;
  }

  async #idsOnDisk(): Promise<readonly string[]> {
    try {
      return (await this.#ports.files.list(this.#folder)).filter((id) => SESSION_ID.test(id));
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return [];
      throw error;
    }
  }

  /** Takes in those whose files changed, and says what they are now. */
  async #lookAt(
    ids: readonly string[],
    known: ReadonlyMap<string, string | null> = new Map(),
  ): Promise<readonly JournalListing[]> {
    const { files } = this.#ports;
    const found = await Promise.all(
      ids.map(async (id) => {
        if (this.#live.has(id)) return null;
        const folder = join(this.#folder, id);
        // Before it is read: what changes meanwhile is seen the next time.
        const looked = await lookAtJournal(files, folder);
        if (looked !== null && known.get(id) === looked) return null;
        return { looked, listing: await inspectJournal(files, folder, id) };
      }),
    );
    const changed = found.flatMap((each) => (each === null || isGone(each.listing) ? [] : [each]));
    if (changed.length === 0) return [];
    await this.#use((tables) =>
      tables.transaction(() => {
        for (const { listing, looked } of changed) {
          if (this.#live.has(listing.id)) continue;
          const row = tables.sessions.take(listing, listing.type === 'journal' ? looked : null);
          if (row.through < row.seq) this.#waiting.add(listing.id);
        }
      }),
    );
    return changed.map(({ listing }) => listing);
  }

  #readWaiting(): void {
    this.#reading ??= this.#readAllWaiting()
      .catch(() => undefined)
      .finally(() => {
        this.#reading = null;
      });
  }

  /** All transcripts that wait are read, and those that come to wait meanwhile; then the words are put in order. */
  async #readAllWaiting(): Promise<void> {
    let isOver = false;
    while (!isOver && !this.#closed) {
      const done = await this.#readEach();
      if (this.#closed) return;
      const tables = await this.#tables;
      this.#tellReady(tables);
      isOver = done <= tables.sessions.count * MUCH_READ || (await this.#mergeWords());
    }
  }

  async #readEach(): Promise<number> {
    let done = 0;
    for (const id of this.#waiting) {
      if (this.#closed) return done;
      this.#tell({ state: 'reading', done, total: done + this.#waiting.size });
      this.#waiting.delete(id);
      if (!this.#live.has(id)) await this.#read(id).catch(() => undefined);
      done += 1;
    }
    return done;
  }

  /** Anything else goes first: false when that is a transcript. */
  async #mergeWords(): Promise<boolean> {
    const steps = await this.#use(({ db }) => mergeWords(db));
    while (!this.#closed) {
      if (this.#waiting.size > 0) return false;
      if ((await this.#use(() => steps.next())).done === true) return true;
      await breathe();
    }
    return true;
  }

  async #read(id: string): Promise<void> {
    const isOver = () => this.#closed || this.#live.has(id);
    const before = await this.#use(({ sessions }) => sessions.get(id));
    if (before === null) return;
    await this.#use(({ sessions }) => sessions.beginReading(before.key));
    const read = await readTranscript(this.#ports.files, join(this.#folder, id), isOver);
    if (read === null) return;
    const facts = factsOf(await this.#use(({ sessions }) => sessions.listing(id)));
    const docs = docsOfState(read.state, facts?.createdAt ?? 0);
    for (let from = 0; from < docs.length; from += TURNS_AT_ONCE) {
      await this.#writeTurns(id, docs.slice(from, from + TURNS_AT_ONCE));
      await breathe();
      if (isOver()) return;
    }
    await this.#use((tables) =>
      tables.transaction(() => {
        const row = tables.sessions.get(id);
        if (row === null) return;
        tables.entries.keepOnly(row.key, new Set(docs.map(({ turnId }) => turnId)));
        tables.sessions.read(row.key, Math.max(read.seq, before.seq));
      }),
    );
  }

  async #writeTurns(id: string, docs: readonly TurnDocs[]): Promise<void> {
    await this.#use((tables) =>
      tables.transaction(() => {
        const row = tables.sessions.get(id);
        if (row !== null) for (const turn of docs) tables.entries.replaceTurn(row, turn);
      }),
    );
  }

  async verify(emit: (progress: VerifyProgress) => void, signal: AbortSignal): Promise<VerifyReport> {
    const isWhole = await this.#use(({ db }) => isSound(db));
    const ids = await this.#idsOnDisk();
    const there = new Set(ids);
    const gone = [...(await this.#use(({ sessions }) => sessions.looked())).keys()].filter(
      (id) => !there.has(id) && !this.#live.has(id),
    );
    const wrong: SessionReport[] = [];
    let checked = 0;
    for (const id of ids) {
      if (signal.aborted || this.#closed) break;
      const isLive = this.#live.has(id);
      emit({ done: checked, total: ids.length, current: id });
      const report = await verifySession(this.#ports.files, await this.#tables, {
        folder: join(this.#folder, id),
        id,
        isLive,
      });
      checked += 1;
      if (report.verdict !== 'ok' || report.indexDiffers) wrong.push(report);
    }
    emit({ done: checked, total: ids.length, current: null });
    this.#differing = wrong.filter(({ indexDiffers }) => indexDiffers).map(({ id }) => id);
    const loose = isWhole ? await this.#use(({ entries }) => entries.countOrphans()) : 0;
    return {
      sessions: wrong,
      checked,
      ok: checked - wrong.length,
      orphans: gone.length + loose,
      indexDamaged: !isWhole,
    };
  }

  async repair(): Promise<RepairReport> {
    const isWhole = await this.#use(({ db }) => isSound(db));
    if (!isWhole) {
      await this.#renew(await this.#tables);
      return { rebuilt: true, orphansRemoved: 0, sessionsRead: await this.refresh(() => undefined) };
    }
    const orphansRemoved = await this.#use((tables) =>
      tables.transaction(() => {
        const removed = tables.entries.removeOrphans();
        const distrusted = new Set([...this.#differing, ...tables.sessions.givenUpIds()]);
        for (const id of distrusted) {
          const row = tables.sessions.get(id);
          if (row === null) continue;
          tables.entries.removeSession(row.key);
          tables.sessions.distrust(row.key);
        }
        return removed;
      }),
    );
    this.#differing = [];
    return { rebuilt: false, orphansRemoved, sessionsRead: await this.refresh(() => undefined) };
  }

  async close(): Promise<null> {
    this.#closed = true;
    await this.#reading;
    await this.#refreshing?.catch(() => undefined);
    const tables = await this.#tables.catch(() => null);
    if (tables !== null) endUse(tables.db);
    return null;
  }

  /** For tests: all that waits was read. */
  async settled(): Promise<void> {
    while (this.#reading !== null || this.#refreshing !== null) {
      await this.#refreshing?.catch(() => undefined);
      await this.#reading;
    }
  }

  async #use<Value>(run: (tables: IndexTables) => Value): Promise<Value> {
    const tables = await this.#tables;
    try {
      return run(tables);
    } catch (error) {
      if (!isCorruption(error) || this.#closed) throw error;
      await this.#renew(tables);
      void this.refresh(() => undefined).catch(() => undefined);
      return run(await this.#tables);
    }
  }

  /** Once, however many find the damage. */
  async #renew(damaged: IndexTables): Promise<void> {
    if ((await this.#tables) !== damaged) return;
    const { dataDir, openDatabase, now } = this.#ports;
    this.#tables = (async () => {
      closeQuietly(damaged.db);
      const { db, renewal } = await renewIndexFile(dataDir, openDatabase, { now, why: 'damaged' });
      this.#renewal = renewal;
      return tablesOf(db, now);
    })();
    await this.#tables;
  }

  #tellReady({ sessions }: IndexTables): void {
    this.#tell({ state: 'ready', sessions: sessions.count, unreadable: sessions.givenUpIds().length });
  }

  #tell(status: IndexStatus): void {
    this.#ports.onStatus(status, this.#renewal);
  }
}

function removeSession(tables: IndexTables, id: string): void {
  tables.transaction(() => {
    const row = tables.sessions.get(id);
    if (row === null) return;
    tables.entries.removeSession(row.key);
    tables.sessions.remove(row.key);
  });
}

/** It was thrown away while it was looked at. */
function isGone(listing: JournalListing): boolean {
  return listing.type === 'unreadable' && listing.code === 'ENOENT';
}
