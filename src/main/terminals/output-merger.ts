/** Joins what is read from a pty into pieces worth sending on, and cuts no character in two. */
import { StringDecoder } from 'node:string_decoder';

/** Waited for more, in ms, and bytes after which nothing is waited for. */
const WAIT_MS = 5;
const ENOUGH_BYTES = 64 * 1024;

export class OutputMerger {
  readonly #emit: (text: string) => void;
  readonly #decoder = new StringDecoder('utf8');
  #pieces: Uint8Array[] = [];
  #bytes = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(emit: (text: string) => void) {
    this.#emit = emit;
  }

  push(bytes: Uint8Array): void {
    this.#pieces.push(bytes);
    this.#bytes += bytes.byteLength;
    if (this.#bytes >= ENOUGH_BYTES) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), WAIT_MS);
  }

  /** Nothing comes any more: also half a character is let go. */
  end(): void {
    this.flush();
    const rest = this.#decoder.end();
    if (rest !== '') this.#emit(rest);
  }

  flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const text = this.#decoder.write(Buffer.concat(this.#pieces));
    this.#pieces = [];
    this.#bytes = 0;
    if (text !== '') this.#emit(text);
  }
}
