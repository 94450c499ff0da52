/**
 * The list of agents that can be had: a dated copy that comes with the app, and a newer one from the network
 * once somebody looked at the catalogue, kept with its date. Being offline is no error.
 */
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import bundled from '../../../../resources/agent-registry.json';
import type { RegistryState } from '../../../shared/ipc/contract/catalogue.ts';
import { readProfileFile } from '../../storage/read-profile-file.ts';
import { setAside } from '../../storage/set-aside.ts';
import { fetchText } from '../install/fetch-file.ts';
import type { Machine } from './distribution.ts';
import { distributionFor } from './distribution.ts';
import { parseRegistry } from './registry-entry.ts';
import type { RegistryEntry } from './registry-entry.ts';

const LIMITS = { maxBytes: 8 << 20, silenceMs: 10_000, totalMs: 30_000 };
/** In ms: a copy younger than this is not fetched again by itself. */
const FRESH_MS = 24 * 3_600_000;

const keptSchema = z.object({ url: z.string(), fetchedAt: z.number(), registry: z.unknown() });

export type RegistrySourceOptions = {
  /** Where the fetched copy is kept. */
  readonly file: string;
  /** Asked before each fetch; null: never go to the network. */
  readonly url: () => string | null;
  readonly machine: Machine;
  readonly now: () => number;
  readonly onChange: () => void;
  readonly report: (error: unknown, where: string) => void;
};

export class RegistrySource {
  readonly #options: RegistrySourceOptions;
  readonly #bundled: readonly RegistryEntry[] = parseRegistry(bundled)?.entries ?? [];
  #fetched: { readonly url: string; readonly at: number; readonly entries: readonly RegistryEntry[] } | null =
    null;
  #refreshing: Promise<void> | null = null;
  #problem: string | null = null;
  readonly #abort = new AbortController();

  constructor(options: RegistrySourceOptions) {
    this.#options = options;
  }

  /** Reads the copy of an earlier fetch. Never rejects. */
  async load(): Promise<void> {
    const { file, now, report } = this.#options;
    const kept = await readProfileFile(file);
    if (!kept.ok) report(new Error(kept.error), 'agent registry');
    if (!kept.ok || kept.value === null) return;
    try {
      const { url, fetchedAt, registry } = keptSchema.parse(JSON.parse(kept.value));
      this.#take(url, fetchedAt, registry);
    } catch (error) {
      report(new Error(`${file} cannot be used`, { cause: error }), 'agent registry');
      await setAside(file, now());
    }
  }

  get entries(): readonly RegistryEntry[] {
    return this.#current === null
      ? this.#bundled
      : combine(this.#current.entries, this.#bundled, this.#options.machine);
  }

  get state(): RegistryState {
    const current = this.#current;
    return {
      origin: current === null ? 'bundled' : 'fetched',
      at: current?.at ?? Date.parse(bundled.date),
      refresh: this.#refreshing === null ? 'idle' : 'running',
      online: this.#options.url() !== null,
      problem: this.#problem,
    };
  }

  get isStale(): boolean {
    const current = this.#current;
    return current === null || this.#options.now() - current.at > FRESH_MS;
  }

  /** Resolves when it is over, however it went. One at a time. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = null;
      this.#options.onChange();
    });
    this.#options.onChange();
    return this.#refreshing;
  }

  close(): void {
    this.#abort.abort();
  }

  /** Of another registry than the one that is set, a kept copy says nothing. */
  get #current() {
    return this.#fetched !== null && this.#fetched.url === this.#options.url() ? this.#fetched : null;
  }

  async #refresh(): Promise<void> {
    const url = this.#options.url();
    if (url === null) return;
    try {
      const registry: unknown = JSON.parse(await fetchText(url, LIMITS, this.#abort.signal));
      const at = this.#options.now();
      if (!this.#take(url, at, registry)) throw new Error('it is not in the format of the registry');
      this.#problem = null;
      await writeFileAtomic(this.#options.file, JSON.stringify({ url, fetchedAt: at, registry }));
    } catch (error) {
      this.#problem = error instanceof Error ? error.message : String(error);
    }
  }

  #take(url: string, at: number, registry: unknown): boolean {
    const parsed = parseRegistry(registry);
    // An empty list is more likely a mistake than the end of all agents.
    if (parsed === null || (parsed.entries.length === 0 && parsed.dropped.length > 0)) return false;
    this.#fetched = { url, at, entries: parsed.entries };
    for (const { id, why } of parsed.dropped) {
      this.#options.report(new Error(`left out ${id}: ${why}`), 'agent registry');
    }
    return true;
  }
}

/** What was fetched counts; the copy of the app only helps where an agent could not be had on this machine. */
export function combine(
  fetched: readonly RegistryEntry[],
  own: readonly RegistryEntry[],
  machine: Machine,
): readonly RegistryEntry[] {
  return fetched.map((entry) => {
    if (distributionFor(entry, machine) !== null) return entry;
    const ours = own.find(({ id }) => id === entry.id);
    return ours !== undefined && distributionFor(ours, machine) !== null ? ours : entry;
  });
}
