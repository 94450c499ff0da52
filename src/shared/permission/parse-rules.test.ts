import { expect, test } from 'vitest';
import { parseRules } from './parse-rules.ts';

const text = `{
  // what I always allow
  "mode": "accept-edits",
  "rules": [
    { "effect": "allow", "command": "npm test" }, /* fine */
    { "effect": "allow", "command": "npx *" },
    { "effect": "deny", "path": "../x" },
    { "effect": "deny", "pth": "x" },
    { "effect": "perhaps", "command": "x" },
    { "effect": "deny", "command": "rm", "path": "x" },
    { "effect": "ask", "host": "example.org", },
  ],
}`;

test('what is right counts, what is wrong is told with its place', () => {
  const { rules, mode, problems, broken } = parseRules(text, 'user');
  expect({ mode, broken, rules: rules.map((rule) => rule.command ?? rule.host) }).toEqual({
    mode: 'accept-edits',
    broken: false,
    rules: ['npm test', 'example.org'],
  });
  expect(problems.map(({ line, column }) => [line, column])).toEqual([
    [6, 5],
    [7, 5],
    [8, 5],
    [8, 5],
    [9, 17],
    [10, 5],
  ]);
});

test('a workspace’s file cannot allow', () => {
  const { rules, problems } = parseRules(
    '{"rules":[{"effect":"allow","command":"ls"},{"effect":"deny","command":"rm"}]}',
    'workspace',
  );
  expect(rules.map(({ command }) => command)).toEqual(['rm']);
  expect(problems).toHaveLength(1);
});

test.each([['{'], ['[]'], ['nonsense'], ['{"rules": ['], ['"x"']])('%s is told as broken', (source) => {
  const parsed = parseRules(source, 'user');
  expect(parsed.broken).toBe(true);
  expect(parsed.problems.length).toBeGreaterThan(0);
});

test('nothing, a mark at its beginning and comments alone are no problem', () => {
  expect(parseRules('', 'user').problems).toEqual([]);
  expect(parseRules('\uFEFF{"rules":[]}', 'user').problems).toEqual([]);
});

test('rules keep their ids while their text stays, wherever they stand; equal ones are told apart', () => {
  const one = '{"effect":"deny","command":"rm"}';
  const two = '{"effect":"deny","command":"dd"}';
  const ids = (source: string) => parseRules(`{"rules":[${source}]}`, 'user').rules.map(({ id }) => id);
  expect(ids(`${one},${two}`)).toEqual([...ids(`${two},${one}`)].reverse());
  expect(new Set(ids(`${one},${one}`)).size).toBe(2);
});
