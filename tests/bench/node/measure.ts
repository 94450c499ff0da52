import type { Figure } from './figure.ts';

/** One file a measure, named by its number; a measure may answer several numbers that come out of the same runs. */
export type Measure = {
  readonly names: readonly string[];
  /** In one line. */
  readonly title: string;
  readonly run: (context: MeasureContext) => Promise<readonly Figure[]>;
};

export type MeasureContext = {
  /** Folders of the project, of this run's bundles, and one for throw-away files. */
  readonly project: string;
  readonly bundles: string;
  readonly scratch: string;
  /** What goes on, on stderr: never part of the result. */
  readonly say: (text: string) => void;
};
