/**
 * How a method of the contract is declared. A request answers once; a stream answers with events until
 * either side ends it. Inputs are always parsed against `input`; outputs are types only.
 */
import type { z } from 'zod';

/** Expected failures are data with a code of a closed set; every method may also answer these. */
export type CommonErrorCode =
  | 'bad-input' // the input did not parse; `message` says where
  | 'unknown-method'
  | 'internal' // unexpected; logged in main under `id`
  | 'overloaded' // over the limits of the port: too many at once, too fast, or one message too large
  | 'aborted'
  | 'closed'; // the port went away

export type IpcError<Code extends string = string> = {
  readonly code: Code | CommonErrorCode;
  /** English, for logs and for codes without a catalogue text. */
  readonly message: string;
  /** Set for `internal`: the id under which main logged it. */
  readonly id?: string;
};

export type RequestMethod<Input, Output, Code extends string> = {
  readonly kind: 'request';
  readonly input: z.ZodType<Input>;
  readonly codes: readonly Code[];
  /** Phantom: never set, carries the type. */
  readonly output?: Output;
};

export type StreamMethod<Input, Event, Code extends string> = {
  readonly kind: 'stream';
  readonly input: z.ZodType<Input>;
  readonly codes: readonly Code[];
  /** Merges `next` into the event before it while both wait for an acknowledgement; null: keep both. */
  readonly merge: ((previous: Event, next: Event) => Event | null) | null;
  /** Most events that may wait for the reader. Past it the stream ends with `lagged` and the client starts anew. */
  readonly maxWaiting: number;
  readonly event?: Event;
};

/** What every contract has in common; the types of its methods are read off it by inference. */
export type AnyContract = {
  readonly [name: string]: {
    readonly kind: 'request' | 'stream';
    readonly input: z.ZodType<unknown>;
    readonly codes: readonly string[];
  };
};

/** Declares a request: `request<Output>()(inputSchema, ['code', …])`. */
export function request<Output>() {
  return <Input, const Code extends string = never>(
    input: z.ZodType<Input>,
    codes: readonly Code[] = [],
  ): RequestMethod<Input, Output, Code> => ({ kind: 'request', input, codes });
}

/** Declares a stream: `stream<Event>()(inputSchema, { codes, merge, maxWaiting })`. */
export function stream<Event>() {
  return <Input, const Code extends string = never>(
    input: z.ZodType<Input>,
    options: {
      codes?: readonly Code[];
      merge?: (previous: Event, next: Event) => Event | null;
      maxWaiting?: number;
    } = {},
  ): StreamMethod<Input, Event, Code> => ({
    kind: 'stream',
    input,
    codes: options.codes ?? [],
    merge: options.merge ?? null,
    maxWaiting: options.maxWaiting ?? 4096,
  });
}
