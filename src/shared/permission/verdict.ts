/** What was decided about a request, by what, and why: as data that a catalogue has words for. */
import type { HookProblem } from './hook-answer.ts';
import type { Layer, Mode } from './rule.ts';
import type { ShellDoubt } from './shell-reading.ts';

export type VerdictReason =
  | { readonly type: 'rule'; readonly ruleId: string; readonly layer: Layer; readonly what: string }
  /** It would take the disk or the person's home with it. */
  | { readonly type: 'disaster'; readonly command: string }
  /** A place that decides what runs later, or holds secrets. */
  | { readonly type: 'protected'; readonly path: string }
  | { readonly type: 'mode'; readonly mode: Mode }
  /** A program of the person's or a workspace's. `says`: its words, untrusted text. `problem`: it gave no answer. */
  | {
      readonly type: 'hook';
      readonly name: string;
      readonly says: string;
      readonly layer?: Layer;
      readonly problem?: HookProblem;
    }
  /** The agent did not say what it would do. */
  | { readonly type: 'incomplete' }
  | { readonly type: 'doubt'; readonly doubts: readonly ShellDoubt[] }
  /** Reaches beyond the workspace. */
  | { readonly type: 'outside'; readonly path: string }
  /** Longer or more than is looked at. */
  | { readonly type: 'too-much' }
  /** It would write more in a short time than is let through unseen. `bytes`: the limit; `minutes`: the time. */
  | { readonly type: 'write-budget'; readonly bytes: number; readonly minutes: number }
  | { readonly type: 'no-rule' };

export type Verdict = {
  readonly effect: 'deny' | 'ask' | 'allow';
  readonly reason: VerdictReason;
  /** Rules that covered a part of it, so that their use can be counted. */
  readonly matched: readonly string[];
};
