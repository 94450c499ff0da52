/** A small JSON file that is replaced as a whole, and read once. For its owner alone. */
import { mkdir, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import type { z } from 'zod';

export interface AtomicJson<Value> {
  readonly value: Value;
  /** One at a time; in force only when it is on disk. Rejects when it cannot be written: nothing has changed then. */
  change(edit: (before: Value) => Value): Promise<void>;
}

/** A file that cannot be understood is set aside, never overwritten. Rejects when it cannot be read. */
export async function openAtomicJson<Value>(
  file: string,
  schema: z.ZodType<Value>,
  empty: Value,
): Promise<AtomicJson<Value>> {
  await mkdir(dirname(file), { recursive: true });
  let value = (await readStored(file, schema)) ?? empty;
  let last: Promise<unknown> = Promise.resolve();
  return {
    get value() {
      return value;
    },
    change(edit) {
      const work = async () => {
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

async function readStored<Value>(file: string, schema: z.ZodType<Value>): Promise<Value | null> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    await rename(file, `${file}.unreadable-${Date.now()}`);
    return null;
  }
}
