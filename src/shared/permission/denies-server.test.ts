import { expect, test } from 'vitest';
import { denyingRule } from './denies-server.ts';
import type { RuleText } from './rule.ts';

const offered = { server: 'db', agentId: 'a', workspace: '/w' };
const denied = (text: RuleText, now = 0) =>
  denyingRule([{ ...text, id: 'r', layer: 'user' }], offered, now) !== null;

test('a denial without a tool keeps a server from being handed over, to whom and while it holds', () => {
  expect(denied({ effect: 'deny', mcp: 'db' })).toBe(true);
  expect(denied({ effect: 'deny', mcp: '*' })).toBe(true);
  expect(denied({ effect: 'deny', mcp: 'db', tool: '*' })).toBe(true);
  expect(denied({ effect: 'deny', mcp: 'db', agent: 'a', workspace: '/w' })).toBe(true);
  expect(denied({ effect: 'deny', mcp: 'other' })).toBe(false);
  expect(denied({ effect: 'deny', mcp: 'db', tool: 'drop' })).toBe(false);
  expect(denied({ effect: 'deny', mcp: 'db', agent: 'b' })).toBe(false);
  expect(denied({ effect: 'deny', mcp: 'db', workspace: '/v' })).toBe(false);
  expect(denied({ effect: 'ask', mcp: 'db' })).toBe(false);
  const until = '2026-01-01T00:00:00Z';
  expect(denied({ effect: 'deny', mcp: 'db', until }, Date.parse(until) - 1)).toBe(true);
  expect(denied({ effect: 'deny', mcp: 'db', until }, Date.parse(until))).toBe(false);
});
