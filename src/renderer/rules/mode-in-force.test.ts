import { expect, test } from 'vitest';
import { modeInForce } from './mode-in-force.ts';

const facts = {
  chosen: null,
  general: 'ask',
  modes: { '/w': 'accept-edits' },
  workspace: '/w',
  workspaceMode: null,
} as const;

test('the choice for the session holds, else the workspace’s, else the general one', () => {
  expect(modeInForce({ ...facts, chosen: 'read-only' }).mode).toBe('read-only');
  expect(modeInForce(facts).mode).toBe('accept-edits');
  expect(modeInForce({ ...facts, workspace: '/other' }).mode).toBe('ask');
});

test('the file of a workspace tightens, and never loosens', () => {
  const loose = modeInForce({ ...facts, chosen: 'autonomous', workspaceMode: 'ask' });
  expect(loose).toEqual({ mode: 'ask', byDefault: 'ask', limit: 'ask' });
  const tight = modeInForce({ ...facts, chosen: 'read-only', workspaceMode: 'autonomous' });
  expect(tight).toEqual({ mode: 'read-only', byDefault: 'accept-edits', limit: null });
});
