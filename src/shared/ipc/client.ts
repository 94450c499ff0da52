/** The typed client of a contract, as `connect` makes it and as everything in the page uses it. */
import type { Result } from '../result.ts';
import type { Contract } from './contract.ts';
import type { IpcError, RequestMethod, StreamMethod } from './method.ts';

type RequestName = {
  [Name in keyof Contract]: Contract[Name] extends RequestMethod<infer _I, infer _O, infer _C> ? Name : never;
}[keyof Contract];
type StreamName = {
  [Name in keyof Contract]: Contract[Name] extends StreamMethod<infer _I, infer _E, infer _C> ? Name : never;
}[keyof Contract];

export type InputOf<Name extends keyof Contract> =
  Contract[Name] extends RequestMethod<infer Input, infer _O, infer _C>
    ? Input
    : Contract[Name] extends StreamMethod<infer Input, infer _E, infer _C>
      ? Input
      : never;
export type OutputOf<Name extends RequestName> =
  Contract[Name] extends RequestMethod<infer _I, infer Output, infer _C> ? Output : never;
export type EventOf<Name extends StreamName> =
  Contract[Name] extends StreamMethod<infer _I, infer Event, infer _C> ? Event : never;
export type CodeOf<Name extends keyof Contract> = Contract[Name]['codes'][number];

export interface Client {
  /** Never rejects: every failure is data, also a closed port (`closed`) and an abort (`aborted`). */
  request<Name extends RequestName>(
    name: Name,
    input: InputOf<Name>,
    options?: { signal?: AbortSignal },
  ): Promise<Result<OutputOf<Name>, IpcError<CodeOf<Name>>>>;

  /**
   * Subscribes. `onBatch` gets events in order, in batches, and acknowledges by returning. A stream that
   * lagged is subscribed again by the client itself: every stream of the contract starts with its full state.
   * Returns the disposer; after it no callback runs.
   */
  subscribe<Name extends StreamName>(
    name: Name,
    input: InputOf<Name>,
    handlers: {
      onBatch: (events: readonly EventOf<Name>[]) => void;
      /** Ended by the other side: null when it simply finished. Not called after the disposer. */
      onEnd?: (error: IpcError<CodeOf<Name>> | null) => void;
    },
  ): () => void;
}

export type { RequestName, StreamName };
