/** What is typed and pasted, in order, in pieces that main takes. */
import type { Client } from '../../shared/ipc/client.ts';
import { MOST_INPUT } from '../../shared/ipc/contract/terminals.ts';

export class TerminalInput {
  readonly #client: Client;
  readonly #terminalId: string;
  #waiting = '';
  #sending = false;

  constructor(client: Client, terminalId: string) {
    this.#client = client;
    this.#terminalId = terminalId;
  }

  type(text: string): void {
    this.#waiting += text;
    if (!this.#sending) void this.#send();
  }

  async #send(): Promise<void> {
    this.#sending = true;
    while (this.#waiting !== '') {
      const text = this.#waiting.slice(0, MOST_INPUT);
      this.#waiting = this.#waiting.slice(MOST_INPUT);
      const answer = await this.#client.request('terminals.write', { terminalId: this.#terminalId, text });
      // Whoever types sees that the shell has ended; the rest was meant for it.
      if (!answer.ok) this.#waiting = '';
    }
    this.#sending = false;
  }
}
