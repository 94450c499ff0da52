/** What the measures ask of the page, as `globalThis.bench`. Types alone: both sides import it. */

export type View =
  /** Receives everything and drops it. */
  | { readonly view: 'nothing' }
  | { readonly view: 'transcript'; readonly items: number }
  /** The list of sessions. */
  | { readonly view: 'sidebar'; readonly rows: number };

export type StreamSpec = {
  /** Chunks a second over all sessions; each comes as a message of its own. */
  readonly perSecond: number;
  readonly ms: number;
  readonly sessions: number;
  /** With the summaries of the streaming sessions as often as main sends them. */
  readonly summaries: boolean;
};

export type StreamReport = {
  readonly chunks: number;
  /** ms between frames, in order. */
  readonly frames: readonly number[];
  /** ms from the chunk's sending to the change of the document that shows it; empty where nothing is shown. */
  readonly latencies: readonly number[];
  /** Tasks of more than 50 ms. */
  readonly longTasks: readonly number[];
  /** Elements in the document. */
  readonly nodes: number;
};

export type PageBench = {
  show(view: View): Promise<void>;
  /** Everything up to the first chunk. */
  prepareStream(spec: StreamSpec): Promise<void>;
  stream(): Promise<StreamReport>;
  /** Lets one message grow to `chars`, 33 chunks of 20 characters a frame. */
  grow(chars: number): Promise<void>;
  /** Sessions to be opened; `whole`: without windows. */
  prepareOpening(spec: {
    readonly sessions: number;
    readonly items: number;
    readonly whole: boolean;
  }): Promise<void>;
  /** ms until it is painted. */
  openOne(index: number): Promise<number>;
  /** What the page does by itself. */
  idle(ms: number): Promise<{ readonly frames: number; readonly changes: number }>;
  /** Watches sessions over the port that main gives this page, counting what comes. */
  watchPort(how: 'contract' | 'bare', sessionIds: readonly string[]): Promise<void>;
  /** Resolves once so many chunks have come over the port since `watchPort`. */
  received(chunks: number): Promise<PortReport>;
};

export type PortReport = { readonly chunks: number; readonly messages: number };
