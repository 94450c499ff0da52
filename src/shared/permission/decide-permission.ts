/**
 * The one decision about what agents may do. Order: denied by the app > denied by a rule of any layer > asked
 * because of the place or by a rule > allowed by a rule of the person, then of the session > the mode > asked.
 * What is asked for has parts (commands, their redirects, paths, hosts, a tool): one denied part denies all of it,
 * and only all parts together are allowed. Pure; every doubt asks.
 */
import { disasterOf } from './disaster.ts';
import { type CompiledRule, allows, compileRule, hits, isFor, whatOf } from './match-rule.ts';
import { modeAllows, modeRefuses } from './mode.ts';
import type { PermissionRequest } from './permission-request.ts';
import { decidesLater, isSecret } from './places.ts';
import { type Part, type ReadRequest, readRequest } from './read-request.ts';
import type { Effect, Layer, Policy, Rule } from './rule.ts';
import type { Verdict, VerdictReason } from './verdict.ts';

/** More parts than this ask. */
export const MOST_PARTS = 5000;

export type Surroundings = {
  /** ms since the epoch: some rules end. */
  readonly now: number;
  /** The person's home folder, absolute; null: not known, rules below `~` match nothing. */
  readonly home: string | null;
};

const RANK: Readonly<Record<Layer, number>> = { 'built-in': 0, user: 1, workspace: 2, session: 3 };

/** Rules made ready: compile once, decide often. */
export class Permissions {
  readonly #mode: Policy['mode'];
  readonly #rules: Readonly<Record<Effect, readonly CompiledRule[]>>;

  constructor({ rules, mode }: Policy) {
    this.#mode = mode;
    const of = (effect: Effect) =>
      rules
        // A workspace's own file can only tighten.
        .filter((rule) => rule.effect === effect && !(effect === 'allow' && rule.layer === 'workspace'))
        .map(compileRule)
        .sort((a, b) => RANK[a.rule.layer] - RANK[b.rule.layer]);
    this.#rules = { deny: of('deny'), ask: of('ask'), allow: of('allow') };
  }

  decide(request: PermissionRequest, { now, home }: Surroundings): Verdict {
    const read = readRequest(request, home);
    const hit = (effect: 'deny' | 'ask') =>
      this.#rules[effect].find((each) => isFor(each, request, now) && hits(each, read));
    const disaster = disasterOf(read, home);
    if (disaster !== null) return because('deny', { type: 'disaster', command: disaster });
    const denied = hit('deny');
    if (denied !== undefined) return byRule('deny', denied.rule);
    if (modeRefuses(this.#mode, read)) return because('deny', { type: 'mode', mode: this.#mode });
    const asked = hit('ask');
    if (asked !== undefined) return byRule('ask', asked.rule);
    const doubt = whyAsk(read);
    return doubt === null ? this.#allow(read, now) : because('ask', doubt);
  }

  #allow(read: ReadRequest, now: number): Verdict {
    const rules = this.#rules.allow.filter((each) => isFor(each, read.request, now));
    const matched = new Set<Rule>();
    for (const part of read.parts) {
      const covering = rules.find((each) => allows(each, part));
      if (covering !== undefined) matched.add(covering.rule);
      else if (!modeAllows(this.#mode, part, read)) return because('ask', whyNot(part));
    }
    const [first] = matched;
    return first === undefined
      ? because('allow', { type: 'mode', mode: this.#mode })
      : { ...byRule('allow', first), matched: [...matched].map(({ id }) => id) };
  }
}

function byRule(effect: Effect, rule: Rule): Verdict {
  const { id, layer } = rule;
  return { effect, reason: { type: 'rule', ruleId: id, layer, what: whatOf(rule) }, matched: [id] };
}

function because(effect: Effect, reason: VerdictReason): Verdict {
  return { effect, reason, matched: [] };
}

/** What asks whatever rules and mode allow. */
function whyAsk({ request, parts, paths, named, doubts }: ReadRequest): VerdictReason | null {
  if (!request.complete) return { type: 'incomplete' };
  if (parts.length > MOST_PARTS) return { type: 'too-much' };
  const guarded = [...paths, ...named].find(({ access, absolute, inWorkspace }) => {
    const segments = inWorkspace ?? absolute;
    return (access !== 'read' && decidesLater(segments)) || (access !== 'write' && isSecret(segments));
  });
  if (guarded !== undefined) return { type: 'protected', path: guarded.path };
  return doubts.length > 0 ? { type: 'doubt', doubts } : null;
}

function whyNot(part: Part): VerdictReason {
  return part.type === 'path' && part.place.inWorkspace === null
    ? { type: 'outside', path: part.place.path }
    : { type: 'no-rule' };
}
