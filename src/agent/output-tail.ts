/** What is kept of a command's output: the end of it, within a bound. */

export class OutputTail {
  readonly #limit: number;
  #text = '';
  #lines = 0;
  #cut = false;
  #endsLine = true;

  /** `limit` in UTF-16 units. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  add(text: string): void {
    if (text === '') return;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#lines += 1;
    this.#endsLine = text.endsWith('\n');
    this.#text += text;
    if (this.#text.length <= this.#limit * 2) return;
    this.#trim();
  }

  /** All lines that went by, also those no longer kept. */
  get lines(): number {
    return this.#lines + (this.#endsLine ? 0 : 1);
  }

  get cut(): boolean {
    return this.#cut || this.#text.length > this.#limit;
  }

  /** The kept end, cut at a line where that is possible. */
  get text(): string {
    this.#trim();
    return this.#text;
  }

  #trim(): void {
    if (this.#text.length <= this.#limit) return;
    this.#cut = true;
    const tail = this.#text.slice(-this.#limit);
    const line = tail.indexOf('\n');
    this.#text =
      line >= 0 && line < this.#limit / 2 ? tail.slice(line + 1) : tail.replace(/^[\udc00-\udfff]/, '');
  }
}

/** Without colours, cursor movements and other control sequences, with overwritten lines (CR) reduced to the last. */
export function plainText(output: string): string {
  return output
    .replace(/\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)/g, '')
    .replace(/\u001b\[[0-?]*[ -/]*[@-~]/g, '')
    .replace(/\u001b[@-Z\\-_]/g, '')
    .replace(/\r+\n/g, '\n')
    .replace(/^.*\r(?!$)/gm, '')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '');
}
