/**
 * The last lines that an agent wrote to stderr. Reads all of it, since a full pipe would block the
 * agent, and keeps at most 200 lines or 64 KiB.
 */
import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

const MAX_LINES = 200;
const MAX_BYTES = 64 * 1024;
/** Of one line; the rest of it is read and dropped. */
const MAX_LINE_LENGTH = 4096;

export class StderrTail {
  readonly #decoder = new StringDecoder('utf8');
  #kept: { readonly text: string; readonly bytes: number }[] = [];
  #bytes = 0;
  #unfinished = '';
  #cutOff = false;
  readonly #onLine: (line: string) => void;

  /** `onLine`: each line as it is complete, without escape sequences. */
  constructor(stream: Readable, onLine: (line: string) => void = () => {}) {
    this.#onLine = onLine;
    stream.on('data', (chunk: Buffer) => this.#take(this.#decoder.write(chunk)));
    stream.on('error', () => {});
  }

  /** Oldest first, without escape sequences, the unfinished last line included. Untrusted text. */
  get lines(): readonly string[] {
    const lines = this.#kept.map((line) => line.text);
    const last = readable(this.#unfinished);
    return last === '' ? lines : [...lines, last].slice(-MAX_LINES);
  }

  #take(text: string): void {
    let at = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', at)) {
      this.#extend(text.slice(at, end));
      this.#finishLine();
      at = end + 1;
    }
    this.#extend(text.slice(at));
  }

  #extend(text: string): void {
    if (this.#cutOff) return;
    this.#unfinished += text;
    if (this.#unfinished.length <= MAX_LINE_LENGTH) return;
    this.#unfinished = `${this.#unfinished.slice(0, MAX_LINE_LENGTH)}…`;
    this.#cutOff = true;
  }

  #finishLine(): void {
    const text = readable(this.#unfinished);
    this.#unfinished = '';
    this.#cutOff = false;
    if (text === '') return;
    this.#onLine(text);
    const bytes = Buffer.byteLength(text) + 1;
    this.#kept.push({ text, bytes });
    this.#bytes += bytes;
    while (this.#kept.length > MAX_LINES || this.#bytes > MAX_BYTES) {
      this.#bytes -= this.#kept.shift()?.bytes ?? 0;
    }
  }
}

// CSI, then strings (OSC, DCS, PM, APC, SOS) up to their end, then other two-character escapes.
const ESCAPES =
  // eslint-disable-next-line no-control-regex
  /\u001b\[[0-?]*[ -/]*[@-~]|\u001b[\]P^_X][^\u0007\u001b]*(?:\u0007|\u001b\\)?|\u001b[ -/]*[0-~]/g;
// eslint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** A terminal would show what follows the last carriage return of a line. */
function readable(line: string): string {
  const plain = line.replace(/\r+$/, '').replace(ESCAPES, '');
  return plain
    .slice(plain.lastIndexOf('\r') + 1)
    .replace(CONTROLS, '')
    .trimEnd();
}
