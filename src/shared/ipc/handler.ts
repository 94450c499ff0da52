/** What the serving side writes: one plain function a method, with no idea of ports or Electron. */
import type { Result } from '../result.ts';
import type { AnyContract, IpcError, RequestMethod, StreamMethod } from './method.ts';

type Eventually<Value> = Value | Promise<Value>;

/**
 * Answers once. Expected failures are returned with one of the method's codes; what it throws is unexpected
 * and reaches the caller only as `internal` with the id of its log entry.
 */
export type RequestHandler<Input, Output, Code extends string> = (
  input: Input,
  context: {
    /** Aborted when the caller gave up or its port went away; the answer is then dropped. */
    readonly signal: AbortSignal;
  },
) => Eventually<Result<Output, IpcError<Code>>>;

export type StreamContext<Event, Code extends string> = {
  /** Never blocks and never throws; does nothing once the stream is over. The first event is the full state. */
  emit(event: Event): void;
  /** Ends the stream after everything emitted so far; with an error when it could not start or go on. */
  end(error?: IpcError<Code> | null): void;
  /** Aborted when the stream is over, whoever ended it. */
  readonly signal: AbortSignal;
};

/**
 * Starts a stream. The returned disposer runs exactly once, also when the stream was over before it existed.
 */
export type StreamHandler<Input, Event, Code extends string> = (
  input: Input,
  context: StreamContext<Event, Code>,
) => Eventually<(() => void) | undefined>;

export type HandlerOf<Method> =
  Method extends RequestMethod<infer Input, infer Output, infer Code>
    ? RequestHandler<Input, Output, Code>
    : Method extends StreamMethod<infer Input, infer Event, infer Code>
      ? StreamHandler<Input, Event, Code>
      : never;

/** One handler for every method of the contract, no more and no less. */
export type Handlers<C extends AnyContract> = { readonly [Name in keyof C]: HandlerOf<C[Name]> };
