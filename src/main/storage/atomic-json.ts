/** A small JSON file that is replaced as a whole, and read once. For its owner alone. */
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import type { z } from 'zod';
import type { ProfileProblem } from '../../shared/ipc/contract/storage.ts';
import { readProfileFile } from './read-profile-file.ts';
import { setAside } from './set-aside.ts';

export interface AtomicJson<Value> {
  readonly value: Value;
  /** One at a time; in force only when it is on disk. Rejects when it cannot be written: nothing has changed then. */
  change(edit: (before: Value) => Value): Promise<void>;
}

/**
 * A file that cannot be understood is set aside; one that cannot be read or set aside stays as it is, and then
 * nothing can be changed. `onProblem` is told. Never rejects.
 */
export async function openAtomicJson<Value>(
  file: string,
  schema: z.ZodType<Value>,
  empty: Value,
  onProblem: (problem: ProfileProblem) => void = () => undefined,
): Promise<AtomicJson<Value>> {
  // Where that cannot be made, a change says so.
  await mkdir(dirname(file), { recursive: true }).catch(() => undefined);
  const stored = await readStored(file, schema);
  const { problem } = stored;
  if (problem !== null) onProblem(problem);
  let value = stored.value ?? empty;
  let last: Promise<unknown> = Promise.resolve();
  return {
    get value() {
      return value;
    },
    change(edit) {
      const work = async () => {
        if (problem !== null && problem.keptAs === null) {
          throw new Error(`nothing is written over ${file}, which cannot be used: ${problem.message}`);
        }
        const next = edit(value);
        await writeFileAtomic(file, `${JSON.stringify(next, null, 2)}\n`, { mode: 0o600 });
        value = next;
      };
      const changed = last.then(work);
      last = changed.catch(() => undefined);
      return changed;
    },
  };
}

async function readStored<Value>(
  path: string,
  schema: z.ZodType<Value>,
): Promise<{ readonly value: Value | null; readonly problem: ProfileProblem | null }> {
  const text = await readProfileFile(path);
  if (!text.ok) {
    const problem = { path, what: 'other', why: 'unreadable', message: text.error, keptAs: null } as const;
    return { value: null, problem };
  }
  if (text.value === null) return { value: null, problem: null };
  try {
    return { value: schema.parse(JSON.parse(text.value)), problem: null };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const keptAs = await setAside(path, Date.now());
    return { value: null, problem: { path, what: 'other', why: 'not-understood', message, keptAs } };
  }
}
