/**
 * Bytes to lines: splits at LF only (CR, U+2028 and NEL are part of a line), joins characters that
 * were cut between chunks, and refuses a line over the cap before its bytes are copied.
 */

const LF = 0x0a;
const SMALLEST_STORE = 4096;
/** A store grown beyond this is given back once the long line is done. */
const LARGEST_IDLE_STORE = 1 << 20;

export class LineTooLongError extends Error {
  constructor(maxLineBytes: number) {
    super(`a line is longer than ${maxLineBytes} bytes`);
    this.name = 'LineTooLongError';
  }
}

export class LineFramer {
  readonly #maxLineBytes: number;
  /** The start of a line whose end has not come yet: the first `#held` bytes. */
  #store: Buffer = Buffer.alloc(0);
  #held = 0;

  constructor(maxLineBytes: number) {
    this.#maxLineBytes = maxLineBytes;
  }

  /** Bytes of the unfinished line. */
  get heldBytes(): number {
    return this.#held;
  }

  /**
   * All lines that are complete now as one text, each with its LF; '' when there is none. Invalid
   * UTF-8 becomes U+FFFD. Throws LineTooLongError.
   */
  push(chunk: Buffer): string {
    const end = chunk.lastIndexOf(LF) + 1;
    this.#checkLengths(chunk, end);
    if (end === 0) {
      this.#hold(chunk);
      return '';
    }
    let text: string;
    if (this.#held === 0) {
      text = chunk.toString('utf8', 0, end);
    } else {
      this.#hold(chunk.subarray(0, end));
      text = this.#store.toString('utf8', 0, this.#held);
      this.#release();
    }
    if (end < chunk.length) this.#hold(chunk.subarray(end));
    return text;
  }

  /** The last line where the stream ended without LF; '' when nothing was left. */
  flush(): string {
    const text = this.#store.toString('utf8', 0, this.#held);
    this.#release();
    return text;
  }

  /** Forgets the unfinished line. */
  discard(): void {
    this.#held = 0;
    this.#store = Buffer.alloc(0);
  }

  #checkLengths(chunk: Buffer, end: number): void {
    const max = this.#maxLineBytes;
    if (this.#held + chunk.length <= max) return;
    // Where the line began, counted from the start of the chunk: before it for the one that is held.
    let start = -this.#held;
    while (Math.max(0, start) < end) {
      const lineEnd = chunk.indexOf(LF, Math.max(0, start));
      if (lineEnd - start > max) throw new LineTooLongError(max);
      start = lineEnd + 1;
    }
    if (chunk.length - start > max) throw new LineTooLongError(max);
  }

  #hold(bytes: Buffer): void {
    const needed = this.#held + bytes.length;
    if (needed > this.#store.length) {
      const grown = Buffer.allocUnsafeSlow(Math.max(SMALLEST_STORE, needed, this.#store.length * 2));
      this.#store.copy(grown, 0, 0, this.#held);
      this.#store = grown;
    }
    bytes.copy(this.#store, this.#held);
    this.#held = needed;
  }

  #release(): void {
    this.#held = 0;
    if (this.#store.length > LARGEST_IDLE_STORE) this.#store = Buffer.alloc(0);
  }
}
