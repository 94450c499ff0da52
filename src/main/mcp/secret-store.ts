/**
 * Values that must not stand in a settings file: encrypted with what the system offers, or, where it offers
 * nothing, only in memory. Names of what is kept are in the file in clear text; values never are.
 */
import { z } from 'zod';
import type { ProfileProblem } from '../../shared/ipc/contract/storage.ts';
import { openAtomicJson } from '../storage/atomic-json.ts';

/** What the system offers to encrypt with; `desktop/` has the real one. */
export interface SecretCipher {
  /** False where what it does would protect nothing. */
  isAvailable(): boolean;
  encrypt(text: string): Uint8Array;
  /** Throws when it was encrypted elsewhere, or by another person. */
  decrypt(data: Uint8Array): string;
}

export interface SecretStore {
  /** Whether values outlive the app. */
  readonly canStore: boolean;
  /** `run`: until the app quits. Rejects when the file cannot be written: nothing has changed then. */
  set(key: string, value: string, keep: 'stored' | 'run'): Promise<void>;
  /** Null: there is none, or it can no longer be read. */
  get(key: string): string | null;
  kept(key: string): 'stored' | 'run' | 'missing';
  delete(keys: readonly string[]): Promise<void>;
}

const stored = z.object({ version: z.literal(1), secrets: z.record(z.string(), z.string()) });

export async function openSecretStore(
  path: string,
  cipher: SecretCipher,
  onProblem?: (problem: ProfileProblem) => void,
): Promise<SecretStore> {
  const file = await openAtomicJson(path, stored, { version: 1, secrets: {} }, onProblem);
  const inMemory = new Map<string, string>();
  const isOnDisk = (key: string) => Object.hasOwn(file.value.secrets, key);

  const dropFromDisk = (keys: readonly string[]) =>
    file.change(({ secrets }) => ({
      version: 1,
      secrets: Object.fromEntries(Object.entries(secrets).filter(([key]) => !keys.includes(key))),
    }));

  function read(key: string): string | null {
    const data = isOnDisk(key) ? file.value.secrets[key] : undefined;
    if (data === undefined || !cipher.isAvailable()) return null;
    try {
      return cipher.decrypt(Buffer.from(data, 'base64'));
    } catch {
      return null;
    }
  }

  return {
    get canStore() {
      return cipher.isAvailable();
    },
    async set(key, value, keep) {
      if (keep === 'run') {
        if (isOnDisk(key)) await dropFromDisk([key]);
        inMemory.set(key, value);
        return;
      }
      if (!cipher.isAvailable()) throw new Error('the system offers nothing to encrypt with');
      const data = Buffer.from(cipher.encrypt(value)).toString('base64');
      await file.change(({ secrets }) => ({ version: 1, secrets: { ...secrets, [key]: data } }));
      inMemory.delete(key);
    },
    get: (key) => inMemory.get(key) ?? read(key),
    kept: (key) => (inMemory.has(key) ? 'run' : read(key) === null ? 'missing' : 'stored'),
    async delete(keys) {
      for (const key of keys) inMemory.delete(key);
      if (keys.some(isOnDisk)) await dropFromDisk(keys);
    },
  };
}
