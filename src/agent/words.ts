/** Every sentence the agent says, in the language of the request. One shape, two tables: `words-en.ts` and `words-zh.ts`. */
import type { Hint, Language, StepIntent, TextPattern } from './intent.ts';
import type { RefusalCode } from './refusal.ts';
import { en } from './words-en.ts';
import { zh } from './words-zh.ts';

export type AnswerNames = {
  readonly allowOnce: string;
  readonly allowAlways: string;
  readonly rejectOnce: string;
  readonly rejectAlways: string;
};

export type SearchTally = {
  readonly matches: number;
  readonly files: number;
  readonly searched: number;
  /** Binary, too large or unreadable. */
  readonly skipped: number;
  /** The walk stopped at its limit of files. */
  readonly stoppedEarly: boolean;
};

export type ReplaceTally = {
  readonly replaced: number;
  readonly files: number;
  readonly rejected: number;
  readonly failed: number;
  readonly untouched: number;
};

export type CommandEnd = {
  readonly code: number | null;
  readonly signal: string | null;
  readonly lines: number;
};

export type Words = {
  readonly editAnswers: AnswerNames;
  readonly commandAnswers: AnswerNames;
  readonly understood: (intent: StepIntent) => string;
  readonly understoodPlan: (steps: number) => string;
  readonly findTitle: (pattern: TextPattern, where: string | null) => string;
  readonly found: (pattern: TextPattern, where: string | null, tally: SearchTally) => string;
  readonly moreMatches: (count: number) => string;
  readonly searchDetail: (tally: SearchTally) => string;
  readonly listTitle: (where: string | null) => string;
  readonly listed: (count: number, where: string | null) => string;
  readonly moreFiles: (count: number) => string;
  readonly readTitle: (path: string, lines: string | null) => string;
  readonly hasLines: (
    path: string,
    total: number,
    shown: { readonly from: number; readonly to: number },
  ) => string;
  readonly emptyFile: (path: string) => string;
  readonly noSuchLines: (path: string, total: number) => string;
  readonly moreLines: (count: number, ask: string) => string;
  readonly outputCut: (shownKiB: number) => string;
  readonly editTitle: (path: string) => string;
  readonly editStep: (path: string, count: number) => string;
  readonly moreSteps: (count: number) => string;
  readonly nothingToReplace: (pattern: TextPattern, where: string | null) => string;
  readonly nothingChanges: string;
  readonly aboutToEdit: (count: number, files: number) => string;
  readonly morePlaces: (count: number) => string;
  readonly replaced: (tally: ReplaceTally) => string;
  readonly createTitle: (path: string) => string;
  readonly created: (path: string, lines: number) => string;
  readonly commandEnded: (command: string, end: CommandEnd) => string;
  readonly rejectedByPerson: string;
  readonly rejectedEarlier: string;
  readonly couldNotAsk: (why: string) => string;
  readonly forbiddenByMode: string;
  readonly nothingRun: (command: string) => string;
  readonly nothingWritten: (path: string) => string;
  readonly readOnly: (deed: 'edit' | 'execute') => string;
  readonly step: (number: number, total: number, text: string) => string;
  readonly planDone: (total: number) => string;
  readonly planStopped: (number: number, total: number, why: 'failed' | 'rejected') => string;
  readonly planUnclear: (steps: readonly string[]) => string;
  readonly cancelled: string;
  readonly interrupted: string;
  readonly refusal: (code: RefusalCode, subject: string) => string;
  readonly unclear: (said: string, hint: Hint | null) => string;
  readonly help: string;
};

export function wordsFor(language: Language): Words {
  switch (language) {
    case 'en':
      return en;
    case 'zh':
      return zh;
  }
}
