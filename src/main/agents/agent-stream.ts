/**
 * The ACP transport over an agent's pipes, as the SDK's `Stream`, with what the SDK's own does not do:
 *
 * - `session/update` never enters the SDK. It is handed to `onUpdate` synchronously, and everything
 *   keeps the order in which it arrived: after each message for the SDK the stream waits until the
 *   SDK and whoever awaits it have run, before it goes on.
 * - Lines that are no messages are recorded and never answered.
 * - A line over the cap ends this connection alone, before its bytes pile up.
 * - Reading stops while the consumer is behind.
 *
 * Knows nothing of processes: tests and benchmarks give it any pair of streams.
 */
import type { Readable, Writable } from 'node:stream';
import type { AnyMessage, JsonRpcId } from '@agentclientprotocol/sdk/unstable';
import { isRecord } from '../../shared/session/json-value.ts';
import type { JsonRecord } from '../../shared/session/json-value.ts';
import { LineFramer, LineTooLongError } from './line-framer.ts';
import type { LongLine } from './line-framer.ts';
import { ProtocolLog } from './protocol-log.ts';
import { BLANK, classify, classifyUnread, parseOddLine } from './rpc-message.ts';
import { conforms } from './update-validators.ts';

/** Bytes of one message, without its LF. */
export const MAX_FRAME_BYTES = 16 * 1024 * 1024;
/** Undelivered bytes at which the input is paused; at most one chunk more is ever held. */
const BACKLOG_MARK_BYTES = 256 * 1024;

/** JSON-RPC: invalid request. */
const TOO_LARGE = -32600;

export type AgentStreamOptions = {
  /** The agent's stdout. */
  readonly input: Readable;
  /** The agent's stdin. */
  readonly output: Writable;
  /**
   * Called synchronously for each `session/update`, in arrival order among all messages. What it
   * throws is rethrown on its own, outside the stream.
   */
  readonly onUpdate: (acpSessionId: string, update: JsonRecord) => void;
  /** The input has ended and everything before has been delivered. Without it the stream just closes. */
  readonly onEnd?: () => void;
  /** A message was longer than the cap and has been left out. Whoever waits for it gets an error. */
  readonly onLeftOut?: (bytes: number) => void;
  /** A message has no end. Nothing is read any more. */
  readonly onFrameTooLarge?: () => void;
  /** After each line of noise, with the count so far. */
  readonly onNoise?: (lines: number) => void;
  /** The agent takes no more input (EPIPE). Called once; what is written after is dropped. */
  readonly onOutputError?: (error: Error) => void;
  readonly maxFrameBytes?: number;
  /** Where the traffic is kept; one of its own without it. */
  readonly log?: ProtocolLog;
};

export class AgentStream {
  readonly readable: ReadableStream<AnyMessage>;
  readonly writable: WritableStream<AnyMessage>;
  readonly log: ProtocolLog;

  readonly #options: AgentStreamOptions;
  readonly #framer: LineFramer;
  #toSdk!: ReadableStreamDefaultController<AnyMessage>;
  /** Our requests that wait for an answer. */
  readonly #openIds = new Set<number>();
  /** The agent's requests that wait for ours. Both sides count from 0, so these never mix. */
  readonly #agentIds = new Set<JsonRpcId>();

  /** Chunks that have not been framed yet, oldest first. */
  #chunks: Buffer[] = [];
  #chunkBytes = 0;
  /** Complete lines; those before `#at` are delivered. */
  #text = '';
  #at = 0;

  #ended = false;
  #endTold = false;
  #closed = false;
  #pausedByOwner = false;
  #inputPaused = false;
  #yielding = false;
  #draining = false;
  #outputFailed = false;

