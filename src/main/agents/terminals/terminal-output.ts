/** The newest bytes of what a command wrote, cut from the start at a character boundary. */

export class TerminalOutput {
  readonly #limit: number;
  #chunks: Buffer[] = [];
  #bytes = 0;
  #truncated = false;

  /** `limit`: bytes of UTF-8, 0 keeps nothing. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get truncated(): boolean {
    return this.#truncated;
  }

  push(text: string): void {
    if (text === '') return;
    const chunk = Buffer.from(text, 'utf8');
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    if (this.#bytes > this.#limit) this.#truncated = true;
    // Whole chunks only; what is left too much is cut when it is read.
    for (let first = this.#chunks[0]; first !== undefined; first = this.#chunks[0]) {
      if (this.#bytes - first.length < this.#limit) break;
      this.#chunks.shift();
      this.#bytes -= first.length;
    }
    // One chunk may be far over the limit; nobody asks for its beginning again.
    if (this.#bytes > 2 * this.#limit + 65_536) this.#compact();
  }

  /** At most the limit, whole characters. */
  get text(): string {
    this.#compact();
    return this.#chunks[0]?.toString('utf8') ?? '';
  }

  #compact(): void {
    const all = Buffer.concat(this.#chunks);
    let start = Math.max(0, all.length - this.#limit);
    // 10xxxxxx goes on with a character that began before the cut.
    while (start > 0 && start < all.length && ((all[start] ?? 0) & 0xc0) === 0x80) start += 1;
    const kept = start === 0 ? all : Buffer.from(all.subarray(start));
    this.#chunks = kept.length === 0 ? [] : [kept];
    this.#bytes = kept.length;
  }
}

/** Bytes kept for an agent that names no limit, and most that one may ask for. */
export const DEFAULT_OUTPUT_LIMIT = 1024 * 1024;
export const MAX_OUTPUT_LIMIT = 4 * 1024 * 1024;

/** What an agent asked for, within what is sensible. */
export function outputLimit(asked: unknown): number {
  if (typeof asked !== 'number' || Number.isNaN(asked)) return DEFAULT_OUTPUT_LIMIT;
  return Math.min(MAX_OUTPUT_LIMIT, Math.max(0, Math.floor(asked)));
}
