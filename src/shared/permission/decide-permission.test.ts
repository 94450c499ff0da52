import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Permissions } from './decide-permission.ts';
import type { PermissionRequest } from './permission-request.ts';
import { builtInRules, policyOf } from './policy.ts';
import { type Layer, type Mode, type Rule, type RuleText, modes } from './rule.ts';

const around = { now: Date.parse('2026-01-01T00:00:00Z'), home: '/home/dev' };

function request(over: Partial<PermissionRequest> = {}): PermissionRequest {
  return {
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
  };
}
const run = (...commands: readonly string[]) => request({ commands });
const write = (...paths: readonly string[]) =>
  request({ kind: 'edit', paths: paths.map((path) => ({ path, access: 'write' as const })) });
const read = (...paths: readonly string[]) =>
  request({ kind: 'read', paths: paths.map((path) => ({ path, access: 'read' as const })) });

let next = 0;
const rule = (text: RuleText, layer: Layer = 'user'): Rule => ({
  ...text,
  layer,
  id: `${layer}:${(next += 1)}`,
});
const allow = (text: Omit<RuleText, 'effect'>, layer?: Layer) => rule({ effect: 'allow', ...text }, layer);
const deny = (text: Omit<RuleText, 'effect'>, layer?: Layer) => rule({ effect: 'deny', ...text }, layer);
const ask = (text: Omit<RuleText, 'effect'>, layer?: Layer) => rule({ effect: 'ask', ...text }, layer);

function decide(what: PermissionRequest, rules: readonly Rule[] = [], mode: Mode = 'ask') {
  return new Permissions({ rules, mode }).decide(what, around);
}
const effect = (...args: Parameters<typeof decide>) => decide(...args).effect;

describe('the order', () => {
  test('a denial of any layer outdoes what allows, and is named', () => {
    for (const layer of ['user', 'workspace', 'session'] as const) {
      const denied = deny({ command: 'git push' }, layer);
      const verdict = decide(run('git push'), [allow({ command: 'git push' }), denied], 'autonomous');
      expect(verdict).toMatchObject({ effect: 'deny', reason: { type: 'rule', layer, ruleId: denied.id } });
    }
  });

  test('a rule that asks outdoes one that allows, and the mode', () => {
    expect(effect(run('npm test'), [allow({ command: 'npm test' }), ask({ command: 'npm' })])).toBe('ask');
    expect(effect(write('/w/a'), [ask({ path: 'a' })], 'autonomous')).toBe('ask');
  });

  test('without a rule the mode decides, and without that it is asked', () => {
    expect(decide(run('npm test'))).toMatchObject({ effect: 'ask', reason: { type: 'no-rule' } });
    expect(effect(run('npm test'), [allow({ command: 'npm test' })])).toBe('allow');
  });

  test('a workspace cannot allow', () => {
    expect(effect(run('npm test'), [allow({ command: 'npm test' }, 'workspace')])).toBe('ask');
  });

  test('a rule of one agent, or one that is over, says nothing of others', () => {
    expect(effect(run('npm test'), [allow({ command: 'npm test', agent: 'b' })])).toBe('ask');
    expect(effect(run('npm test'), [allow({ command: 'npm test', until: '2025-12-31T00:00:00Z' })])).toBe(
      'ask',
    );
    expect(effect(run('npm test'), [allow({ command: 'npm test', until: '2026-12-31T00:00:00Z' })])).toBe(
      'allow',
    );
  });
});

