import { expect, test } from 'vitest';
import type { PermissionOption } from '../../shared/session/content.ts';
import { keptRules, onceOption, ruleLine, ruleWords } from './always.ts';
import { listOptions } from './option-list.ts';

const option = (optionId: string, kind: PermissionOption['kind']): PermissionOption => ({
  optionId,
  name: optionId,
  kind,
});
const list = (...options: readonly PermissionOption[]) => listOptions(options, { argumentsGiven: true });

test('a rule goes with the only yes for once', () => {
  expect(onceOption(list(option('a', 'allow_once'), option('b', 'reject_once')))?.optionId).toBe('a');
});

test('with two ways to say yes for once, or none, nothing is remembered', () => {
  expect(onceOption(list(option('a', 'allow_once'), option('b', 'allow_once')))).toBeNull();
  expect(onceOption(list(option('a', 'allow_always'), option('b', 'reject_once')))).toBeNull();
});

test('an option list in doubt offers nothing to go with', () => {
  expect(onceOption(list(option('a', 'allow_once'), option('b', null)))).toBeNull();
  expect(onceOption(list(option('a', 'allow_once'), option('a', 'reject_once')))).toBeNull();
});

test('only for the workspace its path is added', () => {
  const rules = [{ effect: 'allow' as const, command: 'npm test' }];
  expect(keptRules(rules, 'session', '/w')).toEqual(rules);
  expect(keptRules(rules, 'everywhere', '/w')).toEqual(rules);
  expect(keptRules(rules, 'workspace', '/w')).toEqual([{ ...rules[0], workspace: '/w' }]);
});

test('a rule in one line is what a file has, whatever its text', () => {
  const rule = { effect: 'allow' as const, command: `git commit -m 'a "b"\u202e'`, agent: 'claude' };
  expect(JSON.parse(ruleLine(rule))).toEqual(rule);
  expect(ruleLine({ effect: 'deny', path: 'a', access: 'write' })).toBe(
    '{ "effect": "deny", "path": "a", "access": "write" }',
  );
});

test('the words of a rule are what it speaks of', () => {
  expect(ruleWords({ effect: 'allow', mcp: 'github', tool: 'list_*' })).toBe('github/list_*');
  expect(ruleWords({ effect: 'allow', mcp: 'github' })).toBe('github');
  expect(ruleWords({ effect: 'allow', kind: 'fetch' })).toBe('fetch');
});
