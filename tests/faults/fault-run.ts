/** What every fault run is. */
export type FaultContext = {
  readonly quick: boolean;
  readonly seed: number;
  /** An empty folder of its own. */
  readonly scratch: string;
  /** Where the programs that it starts are. */
  readonly bundles: string;
  /** Runs when all is over, also when that is by an interrupt. */
  readonly atEnd: (undo: () => Promise<unknown>) => void;
};
/** `failures` in words; the run holds when there are none. */
export type FaultOutcome =
  | { readonly type: 'done'; readonly figure: string; readonly failures: readonly string[] }
  | { readonly type: 'skipped'; readonly reason: string };

export type FaultRun = {
  /** Its number among the reliability goals. */
  readonly name: string;
  /** It measures memory or delays of this very process, and gets one of its own in which `gc` can be called. */
  readonly alone?: boolean;
  readonly run: (context: FaultContext) => Promise<FaultOutcome>;
};

/** The naive way has to fail: a run that finds nothing there finds nothing at all. */
export function controlFailure(found: number): readonly string[] {
  return found > 0 ? [] : ['the control did not fail: this run proves nothing'];
}
