/** The text of a file with one rule more, or with one in the place of another. Comments stay. Pure. */
import { applyEdits, modify } from 'jsonc-parser';
import { parseRules } from '../../shared/permission/parse-rules.ts';
import type { RuleText } from '../../shared/permission/rule.ts';

const formattingOptions = { insertSpaces: true, tabSize: 2, eol: '\n' };

/** `replacedId`: the rule that it stands for; null: it is new. The text as it is where it is no JSON. */
export function withRule(text: string, rule: RuleText, replacedId: string | null): string {
  const source = text.trim() === '' ? '{}\n' : text;
  const { rules, places, broken } = parseRules(source, 'user');
  if (broken) return text;
  const place = replacedId === null ? undefined : places[rules.findIndex(({ id }) => id === replacedId)];
  // A list that is not there, or is none, becomes one.
  const path = ['rules', place ?? -1];
  return applyEdits(source, modify(source, path, rule, { formattingOptions }));
}