describe('every part must be allowed', () => {
  test('of a chain', () => {
    const rules = [allow({ command: 'npm test' }), allow({ command: 'git status' })];
    expect(effect(run('npm test && git status'), rules)).toBe('allow');
    expect(effect(run('npm test && git push'), rules)).toBe('ask');
    expect(decide(run('npm test; git status'), rules).matched).toHaveLength(2);
  });

  test('the files that redirects write', () => {
    const rules = [allow({ command: 'npm test' })];
    expect(effect(run('npm test > out.txt'), rules)).toBe('ask');
    expect(effect(run('npm test > out.txt'), rules, 'accept-edits')).toBe('allow');
    expect(effect(run('npm test > /etc/x'), rules, 'autonomous')).toBe('ask');
    expect(effect(run('npm test 2> /dev/null'), rules)).toBe('allow');
    expect(effect(run('npm test > .git/hooks/pre-commit'), rules, 'autonomous')).toBe('ask');
  });

  test('all files of an edit', () => {
    const rules = [allow({ path: 'src/**', access: 'write' })];
    expect(effect(write('/w/src/a', '/w/src/b'), rules)).toBe('allow');
    expect(effect(write('/w/src/a', '/w/lib/b'), rules)).toBe('ask');
    expect(effect(read('/w/src/a'), [allow({ path: 'src/**', access: 'write' })], 'ask')).toBe('allow');
  });

  test('what follows the star of a rule stays in the workspace', () => {
    const rules = [allow({ command: 'cat *' }), allow({ command: 'git diff *' })];
    expect(effect(run('cat src/a.ts'), rules)).toBe('allow');
    expect(effect(run('cat /etc/passwd'), rules)).toBe('ask');
    expect(effect(run('cat ../x'), rules)).toBe('ask');
    expect(effect(run('git diff --output=/tmp/x'), rules)).toBe('ask');
    expect(effect(run('git diff --output x'), rules)).toBe('ask');
    expect(effect(run('cat /etc/passwd'), [allow({ command: 'cat /etc/passwd' })])).toBe('allow');
  });

  test('a tool of an MCP server, by its name', () => {
    const tool = request({ kind: 'other', mcp: { server: 'github', tool: 'get_issue' } });
    expect(effect(tool)).toBe('ask');
    expect(effect(tool, [allow({ mcp: 'github', tool: 'get_*' })])).toBe('allow');
    expect(effect(tool, [allow({ mcp: 'github', tool: 'delete_*' })])).toBe('ask');
    expect(effect(tool, [allow({ mcp: '*' }), deny({ mcp: 'github' })])).toBe('deny');
  });

  test('a host, also below a domain', () => {
    const fetching = request({ kind: 'fetch', hosts: ['docs.example.org'] });
    expect(effect(fetching, [allow({ host: '*.example.org' })])).toBe('allow');
    expect(effect(fetching, [allow({ host: 'example.org' })])).toBe('ask');
    expect(
      effect(request({ kind: 'fetch', hosts: ['evil-example.org'] }), [allow({ host: '*.example.org' })]),
    ).toBe('ask');
  });
});

describe('what always asks, in every mode', () => {
  const places = [
    '.git/hooks/x',
    '.GIT/config',
    '.gi\u200bt/config',
    '.vscode/tasks.json',
    '.mcp.json',
    'AGENTS.md',
    '.envrc',
  ];
  test.each(['ask', 'accept-edits', 'autonomous'] as const)('protected places, %s', (mode) => {
    for (const place of places) {
      const verdict = decide(write(`/w/${place}`), [allow({ path: '**' })], mode);
      expect([place, verdict.effect, verdict.reason.type]).toEqual([place, 'ask', 'protected']);
      expect(effect(run(`cp x "${place}"`), [allow({ command: 'cp *' })], mode)).toBe('ask');
    }
  });

  test.each(modes)('secrets, %s', (mode) => {
    for (const place of ['.env', 'a/.env.local', 'key.pem', '.npmrc']) {
      expect(effect(read(`/w/${place}`), [allow({ path: '**' })], mode)).not.toBe('allow');
    }
    expect(effect(read('/w/.env.example'), [], mode)).toBe('allow');
  });

  test.each(modes)('what nobody can know, %s', (mode) => {
    for (const script of [
      'echo $X',
      'npm test & rm a',
      'sh -c ls',
      'A=1 npm test',
      'sudo npm test',
      'npx x',
      'echo "',
    ]) {
      expect([
        script,
        effect(run(script), [allow({ command: 'npm test' }), allow({ kind: 'execute' })], mode),
      ]).not.toContain('allow');
    }
    expect(effect(request({ complete: false }), [allow({ kind: 'execute' })], mode)).not.toBe('allow');
  });
});

describe('denials look everywhere', () => {
  test('behind substitutions, scripts, launchers, and in what cannot be read', () => {
    const rules = [deny({ command: 'git push --force' })];
    for (const script of [
      'echo $(git push --force)',
      'sh -c "git push -q --force"',
      'ls; "git push --force',
      `${'a; '.repeat(9_999)}git push --force`,
    ]) {
      expect([script.slice(0, 30), effect(run(script), rules, 'autonomous')]).toContain('deny');
    }
  });

  test('in the words of commands that may name files', () => {
    const rules = [deny({ path: 'secrets/**' })];
    for (const script of [
      'cat secrets/a',
      'cp --target=secrets/a b',
      'tar -fsecrets/a',
      'dd if=secrets/a',
      'cat ./x/../secrets/a',
    ]) {
      expect([script, effect(run(script), rules, 'autonomous')]).toContain('deny');
    }
  });

  test.each(modes)('the disk and the home, %s', (mode) => {
    const everything = [allow({ command: 'rm *' }), allow({ kind: 'execute' })];
    for (const script of [
      'rm -rf /',
      'rm -fr /*',
      'rm -r -f ~',
      'rm -rf "$HOME"',
      'sudo rm -Rf /usr',
      'rm -rf /home/dev/',
      'sh -c "rm -rf /"',
      'mkfs.ext4 /dev/sda',
      'dd if=x of=/dev/sda',
      'echo x > /dev/sda',
    ]) {
      expect([script, effect(run(script), everything, mode)]).toContain('deny');
    }
    expect(effect(run('rm -rf build'), everything, mode)).not.toBe(mode === 'read-only' ? 'allow' : 'deny');
  });

  test('the app’s own files', () => {
    const rules = builtInRules('/home/dev/.config/switchyard');
    expect(
      effect(write('/home/dev/.config/switchyard/settings.json'), [...rules, allow({ path: '~/**' })]),
    ).toBe('deny');
    expect(effect(run('tee ~/.config/switchyard/rules'), rules, 'autonomous')).toBe('deny');
  });
});

