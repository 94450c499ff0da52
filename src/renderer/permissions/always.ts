/** “Always” as rules of the app's own making: what is offered, with which answer it goes, what is kept. Pure. */
import type { RuleText } from '../../shared/permission/rule.ts';
import type { OfferedOption, OptionList } from './option-list.ts';

export const rememberScopes = ['session', 'workspace', 'everywhere'] as const;
export type RememberScope = (typeof rememberScopes)[number];

/** `offer`: its place among the offers of the request. */
export type Remember = { readonly offer: number; readonly scope: RememberScope };

/**
 * The answer that a rule goes with: the agent's only yes for once. With two of them nobody knows which one the
 * rule would stand for, and an option list in doubt offers no yes at all. Null: nothing may be remembered.
 */
export function onceOption({ offered }: OptionList): OfferedOption | null {
  const once = offered.filter(({ kind }) => kind === 'allow_once');
  return once.length === 1 ? (once[0] ?? null) : null;
}

/** The rules as they will stand. `workspace`: its canonical path. */
export function keptRules(
  rules: readonly RuleText[],
  scope: RememberScope,
  workspace: string,
): readonly RuleText[] {
  return scope === 'workspace' ? rules.map((rule) => ({ ...rule, workspace })) : rules;
}

const order = ['effect', 'command', 'path', 'access', 'host', 'mcp', 'tool', 'kind', 'agent', 'workspace', 'until', 'note'] as const; // prettier-ignore

/** A rule as a file has it, in one line. */
export function ruleLine(rule: RuleText): string {
  const parts = order.flatMap((key) =>
    rule[key] === undefined ? [] : [`"${key}": ${JSON.stringify(rule[key])}`],
  );
  return `{ ${parts.join(', ')} }`;
}

/** What a rule speaks of, without whom and where it is for. */
export function ruleWords({ command, path, host, mcp, tool, kind }: RuleText): string {
  if (mcp !== undefined) return tool === undefined ? mcp : `${mcp}/${tool}`;
  return command ?? path ?? host ?? kind ?? '';
}
