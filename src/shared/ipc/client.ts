/** The typed client of a contract, as `connect` makes it and as everything in the page uses it. */
import type { Result } from '../result.ts';
import type { Contract } from './contract.ts';
import type { AnyContract, IpcError, RequestMethod, StreamMethod } from './method.ts';

export type RequestName<C extends AnyContract = Contract> = {
  [Name in keyof C]: C[Name] extends RequestMethod<infer _I, infer _O, infer _C> ? Name : never;
}[keyof C];
export type StreamName<C extends AnyContract = Contract> = {
  [Name in keyof C]: C[Name] extends StreamMethod<infer _I, infer _E, infer _C> ? Name : never;
}[keyof C];

export type InputOf<Name extends keyof C, C extends AnyContract = Contract> =
  C[Name] extends RequestMethod<infer Input, infer _O, infer _C>
    ? Input
    : C[Name] extends StreamMethod<infer Input, infer _E, infer _C>
      ? Input
      : never;
export type OutputOf<Name extends RequestName<C>, C extends AnyContract = Contract> =
  C[Name] extends RequestMethod<infer _I, infer Output, infer _C> ? Output : never;
export type EventOf<Name extends StreamName<C>, C extends AnyContract = Contract> =
  C[Name] extends StreamMethod<infer _I, infer Event, infer _C> ? Event : never;
export type CodeOf<Name extends keyof C, C extends AnyContract = Contract> = C[Name]['codes'][number];

export interface ClientOf<C extends AnyContract> {
  /** Never rejects: every failure is data, also a closed port (`closed`) and an abort (`aborted`). */
  request<Name extends RequestName<C>>(
    name: Name,
    input: InputOf<Name, C>,
    options?: { signal?: AbortSignal },
  ): Promise<Result<OutputOf<Name, C>, IpcError<CodeOf<Name, C>>>>;

  /**
   * Subscribes. `onBatch` gets events in order, in batches, and acknowledges by returning. A stream that
   * lagged is subscribed again by the client itself: every stream of the contract starts with its full state.
   * Returns the disposer; after it no callback runs.
   */
  subscribe<Name extends StreamName<C>>(
    name: Name,
    input: InputOf<Name, C>,
    handlers: {
      onBatch: (events: readonly EventOf<Name, C>[]) => void;
      /**
       * Ended by the other side: null when it simply finished, `closed` when the port went away. Also when
       * `onBatch` threw, with `internal`. Not called after the disposer.
       */
      onEnd?: (error: IpcError<CodeOf<Name, C>> | null) => void;
    },
  ): () => void;
}

export type Client = ClientOf<Contract>;