describe('modes', () => {
  test.each([
    ['read-only', 'allow', 'deny', 'deny', 'deny'],
    ['plan-safe', 'allow', 'deny', 'allow', 'ask'],
    ['ask', 'allow', 'ask', 'allow', 'ask'],
    ['accept-edits', 'allow', 'allow', 'allow', 'ask'],
    ['autonomous', 'allow', 'allow', 'allow', 'allow'],
  ] as const)('%s', (mode, reading, writing, looking, building) => {
    expect(effect(read('/w/a'), [], mode)).toBe(reading);
    expect(effect(write('/w/a'), [], mode)).toBe(writing);
    expect(effect(run('git status'), [], mode)).toBe(looking);
    expect(effect(run('npm run build'), [], mode)).toBe(building);
  });

  test('none lets it out of the workspace', () => {
    for (const mode of modes) {
      expect(effect(read('/etc/passwd'), [], mode)).not.toBe('allow');
      expect(effect(write('/tmp/x'), [], mode)).not.toBe('allow');
      for (const script of [
        'cp a /tmp/b',
        'curl https://x.y',
        'git push',
        'git -c core.pager=x log',
        'npm publish',
        'cat ~/x',
        'git clone x',
        'rsync a b',
        '../x',
      ]) {
        expect([script, effect(run(script), [], mode)]).not.toContain('allow');
      }
    }
  });
});

const anyRule: fc.Arbitrary<RuleText> = fc.oneof(
  fc.record({
    effect: fc.constantFrom('deny', 'ask', 'allow'),
    command: fc.constantFrom('npm test', 'git *', 'ls', 'cat *', 'rm', 'npm run *'),
  }),
  fc.record({
    effect: fc.constantFrom('deny', 'ask', 'allow'),
    path: fc.constantFrom('src/**', '*.md', '/etc/**', 'a/b.ts'),
    access: fc.constantFrom('read', 'write'),
  }),
  fc.record({
    effect: fc.constantFrom('deny', 'ask', 'allow'),
    kind: fc.constantFrom('edit', 'execute', 'read'),
  }),
) as fc.Arbitrary<RuleText>;
const anyRequest: fc.Arbitrary<PermissionRequest> = fc.oneof(
  fc
    .array(
      fc.constantFrom(
        'npm test',
        'git status',
        'ls',
        'cat a.md',
        'rm x',
        'npm run b',
        'cat $X',
        'git push > o',
      ),
      { minLength: 1, maxLength: 3 },
    )
    .map((parts) => run(parts.join(' && '))),
  fc
    .array(fc.constantFrom('/w/src/a', '/w/a.md', '/etc/x', '/w/.git/config'), { minLength: 1, maxLength: 2 })
    .map((paths) => write(...paths)),
  fc.constantFrom('/w/src/a', '/w/.env', '/etc/x').map((path) => read(path)),
);
const rank = { deny: 0, ask: 1, allow: 2 } as const;

describe('for any rules', () => {
  const anyRules = fc.array(
    fc.tuple(anyRule, fc.constantFrom('user', 'session', 'workspace') as fc.Arbitrary<Layer>),
    { maxLength: 6 },
  );

  test('their order within a file does not matter, and adding a denial never loosens', () => {
    fc.assert(
      fc.property(anyRules, anyRequest, fc.constantFrom(...modes), anyRule, (texts, what, mode, more) => {
        const rules = texts.map(([text, layer]) => rule(text, layer));
        const verdict = effect(what, rules, mode);
        expect(effect(what, [...rules].reverse(), mode)).toBe(verdict);
        for (const tightening of ['deny', 'ask'] as const) {
          expect(
            rank[effect(what, [...rules, rule({ ...more, effect: tightening })], mode)],
          ).toBeLessThanOrEqual(rank[verdict]);
        }
      }),
      { numRuns: 1500 },
    );
  });

  test('a workspace only tightens, whatever its file says', () => {
    fc.assert(
      fc.property(
        anyRules,
        anyRule,
        fc.constantFrom(...modes),
        fc.option(fc.constantFrom(...modes)),
        anyRequest,
        (texts, own, mode, workspaceMode, what) => {
          const user = texts.map(([text]) => rule(text));
          const parts = { builtIn: [], user, session: [], mode };
          const without = new Permissions(policyOf({ ...parts, workspace: [], workspaceMode: null })).decide(
            what,
            around,
          );
          const within = new Permissions(
            policyOf({ ...parts, workspace: [rule(own, 'workspace')], workspaceMode }),
          ).decide(what, around);
          expect(rank[within.effect]).toBeLessThanOrEqual(rank[without.effect]);
        },
      ),
      { numRuns: 1500 },
    );
  });
});
