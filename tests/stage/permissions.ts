/** Rules, decisions and suggestions as the stage shows them. */
import type { permissionsContract } from '../../src/shared/ipc/contract/permissions.ts';
import type { Handlers } from '../../src/shared/ipc/handler.ts';
import type { AuditRow } from '../../src/shared/permission/audit-row.ts';
import type { PermissionRequest } from '../../src/shared/permission/permission-request.ts';
import { builtInRules } from '../../src/shared/permission/policy.ts';
import type { Rule, RuleText } from '../../src/shared/permission/rule.ts';
import { ok } from '../../src/shared/result.ts';

const now = Date.parse('2026-11-30T12:00:00Z');
const rule = (id: string, text: RuleText): Rule => ({ ...text, id: `user:${id}`, layer: 'user' });

const rules: readonly Rule[] = [
  rule('1', { effect: 'allow', command: 'npm test *', note: 'runs in a sandbox' }),
  rule('2', { effect: 'allow', path: 'src/**', access: 'write', workspace: '/home/dev/shop' }),
  rule('3', { effect: 'deny', command: 'git push --force' }),
  rule('4', { effect: 'ask', mcp: 'github', tool: 'create_*' }),
  rule('5', { effect: 'allow', host: '*.npmjs.org', until: '2026-12-31T00:00:00Z' }),
];

const request = (command: string): PermissionRequest => ({
  kind: 'execute',
  toolName: 'bash',
  mcp: null,
  commands: [command],
  paths: [],
  hosts: [],
  cwd: '/home/dev/shop',
  workspace: '/home/dev/shop',
  agentId: 'claude',
  sessionId: '',
  complete: true,
});

const row = (minutes: number, command: string, over: Partial<AuditRow>): AuditRow => ({
  at: now - minutes * 60_000,
  took: 1200,
  requestId: `r${minutes}`,
  request: request(command),
  sessionId: '0b6a2e9e-7c55-4f0c-9a64-0a4f1f8d0001',
  agentId: 'claude',
  workspace: '/home/dev/shop',
  answer: 'allowed',
  by: null,
  reason: { type: 'no-rule' },
  rules: [],
  ...over,
});

const rows: readonly AuditRow[] = [
  row(1, 'npm test -- --run', {
    by: { type: 'rule', layer: 'user', ruleId: 'user:1', what: 'npm test *' },
    reason: null,
    rules: ['user:1'],
    took: 1,
  }),
  row(3, 'git push --force origin main', {
    answer: 'denied',
    by: { type: 'rule', layer: 'user', ruleId: 'user:3', what: 'git push --force' },
    reason: null,
    rules: ['user:3'],
    took: 1,
  }),
  row(8, 'npm run build', {}),
  row(20, 'rm -rf dist', { answer: 'denied', took: 8400 }),
  row(45, 'git status', {
    by: { type: 'mode', layer: null, ruleId: null, what: 'ask' },
    reason: null,
    took: 1,
  }),
];

export const stagePermissions: Handlers<typeof permissionsContract> = {
  'permissions.watch': (_input, { emit }) => {
    emit({
      path: '/home/dev/.config/switchyard/permissions.json',
      builtIn: builtInRules('/home/dev/.config/switchyard'),
      rules,
      mode: 'ask',
      modes: { '/home/dev/shop': 'accept-edits' },
      hooks: [],
      problems: [],
      uses: { 'user:1': { count: 42, lastAt: now - 60_000 }, 'user:3': { count: 1, lastAt: now - 180_000 } },
    });
    return undefined;
  },
  'permissions.acceptHook': () => ok(null),
  'permissions.workspace': () =>
    ok({
      path: '/home/dev/shop/.switchyard/permissions.json',
      rules: [{ effect: 'deny', path: 'infra/**', access: 'write', layer: 'workspace', id: 'workspace:1' }],
      mode: null,
      hooks: [],
      problems: [
        { line: 4, column: 7, message: 'a workspace can only tighten: allow rules belong to the person' },
      ],
    }),
  'permissions.add': () => ok(null),
  'permissions.remove': () => ok(null),
  'permissions.setMode': () => ok(null),
  'permissions.text': () =>
    ok({
      text: `${JSON.stringify({ mode: 'ask', rules: rules.map(({ id: _i, layer: _l, ...text }) => text) }, null, 2)}\n`,
    }),
  'permissions.replace': () => ok(null),
  'permissions.dryRun': () =>
    ok({
      checked: rows.length,
      problems: [],
      changes: rows.slice(2, 3).map((each) => ({
        row: each,
        before: { effect: 'ask', reason: { type: 'no-rule' }, matched: [] },
        after: {
          effect: 'allow',
          reason: { type: 'rule', ruleId: 'user:9', layer: 'user', what: 'npm run *' },
          matched: ['user:9'],
        },
      })),
    }),
  'permissions.test': ({ asks }) =>
    ok({
      mode: 'ask',
      verdict:
        asks.type === 'command' && asks.command.startsWith('npm test')
          ? {
              effect: 'allow',
              reason: { type: 'rule', ruleId: 'user:1', layer: 'user', what: 'npm test *' },
              matched: ['user:1'],
            }
          : { effect: 'ask', reason: { type: 'no-rule' }, matched: [] },
    }),
  'permissions.audit': ({ text }) =>
    ok({ rows: rows.filter(({ request: asked }) => (asked?.commands[0] ?? '').includes(text)), next: null }),
  'permissions.suggestions': () =>
    ok([
      {
        rules: [{ effect: 'allow', agent: 'claude', command: 'npm run build', workspace: '/home/dev/shop' }],
        count: 7,
        lastAt: now - 480_000,
      },
    ]),
};
