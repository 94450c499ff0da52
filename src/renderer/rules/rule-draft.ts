/** A rule while it is being written in the form. Pure. */
import type { TFunction } from 'i18next';
import { problemOf } from '../../shared/permission/parse-rules.ts';
import { ruleSchema, type Effect, type RuleText } from '../../shared/permission/rule.ts';

export const abouts = ['command', 'path', 'host', 'mcp', 'kind'] as const;
export type About = (typeof abouts)[number];
export const kinds = [
  'read',
  'edit',
  'delete',
  'move',
  'search',
  'execute',
  'think',
  'fetch',
  'switch_mode',
  'other',
] as const;

export type RuleDraft = {
  readonly effect: Effect;
  readonly about: About;
  readonly text: string;
  readonly kind: (typeof kinds)[number];
  readonly access: 'any' | 'read' | 'write';
  readonly tool: string;
  /** '': any. */
  readonly agent: string;
  readonly workspace: string;
  readonly note: string;
  /** `2026-12-31`, the last day; '': for good. */
  readonly until: string;
};

export const emptyDraft: RuleDraft = {
  effect: 'allow',
  about: 'command',
  text: '',
  kind: 'fetch',
  access: 'any',
  tool: '',
  agent: '',
  workspace: '',
  note: '',
  until: '',
};

export function draftOf(rule: RuleText): RuleDraft {
  const about = abouts.find((each) => rule[each] !== undefined) ?? 'kind';
  return {
    effect: rule.effect,
    about,
    text: about === 'kind' ? '' : (rule[about] ?? ''),
    kind: rule.kind ?? 'fetch',
    access: rule.access ?? 'any',
    tool: rule.tool ?? '',
    agent: rule.agent ?? '',
    workspace: rule.workspace ?? '',
    note: rule.note ?? '',
    until: rule.until === undefined ? '' : dayOf(rule.until),
  };
}

/** Whether the form has a field for all that the rule says: else it is to be changed as text. */
export function fitsForm(rule: RuleText): boolean {
  return (
    rule.kind === undefined ||
    [rule.command, rule.path, rule.host, rule.mcp].every((each) => each === undefined)
  );
}

function dayOf(moment: string): string {
  const at = new Date(moment);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** `until`: the end of that day where the person is. */
export function ruleOf(draft: RuleDraft): RuleText {
  const { effect, about, kind, access, until } = draft;
  const text = draft.text.trim();
  const filled = (key: 'tool' | 'agent' | 'workspace' | 'note') =>
    draft[key].trim() === '' ? {} : { [key]: draft[key].trim() };
  const end = until === '' ? null : new Date(`${until}T23:59:59`);
  return {
    effect,
    ...(about === 'kind' ? { kind } : { [about]: text }),
    ...(about === 'path' && access !== 'any' ? { access } : {}),
    ...(about === 'mcp' ? filled('tool') : {}),
    ...filled('agent'),
    ...filled('workspace'),
    ...(end === null || Number.isNaN(end.getTime()) ? {} : { until: end.toISOString() }),
    ...filled('note'),
  };
}

/** `incomplete`: something is still to be written; any other text is why the rule may not stand. */
export function problemOfRule(rule: RuleText): string | null {
  const parsed = ruleSchema.safeParse(rule);
  return parsed.success ? problemOf(parsed.data, 'user') : 'incomplete';
}

const known: Readonly<
  Record<string, 'path-leaves' | 'only-tightens' | 'not-a-command' | 'allows-everything' | 'starts-others'>
> = {
  'the path leaves the workspace; write an absolute one or one below ~/': 'path-leaves',
  'a workspace can only tighten: allow rules belong to the person': 'only-tightens',
  'command must be one simple command, with * at its end at most': 'not-a-command',
  'this would allow every command': 'allows-everything',
  'this program runs whatever it is given: allowing it would allow everything': 'starts-others',
};

/** In the person's language where it has words for it; else as it is. */
export function problemWords(t: TFunction<'rules'>, problem: string): string {
  if (problem === 'incomplete') return t('problem.incomplete');
  const code = known[problem];
  return code === undefined ? problem : t(`problem.${code}`);
}
