/**
 * One file of permission rules: JSON with comments that a person may edit by hand. What is wrong in it is told,
 * the rules that were good last stay in force, and a file that cannot be understood is never written over.
 */
import { watch, type FSWatcher } from 'node:fs';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { applyEdits, modify, type JSONPath } from 'jsonc-parser';
import writeFileAtomic from 'write-file-atomic';
import type { Hook } from '../../shared/permission/hook.ts';
import { type ParsedRules, type RuleProblem, parseRules } from '../../shared/permission/parse-rules.ts';
import type { Layer, Mode, Rule, RuleText } from '../../shared/permission/rule.ts';
import { err, ok, type Result } from '../../shared/result.ts';

export type RulesState = {
  readonly path: string;
  readonly rules: readonly Rule[];
  readonly mode: Mode | null;
  /** By the canonical path of the workspace that they are for. */
  readonly modes: Readonly<Record<string, Mode>>;
  readonly hooks: readonly Hook[];
  /** What is wrong in the file as it is now; the rules may be older than it. */
  readonly problems: readonly RuleProblem[];
};

export type RulesFileError = {
  readonly code: 'file-broken' | 'write-failed' | 'no-rule' | 'bad-rule';
  readonly message: string;
};

export interface RulesFile {
  readonly state: RulesState;
  /** Called after every change, also one made outside the app. Returns the disposer. */
  subscribe(listener: (state: RulesState) => void): () => void;
  add(rules: readonly RuleText[]): Promise<Result<null, RulesFileError>>;
  /** By its id. */
  remove(ruleId: string): Promise<Result<null, RulesFileError>>;
  /** `workspace`: for that one alone, by its canonical path; null: in general. A mode of null takes it away. */
  setMode(mode: Mode | null, workspace: string | null): Promise<Result<null, RulesFileError>>;
  /** As it stands on the disk; '' when there is none. */
  text(): Promise<string>;
  /** Refused when it has a problem. */
  replace(text: string): Promise<Result<null, RulesFileError>>;
  close(): void;
}

/** A longer file is not read. Bytes. */
export const LARGEST_FILE = 4 * 1024 * 1024;
const FORMAT = { formattingOptions: { insertSpaces: true, tabSize: 2, eol: '\n' } };
/** Editors save in several steps; one reload after the last of them is enough. */
const RELOAD_DELAY_MS = 100;

/** Never rejects: a file that cannot be read is a problem of the state. The folder need not be there. */
export async function openRulesFile(path: string, layer: Layer): Promise<RulesFile> {
  const file = new WatchedRulesFile(path, layer);
  await file.open();
  return file;
}

