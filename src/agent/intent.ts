/** What a person can ask of the agent: the whole vocabulary, and nothing that depends on the machine. */

export type TextPattern =
  | { readonly kind: 'literal'; readonly text: string; readonly match: 'exact' | 'any-case' | 'whole-word' }
  /** `flags` may be any of `i`, `m`, `s`, `u`; `g` is understood. */
  | { readonly kind: 'regex'; readonly source: string; readonly flags: string };

/** 1-based and inclusive; `to` null means to the end of the file. */
export type LineRange = { readonly from: number; readonly to: number | null };

/** One step of a plan: never itself a plan. */
export type StepIntent =
  | { readonly type: 'find'; readonly pattern: TextPattern; readonly where: string | null }
  | { readonly type: 'list'; readonly where: string | null }
  | { readonly type: 'read'; readonly path: string; readonly lines: LineRange | null }
  | {
      readonly type: 'replace';
      readonly pattern: TextPattern;
      readonly replacement: string;
      readonly where: string | null;
    }
  | { readonly type: 'create'; readonly path: string; readonly content: string }
  | { readonly type: 'run'; readonly command: string };

/** Why a text was not understood, where we can say more than "no rule matched". */
export type Hint =
  | 'nothing-said'
  | 'needs-text'
  | 'needs-path'
  | 'needs-replacement'
  | 'needs-command'
  | 'needs-steps'
  | 'bad-regex'
  | 'moving-files'
  | 'unknown-command';

export type Unclear = { readonly type: 'unclear'; readonly said: string; readonly hint: Hint | null };

/** `text` is the step in the person's own words. */
export type PlannedStep = { readonly text: string; readonly intent: StepIntent | Unclear };

export type Intent =
  | StepIntent
  | { readonly type: 'plan'; readonly steps: readonly PlannedStep[] }
  | { readonly type: 'help' }
  | Unclear;

/** The language of the answer follows the language of the request. */
export type Language = 'en' | 'zh';

/** A pattern as people write it: bare text, or a regular expression between slashes. */
export function shownPattern(pattern: TextPattern): string {
  return pattern.kind === 'regex' ? `/${pattern.source}/${pattern.flags}` : pattern.text;
}
