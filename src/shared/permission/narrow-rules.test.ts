import { describe, expect, test } from 'vitest';
import { Permissions } from './decide-permission.ts';
import { narrowRules } from './narrow-rules.ts';
import { problemOf } from './parse-rules.ts';
import type { PermissionRequest } from './permission-request.ts';
import { modes } from './rule.ts';

const request = (over: Partial<PermissionRequest>): PermissionRequest => ({
  kind: 'execute',
  toolName: null,
  mcp: null,
  commands: [],
  paths: [],
  hosts: [],
  cwd: '/w',
  workspace: '/w',
  agentId: 'a',
  sessionId: 's',
  complete: true,
  ...over,
});
const run = (...commands: readonly string[]) => request({ commands });
const write = (...paths: readonly string[]) =>
  request({ kind: 'edit', paths: paths.map((path) => ({ path, access: 'write' as const })) });

describe('what is offered covers what was asked, in every mode that lets rules allow, and is a good rule', () => {
  test.each([
    ['a command', run('npm test')],
    ['a command with arguments', run("git commit -m 'a b'")],
    ['a script', run('npm run build -- --watch')],
    ['a chain', run('npm test && git status')],
    ['an edit', write('/w/src/a.ts')],
    ['two edits', write('/w/src/a.ts', '/w/b.ts')],
    ['a tool', request({ kind: 'other', mcp: { server: 'github', tool: 'get' } })],
    ['a host', request({ kind: 'fetch', hosts: ['example.org'] })],
  ])('%s', (_what, asked) => {
    const offers = narrowRules(asked, '/home/dev');
    expect(offers.length).toBeGreaterThan(0);
    for (const offer of offers) {
      for (const text of offer) expect(problemOf(text, 'session')).toBeNull();
      const rules = offer.map((text, index) => ({ ...text, layer: 'session' as const, id: `${index}` }));
      for (const mode of modes.filter((each) => each !== 'read-only' && each !== 'plan-safe')) {
        const around = { now: 0, home: '/home/dev' };
        expect(new Permissions({ rules, mode }).decide(asked, around).effect).toBe('allow');
      }
    }
  });

  test('the narrowest comes first', () => {
    expect(narrowRules(run('npm run build'), null)).toEqual([
      [{ effect: 'allow', agent: 'a', command: 'npm run build' }],
      [{ effect: 'allow', agent: 'a', command: 'npm run build *' }],
    ]);
    expect(narrowRules(write('/w/src/a.ts'), null)).toEqual([
      [{ effect: 'allow', agent: 'a', path: 'src/a.ts', access: 'write' }],
      [{ effect: 'allow', agent: 'a', path: 'src/**', access: 'write' }],
    ]);
  });
});

describe('nothing is offered for good', () => {
  test.each([
    ['a launcher', run('sudo ls')],
    ['an interpreter', run('node -e 1')],
    ['a runner of packages', run('npx x')],
    ['an expansion', run('ls $X')],
    ['a file outside', write('/etc/x')],
    ['a protected place', write('/w/.git/config')],
    ['a secret', request({ kind: 'read', paths: [{ path: '/w/.env', access: 'read' }] })],
    ['a secret named by a command', run('cat .env')],
    ['arguments that were not given', request({ complete: false })],
    ['a tool of which nothing is known', request({ kind: 'other' })],
  ])('%s', (_what, asked) => {
    expect(narrowRules(asked, '/home/dev')).toEqual([]);
  });
});
