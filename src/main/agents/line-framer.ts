/**
 * Bytes to lines: splits at LF only (CR, U+2028 and NEL are part of a line) and joins characters that were cut
 * between chunks. A line over the cap is never held: whoever asks for lines says what stands in its place.
 */

const LF = 0x0a;
const SMALLEST_STORE = 4096;
/** A store grown beyond this is given back once the long line is done. */
const LARGEST_IDLE_STORE = 1 << 20;
/** Of a line that is left out, so many bytes of its start and of its end are told. */
const TOLD_BYTES = 512;
/** Times the cap: a line that is longer than that has no end. */
const ENDLESS = 16;

export type LongLine = { readonly bytes: number; readonly start: string; readonly end: string };

export class LineTooLongError extends Error {
  constructor(bytes: number) {
    super(`a line is longer than ${bytes} bytes`);
    this.name = 'LineTooLongError';
  }
}

export class LineFramer {
  readonly #maxLineBytes: number;
  readonly #standIn: (line: LongLine) => string;
  /** The start of a line whose end has not come yet: the first `#held` bytes. */
  #store: Buffer = Buffer.alloc(0);
  #held = 0;
  /** The line that is being left out. */
  #long: { bytes: number; start: Buffer; end: Buffer } | null = null;

  /** `standIn`: what is given in place of a line that is too long, once it has ended; one line or ''. */
  constructor(maxLineBytes: number, standIn: (line: LongLine) => string = () => '') {
    this.#maxLineBytes = maxLineBytes;
    this.#standIn = standIn;
  }

  /** Bytes of the unfinished line. */
  get heldBytes(): number {
    return this.#held;
  }

  /**
   * All lines that are complete now as one text, each with its LF; '' when there is none. Invalid
   * UTF-8 becomes U+FFFD. Throws LineTooLongError for a line that has no end.
   */
  push(chunk: Buffer): string {
    if (this.#long !== null || this.#held + chunk.length > this.#maxLineBytes)
      return this.#pushCarefully(chunk);
    const end = chunk.lastIndexOf(LF) + 1;
    if (end === 0) {
      this.#hold(chunk);
      return '';
    }
    const text = this.#take(chunk.subarray(0, end));
    if (end < chunk.length) this.#hold(chunk.subarray(end));
    return text;
  }

  /** The last line where the stream ended without LF; '' when nothing was left. */
  flush(): string {
    if (this.#long !== null) return this.#endLong();
    const text = this.#store.toString('utf8', 0, this.#held);
    this.#release();
    return text;
  }

  /** Forgets the unfinished line. */
  discard(): void {
    this.#held = 0;
    this.#long = null;
    this.#store = Buffer.alloc(0);
  }

  /** Line by line, since one of them may be too long. */
  #pushCarefully(chunk: Buffer): string {
    let text = '';
    let at = 0;
    while (at < chunk.length) {
      const lineEnd = chunk.indexOf(LF, at);
      const piece = chunk.subarray(at, lineEnd === -1 ? chunk.length : lineEnd);
      at += piece.length + 1;
      if (this.#long === null && this.#held + piece.length > this.#maxLineBytes) this.#beginLong();
      if (this.#long !== null) {
        this.#passOver(piece);
        if (lineEnd !== -1) text += this.#endLong();
      } else if (lineEnd === -1) this.#hold(piece);
      else text += this.#take(chunk.subarray(lineEnd - piece.length, lineEnd + 1));
    }
    return text;
  }

  /** `bytes` with what is held before it. */
  #take(bytes: Buffer): string {
    if (this.#held === 0) return bytes.toString('utf8');
    this.#hold(bytes);
    const text = this.#store.toString('utf8', 0, this.#held);
    this.#release();
    return text;
  }

  #beginLong(): void {
    const held = this.#store.subarray(0, this.#held);
    this.#long = {
      bytes: held.length,
      start: Buffer.from(held.subarray(0, TOLD_BYTES)),
      end: Buffer.from(held.subarray(-TOLD_BYTES)),
    };
    this.#release();
  }

  #passOver(piece: Buffer): void {
    const long = this.#long;
    if (long === null) return;
    const missing = TOLD_BYTES - long.start.length;
    if (missing > 0) long.start = Buffer.concat([long.start, piece.subarray(0, missing)]);
    long.end = Buffer.concat([long.end, piece.subarray(-TOLD_BYTES)]).subarray(-TOLD_BYTES);
    long.bytes += piece.length;
    const most = this.#maxLineBytes * ENDLESS;
    if (long.bytes > most) throw new LineTooLongError(most);
  }

  #endLong(): string {
    const long = this.#long;
    this.#long = null;
    if (long === null) return '';
    const { bytes, start, end } = long;
    const line = this.#standIn({ bytes, start: start.toString('utf8'), end: end.toString('utf8') });
    return line === '' ? '' : `${line}\n`;
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
