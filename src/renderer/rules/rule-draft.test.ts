import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import type { RuleText } from '../../shared/permission/rule.ts';
import { enCatalogue } from '../i18n/catalogues.ts';
import { draftOf, emptyDraft, fitsForm, problemOfRule, problemWords, ruleOf } from './rule-draft.ts';

beforeAll(() => i18next.init({ lng: 'en', ns: ['rules'], resources: { en: { rules: enCatalogue.rules } } }));

const rules: readonly RuleText[] = [
  { effect: 'allow', command: 'npm test *', agent: 'claude', note: 'quick' },
  { effect: 'deny', path: 'infra/**', access: 'write', workspace: '/home/dev/shop' },
  { effect: 'ask', mcp: 'github', tool: 'create_*' },
  { effect: 'allow', host: '*.example.org' },
  { effect: 'deny', kind: 'fetch' },
];

test.each(rules)('a rule comes back from the form as it was: %j', (rule) => {
  expect(fitsForm(rule)).toBe(true);
  expect(ruleOf(draftOf(rule))).toEqual(rule);
});

test('a day is meant to its end, and is the same day when it is changed again', () => {
  const rule = ruleOf({ ...emptyDraft, text: 'npm test', until: '2026-12-31' });
  expect(new Date(rule.until ?? '').getHours()).toBe(23);
  expect(draftOf(rule).until).toBe('2026-12-31');
});

test('fields of another matter are left out', () => {
  const rule = ruleOf({ ...emptyDraft, text: 'npm test', tool: 'x', access: 'read', kind: 'edit' });
  expect(rule).toEqual({ effect: 'allow', command: 'npm test' });
});

test('a rule of two matters is not for the form', () => {
  expect(fitsForm({ effect: 'deny', kind: 'edit', path: 'infra/**' })).toBe(false);
});

test('what may not stand is said in words of the catalogue', () => {
  const t = i18next.getFixedT('en', 'rules');
  const words = (rule: RuleText) => problemWords(t, problemOfRule(rule) ?? '');
  expect(words({ effect: 'allow', command: '' })).toBe('Something is missing.');
  for (const command of ['*', 'bash *', 'a && b']) {
    expect(Object.values(enCatalogue.rules.problem)).toContain(words({ effect: 'allow', command }));
  }
  expect(words({ effect: 'deny', path: '../x' })).toBe(enCatalogue.rules.problem['path-leaves']);
  expect(problemOfRule({ effect: 'allow', command: 'npm test' })).toBeNull();
});
