/**
 * The list of all decisions, for looking things up: the sessions' own records are the truth. Lines of JSON in
 * one file that is put aside when it is long. What cannot be read or written costs those lines alone.
 */
import { appendFile, mkdir, open, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type AuditRow, auditText } from '../../shared/permission/audit-row.ts';

/** Bytes; then it becomes `PATH.1`, and the one before that is gone. */
export const LARGEST_LOG = 8 * 1024 * 1024;
/** Kept at hand, newest. */
export const KEPT_ROWS = 5000;
/** UTF-16 units of a command, and how many commands and paths of one request. */
const LONGEST_COMMAND = 4000;
const MOST_PARTS = 50;

export type AuditQuery = {
  /** Words that all must be there. */
  readonly text: string;
  readonly answer: AuditRow['answer'] | null;
  readonly sessionId: string | null;
  /** Only older ones, by their place: as the answer before gave it. Null: from the newest. */
  readonly before: number | null;
  readonly limit: number;
};

export type AuditPage = { readonly rows: readonly AuditRow[]; readonly next: number | null };

export class AuditLog {
  readonly #path: string;
  readonly #report: (error: unknown) => void;
  #rows: AuditRow[];
  /** Place of the first of `#rows` among all that were ever in it since it was opened. */
  #first = 0;
  #bytes: number;
  #work: Promise<void> = Promise.resolve();

  private constructor(path: string, rows: AuditRow[], bytes: number, report: (error: unknown) => void) {
    this.#path = path;
    this.#rows = rows;
    this.#bytes = bytes;
    this.#report = report;
  }

  /** Never rejects: what cannot be read is reported and left out. */
  static async open(path: string, report: (error: unknown) => void): Promise<AuditLog> {
    const rows: AuditRow[] = [];
    for (const file of [`${path}.1`, path]) rows.push(...(await readRows(file, report)));
    const bytes = await stat(path).then(
      ({ size }) => size,
      () => 0,
    );
    return new AuditLog(path, rows.slice(-KEPT_ROWS), bytes, report);
  }

  /** Newest last. */
  get rows(): readonly AuditRow[] {
    return this.#rows;
  }

  add(row: AuditRow): void {
    const cut = shortened(row);
    this.#rows.push(cut);
    if (this.#rows.length > KEPT_ROWS * 1.2) {
      this.#first += this.#rows.length - KEPT_ROWS;
      this.#rows = this.#rows.slice(-KEPT_ROWS);
    }
    this.#work = this.#work.then(() => this.#write(`${JSON.stringify(cut)}\n`)).catch(this.#report);
  }

  /** Newest first. */
  query({ text, answer, sessionId, before, limit }: AuditQuery): AuditPage {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    const rows: AuditRow[] = [];
    let at = Math.min(before ?? Infinity, this.#first + this.#rows.length) - 1;
    for (; at >= this.#first; at -= 1) {
      const row = this.#rows[at - this.#first];
      if (row === undefined) continue;
      if (answer !== null && row.answer !== answer) continue;
      if (sessionId !== null && row.sessionId !== sessionId) continue;
      if (words.length > 0) {
        const found = auditText(row);
        if (!words.every((word) => found.includes(word))) continue;
      }
      if (rows.length === limit) return { rows, next: at + 1 };
      rows.push(row);
    }
    return { rows, next: null };
  }

  /** Resolves when everything so far is written, or was given up. */
  async close(): Promise<void> {
    await this.#work;
  }

  async #write(line: string): Promise<void> {
    await mkdir(dirname(this.#path), { recursive: true });
    if (this.#bytes > LARGEST_LOG) {
      await rename(this.#path, `${this.#path}.1`);
      this.#bytes = 0;
    }
    await appendFile(this.#path, line, { mode: 0o600 });
    this.#bytes += Buffer.byteLength(line);
  }
}

function shortened(row: AuditRow): AuditRow {
  if (row.request === null) return row;
  const { commands, paths, hosts } = row.request;
  return {
    ...row,
    request: {
      ...row.request,
      commands: commands.slice(0, MOST_PARTS).map((command) => command.slice(0, LONGEST_COMMAND)),
      paths: paths.slice(0, MOST_PARTS),
      hosts: hosts.slice(0, MOST_PARTS),
    },
  };
}

async function readRows(path: string, report: (error: unknown) => void): Promise<readonly AuditRow[]> {
  try {
    const file = await open(path, 'r');
    const rows: AuditRow[] = [];
    for await (const line of file.readLines()) {
      const row = rowOf(line);
      if (row !== null) rows.push(row);
      if (rows.length > KEPT_ROWS * 2) rows.splice(0, KEPT_ROWS);
    }
    return rows;
  } catch (error) {
    if (Reflect.get(error as object, 'code') !== 'ENOENT') report(error);
    return [];
  }
}

function rowOf(line: string): AuditRow | null {
  try {
    const row: unknown = JSON.parse(line);
    if (typeof row !== 'object' || row === null) return null;
    const { at, sessionId, answer, rules } = row as Partial<AuditRow>;
    const fits =
      typeof at === 'number' &&
      typeof sessionId === 'string' &&
      typeof answer === 'string' &&
      Array.isArray(rules);
    return fits ? (row as AuditRow) : null;
  } catch {
    return null;
  }
}