  constructor(options: AgentStreamOptions) {
    this.#options = options;
    this.log = options.log ?? new ProtocolLog();
    this.#framer = new LineFramer(options.maxFrameBytes ?? MAX_FRAME_BYTES, (line) => this.#leaveOut(line));
    this.readable = new ReadableStream<AnyMessage>({
      start: (controller) => {
        this.#toSdk = controller;
      },
      cancel: () => this.close(),
    });
    this.writable = new WritableStream<AnyMessage>({ write: (message) => this.#send(message) });
    const { input, output } = options;
    input.on('data', this.#onData);
    input.on('end', this.#onInputEnd);
    input.on('close', this.#onInputEnd);
    input.on('error', this.#onInputEnd);
    output.on('error', this.#onOutputError);
  }

  /** Bytes that have been read but not delivered. */
  get backlogBytes(): number {
    return this.#chunkBytes + this.#framer.heldBytes + (this.#text.length - this.#at);
  }

  /** Stops delivery at once, even within a chunk, and reading with it. */
  pause(): void {
    this.#pausedByOwner = true;
    this.#steerInput();
  }

  /** Goes on where `pause` stopped. May deliver before it returns. */
  resume(): void {
    if (!this.#pausedByOwner) return;
    this.#pausedByOwner = false;
    this.#drain();
  }

  /** Ends the connection; `error` is what the SDK's side sees. Pipes are let go, not ended. */
  close(error?: Error): void {
    if (this.#closed) return;
    this.#closed = true;
    const { input } = this.#options;
    input.off('data', this.#onData);
    input.destroy();
    this.#chunks = [];
    this.#chunkBytes = 0;
    this.#framer.discard();
    this.#text = '';
    this.#at = 0;
    try {
      if (error === undefined) this.#toSdk.close();
      else this.#toSdk.error(error);
    } catch {
      // The SDK cancelled its side first: it is closed already.
    }
  }

  readonly #onData = (chunk: Buffer): void => {
    this.#chunks.push(chunk);
    this.#chunkBytes += chunk.length;
    this.#drain();
  };

  readonly #onInputEnd = (): void => {
    if (this.#ended || this.#closed) return;
    this.#ended = true;
    this.#drain();
  };

  readonly #onOutputError = (error: Error): void => {
    if (this.#outputFailed) return;
    this.#outputFailed = true;
    this.#options.onOutputError?.(error);
  };

  #drain(): void {
    if (this.#draining) return;
    this.#draining = true;
    try {
      while (!this.#pausedByOwner && !this.#yielding && !this.#closed) {
        if (this.#at < this.#text.length) this.#deliverLine();
        else if (!this.#readText()) break;
      }
    } finally {
      this.#draining = false;
    }
    this.#steerInput();
  }

  /** The next complete lines into `#text`. False: there is nothing more for now, or ever. */
  #readText(): boolean {
    this.#text = '';
    this.#at = 0;
    const chunk = this.#chunks.shift();
    if (chunk === undefined) return this.#ended && this.#readTail();
    this.#chunkBytes -= chunk.length;
    try {
      this.#text = this.#framer.push(chunk);
    } catch (error) {
      if (!(error instanceof LineTooLongError)) throw error;
      this.#refuseFrame();
    }
    return true;
  }

  #readTail(): boolean {
    this.#text = this.#framer.flush();
    if (this.#text !== '') return true;
    if (this.#endTold) return false;
    this.#endTold = true;
    if (this.#options.onEnd === undefined) this.close();
    else this.#options.onEnd();
    return false;
  }

  #refuseFrame(): void {
    this.close(new Error('the agent sent a message without an end'));
    this.#options.onFrameTooLarge?.();
  }

  /** Gives what is to be delivered instead. */
  #leaveOut(line: LongLine): string {
    this.#options.onLeftOut?.(line.bytes);
    const unread = classifyUnread(line);
    const error = { code: TOO_LARGE, message: `the message is over the limit: ${line.bytes} bytes` };
    if (unread.type === 'response') return JSON.stringify({ jsonrpc: '2.0', id: unread.id, error });
    if (unread.type === 'request') void this.#send({ jsonrpc: '2.0', id: unread.id, error });
    return '';
  }

  #deliverLine(): void {
    const text = this.#text;
    const lineEnd = text.indexOf('\n', this.#at);
    const line = text.slice(this.#at, lineEnd === -1 ? text.length : lineEnd);
    this.#at = lineEnd === -1 ? text.length : lineEnd + 1;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      value = parseOddLine(line);
      if (value === BLANK) return;
    }
    if (!this.#takeUpdate(value, line)) this.#route(value, line);
  }

  /** True when it was an update and has been delivered. */
  #takeUpdate(value: unknown, line: string): boolean {
    if (!isRecord(value) || value.method !== 'session/update' || value.id !== undefined) return false;
    const { params } = value;
    if (!isRecord(params)) return false;
    const { sessionId, update } = params;
    if (typeof sessionId !== 'string' || !isRecord(update)) return false;
    const variant = update.sessionUpdate;
    this.log.received(value, line, String(variant));
    if (typeof variant !== 'string' || !conforms(variant, update)) this.log.remark('nonconforming');
    try {
      this.#options.onUpdate(sessionId, update);
    } catch (error) {
      queueMicrotask(() => {
        throw error;
      });
    }
    return true;
  }

  #route(value: unknown, line: string): void {
    const incoming = classify(value, this.#openIds);
    if (incoming.type === 'noise') {
      this.log.noise(line);
      this.#options.onNoise?.(this.log.noiseLines);
      return;
    }
    if (isRecord(value)) this.log.received(value, line);
    switch (incoming.type) {
      case 'stray-response':
        this.log.remark('unmatched');
        return;
      case 'request':
        if (this.#agentIds.has(incoming.id)) {
          this.log.remark('unmatched');
          return;
        }
        this.#agentIds.add(incoming.id);
        break;
      case 'response':
        this.#openIds.delete(incoming.id);
        break;
      case 'notification':
        if (isUpdate(incoming.message)) {
          this.log.remark('nonconforming');
          return;
        }
        break;
    }
    this.#toSdk.enqueue(incoming.message);
    this.#yielding = true;
    setImmediate(this.#afterYield);
  }

  readonly #afterYield = (): void => {
    this.#yielding = false;
    this.#drain();
  };

  #steerInput(): void {
    if (this.#closed || this.#ended) return;
    const pause = this.#pausedByOwner || this.#chunkBytes > BACKLOG_MARK_BYTES;
    if (pause === this.#inputPaused) return;
    this.#inputPaused = pause;
    if (pause) this.#options.input.pause();
    else this.#options.input.resume();
  }

  /** Resolves when the agent's pipe took it, or never will: whether the agent lives is known elsewhere. */
  #send(message: AnyMessage): Promise<void> {
    if ('method' in message) {
      if ('id' in message && typeof message.id === 'number') this.#openIds.add(message.id);
    } else {
      this.#agentIds.delete(message.id);
    }
    const line = JSON.stringify(message);
    this.log.sent(message, line);
    if (this.#outputFailed) return Promise.resolve();
    return new Promise((resolve) => {
      this.#options.output.write(`${line}\n`, () => resolve());
    });
  }
}

/** One that names no session or carries no update: the SDK would only complain about it. */
function isUpdate(message: AnyMessage): boolean {
  return 'method' in message && message.method === 'session/update';
}
