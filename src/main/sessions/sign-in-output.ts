/** What a sign-in program wrote, for whoever watches it. Never part of the record: it may hold codes. */

/** UTF-16 units that are kept, from the end. */
export const OUTPUT_TAIL = 32 * 1024;

export type OutputFrame =
  | { readonly type: 'all'; readonly text: string }
  | { readonly type: 'more'; readonly text: string };

export class SignInOutput {
  readonly #watchers = new Set<(frame: OutputFrame) => void>();
  #text = '';

  clear(): void {
    this.#text = '';
    this.#tell({ type: 'all', text: '' });
  }

  add(text: string): void {
    if (text === '') return;
    this.#text = (this.#text + text).slice(-OUTPUT_TAIL);
    this.#tell({ type: 'more', text: text.slice(-OUTPUT_TAIL) });
  }

  /** The listener gets the whole before this returns, then what is added. Returns the disposer. */
  watch(listener: (frame: OutputFrame) => void): () => void {
    this.#watchers.add(listener);
    listener({ type: 'all', text: this.#text });
    return () => void this.#watchers.delete(listener);
  }

  #tell(frame: OutputFrame): void {
    for (const watcher of this.#watchers) watcher(frame);
  }
}
