/** Requests over the SDK's connection, with limits of time and errors in our terms. */
import { RequestError } from '@agentclientprotocol/sdk/unstable';
import type { ClientConnection } from '@agentclientprotocol/sdk/unstable';
import { errorText } from './agent-answers.ts';
import { wakingClock } from '../waking-clock.ts';
import type { Waits } from '../waking-clock.ts';
import { AgentRequestError } from './agent-link.ts';

export const REQUEST_CANCELLED = -32800;

export class AgentRpc {
  readonly #connection: ClientConnection;
  readonly #clock: Waits;

  constructor(connection: ClientConnection, clock: Waits = wakingClock) {
    this.#connection = connection;
    this.#clock = clock;
  }

  /** Begins to count at once. */
  limit(ms: number): TimeLimit {
    return new TimeLimit(ms, this.#clock);
  }

  /** `ms`: how long to wait; without it for as long as it takes. Answers come back unread. */
  request(method: string, params: object, ms?: number): Promise<unknown> {
    if (ms === undefined) return this.#connection.agent.request(method, params);
    return this.limited(method, params, this.limit(ms));
  }

  /** Rejects with TimeoutError when the limit is over; an answer that comes later is dropped. */
  async limited(method: string, params: object, limit: TimeLimit): Promise<unknown> {
    try {
      return await this.#connection.agent.request(method, params, {
        cancellationSignal: limit.signal,
        stopWaitingOnCancel: true,
      });
    } catch (error) {
      throw limit.signal.aborted ? new TimeoutError(method, limit.ms) : error;
    } finally {
      limit.clear();
    }
  }

  /** For as long as it takes, until `signal` takes it back. */
  untilAborted(method: string, params: object, signal: AbortSignal): Promise<unknown> {
    return this.#connection.agent.request(method, params, {
      cancellationSignal: signal,
      stopWaitingOnCancel: true,
    });
  }

  notify(method: string, params: object): void {
    this.#connection.agent.notify(method, params).catch(() => {
      // The connection is gone, and whatever it was about with it.
    });
  }

  close(error: Error): void {
    this.#connection.close(error);
  }
}

export class TimeoutError extends Error {
  readonly method: string;
  readonly ms: number;
  constructor(method: string, ms: number) {
    super(`no answer to ${method} in ${Math.round(ms / 100) / 10} s`);
    this.name = 'TimeoutError';
    this.method = method;
    this.ms = ms;
  }
}

export class TimeLimit {
  readonly ms: number;
  readonly #abort = new AbortController();
  readonly #clock: Waits;
  #callOff: () => void = () => undefined;

  constructor(ms: number, clock: Waits = wakingClock) {
    this.ms = ms;
    this.#clock = clock;
    this.restart();
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  restart(): void {
    this.#callOff();
    this.#callOff = this.#clock.after(this.ms, () => this.#abort.abort());
  }

  clear(): void {
    this.#callOff();
  }
}

/** What a request of the session engine rejects with. */
export function asLinkError(error: unknown): unknown {
  if (error instanceof TimeoutError) return new AgentRequestError(REQUEST_CANCELLED, error.message);
  if (error instanceof RequestError) {
    return new AgentRequestError(error.code, errorText(error.message, error.data));
  }
  return error;
}
