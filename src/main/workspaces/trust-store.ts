/**
 * Which workspaces the person trusts. Identity is the canonical path, whole: a folder inside a trusted one, one
 * whose name begins the same, or a link to another place inherits nothing.
 */
import { realpath } from 'node:fs/promises';
import { z } from 'zod';
import type { ProfileProblem } from '../../shared/ipc/contract/storage.ts';
import { openAtomicJson } from '../storage/atomic-json.ts';

export interface TrustStore {
  /** False for a folder that is not there. */
  isTrusted(path: string): Promise<boolean>;
  /** Rejects when the folder is not there, or the file cannot be written: nothing has changed then. */
  trust(path: string): Promise<void>;
  /** Also of a folder that is gone meanwhile. Rejects when the file cannot be written. */
  distrust(path: string): Promise<void>;
  /** Called after every change. Returns the disposer. */
  subscribe(listener: () => void): () => void;
}

const stored = z.object({ version: z.literal(1), trusted: z.array(z.string().min(1)) });

/** Without a file nothing is trusted. */
export async function openTrustStore(
  path: string,
  onProblem?: (problem: ProfileProblem) => void,
): Promise<TrustStore> {
  const file = await openAtomicJson(path, stored, { version: 1, trusted: [] }, onProblem);
  const listeners = new Set<() => void>();

  async function change(derive: (before: readonly string[]) => readonly string[]): Promise<void> {
    await file.change(({ trusted }) => ({ version: 1, trusted: [...new Set(derive(trusted))] }));
    for (const listener of listeners) listener();
  }

  return {
    async isTrusted(folder) {
      const canonical = await realpath(folder).catch(() => null);
      return canonical !== null && file.value.trusted.includes(canonical);
    },
    async trust(folder) {
      const canonical = await realpath(folder);
      await change((before) => [...before, canonical]);
    },
    async distrust(folder) {
      const canonical = await realpath(folder).catch(() => folder);
      await change((before) => before.filter((each) => each !== canonical && each !== folder));
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
