import { expect, test } from 'vitest';
import { parseRules } from '../../shared/permission/parse-rules.ts';
import { withRule } from './with-rule.ts';

const rule = { effect: 'allow', command: 'npm test' } as const;
const words = (text: string) => parseRules(text, 'user').rules.map(({ command }) => command);

test('a rule is added at the end, to a file with comments and to none', () => {
  expect(words(withRule('', rule, null))).toEqual(['npm test']);
  const text = '{\n  // mine\n  "rules": [{ "effect": "deny", "command": "git push" }]\n}\n';
  const after = withRule(text, rule, null);
  expect(words(after)).toEqual(['git push', 'npm test']);
  expect(after).toContain('// mine');
});

test('a rule stands in the place of another, past those with a mistake', () => {
  const text =
    '{ "rules": [{ "effect": "maybe" }, { "effect": "deny", "command": "a" }, { "effect": "deny", "command": "b" }] }';
  const [first] = parseRules(text, 'user').rules;
  expect(words(withRule(text, rule, first?.id ?? ''))).toEqual(['npm test', 'b']);
});

test('what is no JSON stays as it is', () => {
  expect(withRule('{ "rules": [', rule, null)).toBe('{ "rules": [');
});
