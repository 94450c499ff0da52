/**
 * What an agent sent that is no proper protocol message: a bounded record for finding out what went
 * wrong. Nothing of it is ever answered.
 */

export type ProtocolRemark = {
  /**
   * `noise`: a line that is no JSON-RPC. `nonconforming`: an update that breaks the protocol's schema
   * (it is used as far as it can be read). `unmatched`: an answer to nothing that we asked, or a second
   * request under an id that is still open.
   */
  readonly kind: 'noise' | 'nonconforming' | 'unmatched';
  /** The start of the line or a description. Untrusted text, at most 500 characters. */
  readonly text: string;
};

const MAX_REMARKS = 200;
const MAX_TEXT = 500;

export class ProtocolLog {
  readonly #remarks: ProtocolRemark[] = [];
  #noiseLines = 0;

  add(kind: ProtocolRemark['kind'], text: string): void {
    if (kind === 'noise') this.#noiseLines++;
    this.#remarks.push({ kind, text: text.slice(0, MAX_TEXT) });
    if (this.#remarks.length > MAX_REMARKS) this.#remarks.shift();
  }

  /** All noise lines so far, also those no longer kept. */
  get noiseLines(): number {
    return this.#noiseLines;
  }

  /** The newest remarks, oldest first. */
  get remarks(): readonly ProtocolRemark[] {
    return [...this.#remarks];
  }
}