class WatchedRulesFile implements RulesFile {
  readonly #path: string;
  readonly #layer: Layer;
  readonly #listeners = new Set<(state: RulesState) => void>();
  #state: RulesState;
  #work: Promise<unknown> = Promise.resolve();
  #watcher: FSWatcher | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(path: string, layer: Layer) {
    this.#path = path;
    this.#layer = layer;
    this.#state = { path, rules: [], mode: null, modes: {}, hooks: [], problems: [] };
  }

  get state(): RulesState {
    return this.#state;
  }

  async open(): Promise<void> {
    await this.#load();
    this.#watch();
  }

  subscribe(listener: (state: RulesState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async text(): Promise<string> {
    return (await readText(this.#path)).text;
  }

  add(rules: readonly RuleText[]): Promise<Result<null, RulesFileError>> {
    return this.#edit((text, { rules: before }) => {
      let next = text;
      for (const [index, rule] of rules.entries()) {
        next = edited(next, ['rules', before.length === 0 && index === 0 ? 0 : -1], rule, true);
      }
      return ok(next);
    });
  }

  remove(ruleId: string): Promise<Result<null, RulesFileError>> {
    return this.#edit((text, { rules, places }) => {
      const at = rules.findIndex(({ id }) => id === ruleId);
      const place = places[at];
      if (place === undefined) return err({ code: 'no-rule', message: 'it is no longer in the file' });
      return ok(edited(text, ['rules', place], undefined));
    });
  }

  setMode(mode: Mode | null, workspace: string | null): Promise<Result<null, RulesFileError>> {
    const path = workspace === null ? ['mode'] : ['modes', workspace];
    return this.#edit((text) => ok(edited(text, path, mode ?? undefined)));
  }

  replace(text: string): Promise<Result<null, RulesFileError>> {
    return this.#inTurn(async () => {
      const [problem] = parseRules(text, this.#layer).problems;
      if (problem !== undefined) return badRule(problem);
      return this.#write(text);
    });
  }

  close(): void {
    this.#watcher?.close();
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#listeners.clear();
  }

  #edit(
    change: (text: string, parsed: ParsedRules) => Result<string, RulesFileError>,
  ): Promise<Result<null, RulesFileError>> {
    return this.#inTurn(async () => {
      const read = await readText(this.#path);
      const source = read.text.trim() === '' ? '{}\n' : read.text;
      const parsed = parseRules(source, this.#layer);
      if (read.problem !== null || parsed.broken) {
        const { line = 1, message = read.problem ?? '' } = parsed.problems[0] ?? {};
        return err({ code: 'file-broken', message: `line ${line}: ${message}` });
      }
      const next = change(source, parsed);
      if (!next.ok) return next;
      // What was wrong before is the person's to mend; what we add must be right.
      const after = parseRules(next.value, this.#layer).problems;
      const [problem] = after.length > parsed.problems.length ? after.slice(-1) : [];
      return problem === undefined ? this.#write(next.value) : badRule(problem);
    });
  }

  async #write(text: string): Promise<Result<null, RulesFileError>> {
    try {
      await mkdir(dirname(this.#path), { recursive: true });
      await writeFileAtomic(this.#path, text.endsWith('\n') ? text : `${text}\n`, { mode: 0o600 });
    } catch (error) {
      return err({ code: 'write-failed', message: error instanceof Error ? error.message : String(error) });
    }
    this.#watch();
    await this.#load();
    return ok(null);
  }

  async #load(): Promise<void> {
    const before = JSON.stringify(this.#state);
    const { text, problem } = await readText(this.#path);
    const { rules, mode, modes, hooks, problems, broken } = parseRules(text, this.#layer);
    const path = this.#path;
    if (problem !== null) {
      this.#state = { ...this.#state, problems: [{ line: 1, column: 1, message: problem }] };
    } else if (broken) this.#state = { ...this.#state, problems };
    else this.#state = { path, rules, mode, modes, hooks, problems };
    if (JSON.stringify(this.#state) === before) return;
    for (const listener of this.#listeners) listener(this.#state);
  }

  #inTurn<Value>(run: () => Promise<Value>): Promise<Value> {
    const result = this.#work.then(run);
    this.#work = result.catch(() => undefined);
    return result;
  }

  /** Until the folder is there nobody can watch it: writing tries again. */
  #watch(): void {
    if (this.#watcher !== null) return;
    try {
      const watcher = watch(dirname(this.#path), { persistent: false }, (_event, name) => {
        if (name !== basename(this.#path)) return;
        if (this.#timer !== null) clearTimeout(this.#timer);
        this.#timer = setTimeout(() => void this.#inTurn(() => this.#load()), RELOAD_DELAY_MS);
      });
      this.#watcher = watcher;
      watcher.on('error', () => {
        watcher.close();
        this.#watcher = null;
      });
    } catch {
      this.#watcher = null;
    }
  }
}

function badRule({ line, column, message }: RuleProblem) {
  return err({ code: 'bad-rule' as const, message: `line ${line}, column ${column}: ${message}` });
}

function edited(text: string, path: JSONPath, value: unknown, insert = false): string {
  return applyEdits(text, modify(text, path, value, { ...FORMAT, isArrayInsertion: insert }));
}

async function readText(path: string): Promise<{ readonly text: string; readonly problem: string | null }> {
  try {
    const { size } = await stat(path);
    if (size > LARGEST_FILE) return { text: '', problem: `the file is larger than ${LARGEST_FILE} bytes` };
    return { text: (await readFile(path, 'utf8')).replace(/^\uFEFF/, ''), problem: null };
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, 'code') === 'ENOENT') return { text: '', problem: null };
    return { text: '', problem: error instanceof Error ? error.message : String(error) };
  }
}
