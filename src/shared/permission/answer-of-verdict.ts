/** What the agent is told of a decision: its own options, chosen by kind alone, never by name or place. */
import type { Decider, PermissionOption, PermissionOutcome } from '../session/content.ts';
import type { Verdict } from './verdict.ts';

/**
 * Null: the person has to choose. Allowing takes only an `allow_once`: what lasts is a rule of ours, and several
 * ways to say yes (as on leaving a plan) are a question that no rule has answered.
 */
export function answerOfVerdict(
  verdict: Verdict,
  options: readonly PermissionOption[],
): PermissionOutcome | null {
  if (verdict.effect === 'ask') return null;
  const by = deciderOf(verdict);
  if (by === null) return null;
  const pick = (option: PermissionOption): PermissionOutcome => ({
    outcome: 'selected',
    optionId: option.optionId,
    kind: option.kind,
    by,
  });
  const of = (kind: PermissionOption['kind']) => options.filter((option) => option.kind === kind);
  if (verdict.effect === 'deny') {
    const [reject] = [...of('reject_once'), ...of('reject_always')];
    return reject === undefined ? { outcome: 'cancelled', why: 'denied', by } : pick(reject);
  }
  const once = of('allow_once');
  const [only] = once;
  const unclear = once.length !== 1 || of('allow_always').length > 1 || hasTwins(options);
  return only === undefined || unclear ? null : pick(only);
}

function hasTwins(options: readonly PermissionOption[]): boolean {
  return new Set(options.map(({ optionId }) => optionId)).size !== options.length;
}

function deciderOf({ reason }: Verdict): Decider | null {
  switch (reason.type) {
    case 'rule': {
      const { layer, ruleId, what } = reason;
      return { type: 'rule', layer, ruleId, what };
    }
    case 'mode':
      return { type: 'mode', layer: null, ruleId: null, what: reason.mode };
    case 'disaster':
      return { type: 'disaster', layer: 'built-in', ruleId: null, what: reason.command };
    case 'hook':
      return { type: 'hook', layer: reason.layer ?? 'user', ruleId: null, what: reason.name };
    default:
      return null;
  }
}
