/** MCP over the pipes of a process that `processes/` started: the SDK's own transport starts one by itself. */
import { ReadBuffer, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { ManagedProcess } from '../processes/spawn.ts';

type Pipes = Pick<ManagedProcess, 'stdin' | 'stdout'>;

export class ProcessTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onerror?: (error: Error) => void;
  onclose?: () => void;
  readonly #pipes: Pipes;
  readonly #buffer = new ReadBuffer();
  #isClosed = false;

  constructor(pipes: Pipes) {
    this.#pipes = pipes;
  }

  start(): Promise<void> {
    const { stdin, stdout } = this.#pipes;
    stdout.on('data', (chunk: Buffer) => this.#take(chunk));
    stdout.once('close', () => this.#ended());
    // A program that is gone says so by its exit.
    stdin.on('error', () => undefined);
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    const { stdin } = this.#pipes;
    if (this.#isClosed || !stdin.writable)
      return Promise.reject(new Error('the program takes no more input'));
    return new Promise((resolve) => {
      if (stdin.write(serializeMessage(message))) resolve();
      else stdin.once('drain', resolve);
    });
  }

  /** Leaves the process as it is: whoever started it stops it. */
  close(): Promise<void> {
    this.#ended();
    return Promise.resolve();
  }

  #take(chunk: Buffer): void {
    if (this.#isClosed) return;
    try {
      this.#buffer.append(chunk);
    } catch (error) {
      this.onerror?.(asError(error));
      this.#ended();
      return;
    }
    for (;;) {
      try {
        const message = this.#buffer.readMessage();
        if (message === null) return;
        this.onmessage?.(message);
      } catch (error) {
        // A line that is no message; the next one may be.
        this.onerror?.(asError(error));
      }
    }
  }

  #ended(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#buffer.clear();
    this.onclose?.();
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
