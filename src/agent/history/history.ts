/**
 * Conversations on disk: one append-only file of JSON lines each. A record is in the file before its update
 * leaves the process, so a killed agent loses nothing that was seen; a torn last line is skipped when reading.
 */
import { appendFileSync, closeSync, fstatSync, mkdirSync, openSync, readSync } from 'node:fs';
import { open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { type JournalRecord, parseRecord } from './record.ts';

const NAME = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const SUFFIX = '.jsonl';
/** The header and the title stand in the first lines of a file; this much of it is read to list it. */
const HEAD_BYTES = 64 * 1024;

export type Listed = {
  readonly sessionId: string;
  readonly cwd: string;
  readonly title: string;
  /** ISO 8601. */
  readonly updatedAt: string;
};

/** `SWITCHYARD_AGENT_DATA`, else the platform's place for state. */
export function dataFolder(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): string {
  const chosen = env['SWITCHYARD_AGENT_DATA'];
  if (chosen !== undefined && chosen !== '') return chosen;
  const home = homedir();
  switch (platform) {
    case 'darwin':
      return join(home, 'Library', 'Application Support', 'Switchyard', 'agent');
    case 'win32':
      return join(env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'Switchyard', 'agent');
    default:
      return join(env['XDG_STATE_HOME'] ?? join(home, '.local', 'state'), 'switchyard', 'agent');
  }
}

export class History {
  readonly #folder: string;
  readonly #log: (line: string) => void;
  #writable = true;

  constructor(folder: string, log: (line: string) => void) {
    this.#folder = folder;
    this.#log = log;
  }

  /**
   * Adds records to a conversation's file. When the disk refuses, the conversation goes on unrecorded and the log
   * says so once.
   */
  append(sessionId: string, ...records: readonly JournalRecord[]): void {
    if (!this.#writable) return;
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      const lines = records.map((record) => `${JSON.stringify(record)}\n`).join('');
      const file = openSync(this.#path(sessionId), 'a+', 0o600);
      try {
        appendFileSync(file, endsTorn(file) ? `\n${lines}` : lines);
      } finally {
        closeSync(file);
      }
    } catch (error) {
      this.#writable = false;
      this.#log(`conversations are not kept: ${String(error)}`);
    }
  }

  /** All readable records, or null when there is no such conversation. */
  async read(sessionId: string): Promise<readonly JournalRecord[] | null> {
    if (!NAME.test(sessionId)) return null;
    const text = await readFile(this.#path(sessionId), 'utf8').catch(() => null);
    if (text === null) return null;
    const records = text
      .split('\n')
      .map(parseRecord)
      .filter((record): record is JournalRecord => record !== null);
    return records[0]?.type === 'session' && records[0].sessionId === sessionId ? records : null;
  }

  /** Whether there was one to delete. */
  async delete(sessionId: string): Promise<boolean> {
    if (!NAME.test(sessionId)) return false;
    return rm(this.#path(sessionId)).then(
      () => true,
      () => false,
    );
  }

  /** Conversations in which something was said, newest first. */
  async list(): Promise<readonly Listed[]> {
    const names = await readdir(this.#folder).catch(() => []);
    const listed: Listed[] = [];
    for (const name of names) {
      const entry = name.endsWith(SUFFIX) ? await this.#head(name.slice(0, -SUFFIX.length)) : null;
      if (entry !== null) listed.push(entry);
    }
    return listed.sort((one, other) =>
      one.updatedAt === other.updatedAt
        ? one.sessionId.localeCompare(other.sessionId)
        : other.updatedAt.localeCompare(one.updatedAt),
    );
  }

  async #head(sessionId: string): Promise<Listed | null> {
    if (!NAME.test(sessionId)) return null;
    const path = this.#path(sessionId);
    const information = await stat(path).catch(() => null);
    const file = information === null ? null : await open(path).catch(() => null);
    if (information === null || file === null) return null;
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
      const records = buffer.toString('utf8', 0, bytesRead).split('\n').map(parseRecord);
      const header = records.find((record) => record?.type === 'session');
      const title = records.find((record) => record?.type === 'title');
      if (header?.type !== 'session' || title?.type !== 'title') return null;
      return { sessionId, cwd: header.cwd, title: title.title, updatedAt: information.mtime.toISOString() };
    } finally {
      await file.close();
    }
  }

  #path(sessionId: string): string {
    if (!NAME.test(sessionId)) throw new Error('not a session id of ours');
    return join(this.#folder, sessionId + SUFFIX);
  }
}

/** A file whose last byte is no newline was torn by a kill: the next record must start on a line of its own. */
function endsTorn(file: number): boolean {
  const { size } = fstatSync(file);
  if (size === 0) return false;
  const last = Buffer.alloc(1);
  readSync(file, last, 0, 1, size - 1);
  return last[0] !== 0x0a;
}
