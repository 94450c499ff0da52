/**
 * Watches how much room the disk has. Looks more often while there is little, gives the ballast free when there
 * is none, and makes it again when there is.
 */
import type { DiskState } from '../../shared/ipc/contract/storage.ts';
import type { Ballast } from './ballast.ts';
import { BALLAST_BYTES, VERY_LOW_BYTES, diskStateOf } from './disk-limits.ts';

/** How often it is looked, in ms, with and without enough room. */
export const CALM_MS = 30_000;
export const TIGHT_MS = 2_000;

export type DiskReading = { readonly state: DiskState; readonly freeBytes: number | null };

export type DiskWatchPorts = {
  readonly freeBytes: () => Promise<number | null>;
  readonly ballast: Ballast;
  /** Runs once after `ms`; the returned function calls it off. */
  readonly after: (ms: number, run: () => void) => () => void;
};

export class DiskWatch {
  readonly #ports: DiskWatchPorts;
  readonly #listeners = new Set<(reading: DiskReading) => void>();
  #reading: DiskReading = { state: 'unknown', freeBytes: null };
  #stopTimer: () => void = () => undefined;
  #look: Promise<void> | null = null;
  /** Something could not be written for want of room, and it was not seen since that there is some. */
  #refused = false;
  #closed = false;

  constructor(ports: DiskWatchPorts) {
    this.#ports = ports;
  }

  get reading(): DiskReading {
    return this.#reading;
  }

  /** Resolves when the first look is over. */
  start(): Promise<void> {
    return this.look();
  }

  /** Returns the disposer. */
  subscribe(listener: (reading: DiskReading) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** A journal could not be written: a quota may be used up although the disk has room. Frees the ballast. */
  async diskFull(): Promise<void> {
    this.#refused = true;
    await this.#ports.ballast.free();
    await this.look();
  }

  /** Everything could be written again. */
  async diskHasRoom(): Promise<void> {
    this.#refused = false;
    await this.look();
  }

  /** Looks now; one look at a time. */
  look(): Promise<void> {
    this.#look ??= this.#lookOnce().finally(() => {
      this.#look = null;
    });
    return this.#look;
  }

  close(): void {
    this.#closed = true;
    this.#stopTimer();
    this.#listeners.clear();
  }

  async #lookOnce(): Promise<void> {
    this.#stopTimer();
    const { freeBytes: read, ballast, after } = this.#ports;
    const freeBytes = await read();
    const measured = diskStateOf(freeBytes, this.#reading.state);
    const state = this.#refused ? 'full' : measured;
    if (state === 'full') await ballast.free();
    // What it takes must not itself bring the room below the limit.
    else if (!ballast.isThere && (freeBytes ?? 0) > VERY_LOW_BYTES + BALLAST_BYTES) await ballast.make();
    if (this.#closed) return;
    const before = this.#reading;
    this.#reading = { state, freeBytes };
    this.#stopTimer = after(
      state === 'ok' || state === 'unknown' ? CALM_MS : TIGHT_MS,
      () => void this.look(),
    );
    if (before.state !== state || worthTelling(before.freeBytes, freeBytes)) {
      for (const listener of this.#listeners) listener(this.#reading);
    }
  }
}

/** A change by a hundredth. */
function worthTelling(before: number | null, now: number | null): boolean {
  if (before === null || now === null) return before !== now;
  return Math.abs(before - now) > before / 100;
}
