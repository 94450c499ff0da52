/**
 * Owns the settings file: JSON with comments that a person may edit by hand. Edits made here keep the
 * comments; a file that does not parse is never overwritten, and the last good settings stay in force.
 */
import { type FSWatcher, watch } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { applyEdits, modify, type JSONPath } from 'jsonc-parser';
import writeFileAtomic from 'write-file-atomic';
import { settingsSchema, type Settings, type SettingsState } from '../../shared/ipc/contract/settings.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { readProfileFile } from '../storage/read-profile-file.ts';
import { parseSettings, type SettingsProblem } from './parse-settings.ts';

/** One change: `value` undefined removes the key. */
export type SettingsEdit = { readonly path: JSONPath; readonly value: unknown };
export type SettingsUpdateError = { readonly code: 'file-broken' | 'write-failed'; readonly message: string };

export interface SettingsFile {
  readonly state: SettingsState;
  /** The text of the last good settings: for parts of it that have a reader of their own. */
  readonly text: string;
  /** Called after every change, also one made outside the app. Returns the disposer. */
  subscribe(listener: (state: SettingsState) => void): () => void;
  /** Reads the file anew, applies the edits that `edit` derives from it, writes it atomically. One at a time. */
  update(edit: (settings: Settings) => readonly SettingsEdit[]): Promise<Result<null, SettingsUpdateError>>;
  close(): void;
}

const FORMAT = { formattingOptions: { insertSpaces: true, tabSize: 2, eol: '\n' } };
/** Editors save in several steps; one reload after the last of them is enough. */
const RELOAD_DELAY_MS = 100;

export async function openSettingsFile(path: string): Promise<SettingsFile> {
  // Where that cannot be made, writing says why.
  await mkdir(dirname(path), { recursive: true }).catch(() => undefined);
  const listeners = new Set<(state: SettingsState) => void>();
  let state: SettingsState = { settings: settingsSchema.parse({}), problem: null, path };
  let goodText = '';
  let lastWrite: Promise<unknown> = Promise.resolve();

  async function load(): Promise<string> {
    const read = await readSettingsText(path);
    if (!read.ok) {
      state = { ...state, problem: read.error };
      return '';
    }
    const parsed = parseSettings(read.value);
    if (parsed.ok) goodText = read.value;
    state = parsed.ok ? { settings: parsed.value, problem: null, path } : { ...state, problem: parsed.error };
    return read.value;
  }

  async function reload(): Promise<void> {
    const before = JSON.stringify(state) + goodText;
    await load();
    if (JSON.stringify(state) + goodText !== before) for (const listener of listeners) listener(state);
  }

  async function write(
    edit: (settings: Settings) => readonly SettingsEdit[],
  ): Promise<Result<null, SettingsUpdateError>> {
    const text = await load();
    if (state.problem !== null) {
      return err({ code: 'file-broken', message: `line ${state.problem.line}: ${state.problem.message}` });
    }
    let next = text.trim() === '' ? '{}\n' : text;
    for (const { path: keys, value } of edit(state.settings))
      next = applyEdits(next, modify(next, keys, value, FORMAT));
    const parsed = parseSettings(next);
    if (!parsed.ok) return err({ code: 'file-broken', message: parsed.error.message });
    try {
      await writeFileAtomic(path, next.endsWith('\n') ? next : `${next}\n`, { mode: 0o600 });
    } catch (error) {
      return err({ code: 'write-failed', message: error instanceof Error ? error.message : String(error) });
    }
    goodText = next;
    state = { settings: parsed.value, problem: null, path };
    for (const listener of listeners) listener(state);
    return ok(null);
  }

  await load();
  let timer: NodeJS.Timeout | null = null;
  const watcher = watchFolder(dirname(path), (name) => {
    if (name !== basename(path)) return;
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(() => void (lastWrite = lastWrite.then(reload)), RELOAD_DELAY_MS);
  });

  return {
    get state() {
      return state;
    },
    get text() {
      return goodText;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    update(edit) {
      const result = lastWrite.then(() => write(edit));
      lastWrite = result;
      return result;
    },
    close() {
      watcher?.close();
      if (timer !== null) clearTimeout(timer);
    },
  };
}

/** A folder that goes away, or that cannot be watched, ends the watching, not the app. */
function watchFolder(folder: string, onChange: (name: string | null) => void): FSWatcher | null {
  try {
    const watcher = watch(folder, { persistent: false }, (_event, name) => onChange(name));
    watcher.on('error', () => watcher.close());
    return watcher;
  } catch {
    return null;
  }
}

async function readSettingsText(path: string): Promise<Result<string, SettingsProblem>> {
  const read = await readProfileFile(path);
  return read.ok ? ok(read.value ?? '') : err({ message: read.error, line: 1, column: 1 });
}
