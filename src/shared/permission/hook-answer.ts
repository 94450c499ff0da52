/** What the answers of hooks make of a decision. They tighten; only the person's own may allow, and not everything. */
import { z } from 'zod';
import type { Hook } from './hook.ts';
import type { Verdict } from './verdict.ts';

/** What a hook writes; without a decision it has no opinion. Nothing at all is the same as `{}`. */
export const hookAnswerSchema = z.object({
  decision: z.enum(['allow', 'ask', 'deny']).optional(),
  /** For the person, with the decision. */
  reason: z.string().max(2000).optional(),
  /** Shown with the question. */
  note: z.string().max(2000).optional(),
});
export type HookAnswer = z.infer<typeof hookAnswerSchema>;

export type HookProblem = 'not-started' | 'too-slow' | 'too-much' | 'failed' | 'not-understood';

export type HookResult = Pick<Hook, 'name' | 'layer'> &
  ({ readonly answer: HookAnswer; readonly problem?: never } | { readonly problem: HookProblem });

/** Untrusted text of a program, beside the question. */
export type HookNote = { readonly name: string; readonly says: string };

/**
 * A denial stands. A hook that fails allows nothing: what rules and mode would have let through is asked. What is
 * asked because of a place, a rule or a doubt no hook allows; only for want of a rule, or because it is outside.
 */
export function withHooks(verdict: Verdict, results: readonly HookResult[]): Verdict {
  if (verdict.effect === 'deny') return verdict;
  const says = (decision: HookAnswer['decision']) =>
    results.find((result) => result.problem === undefined && result.answer.decision === decision);
  const denying = says('deny');
  if (denying !== undefined) return by('deny', denying);
  const doubting = results.find(({ problem }) => problem !== undefined) ?? says('ask');
  if (doubting !== undefined) return verdict.effect === 'ask' ? verdict : by('ask', doubting);
  const allowing = results.find(
    (result) => result.problem === undefined && result.answer.decision === 'allow' && result.layer === 'user',
  );
  const { type } = verdict.reason;
  const mayAllow = verdict.effect === 'ask' && (type === 'no-rule' || type === 'outside');
  return allowing !== undefined && mayAllow ? by('allow', allowing) : verdict;
}

export function notesOf(results: readonly HookResult[]): readonly HookNote[] {
  return results.flatMap((result) => {
    const note = result.problem === undefined ? result.answer.note?.trim() : undefined;
    return note === undefined || note === '' ? [] : [{ name: result.name, says: note }];
  });
}

function by(effect: Verdict['effect'], result: HookResult): Verdict {
  const { name, layer } = result;
  const problem = result.problem === undefined ? {} : { problem: result.problem };
  const says = result.problem === undefined ? (result.answer.reason ?? '') : '';
  return { effect, reason: { type: 'hook', name, says, layer, ...problem }, matched: [] };
}
