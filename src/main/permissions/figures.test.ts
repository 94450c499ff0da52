/** Protected places in every mode and form, and “always” that crosses nothing, through the desk as sessions use it. */
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CallFacts } from '../../shared/permission/request-of-call.ts';
import { type Rule, modes } from '../../shared/permission/rule.ts';
import { PermissionDesk } from './permission-desk.ts';

let folder: string;
let root: string;
let desk: PermissionDesk;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'figures-')));
  root = join(folder, 'ws');
  await mkdir(root);
  desk = await PermissionDesk.open({
    dataDir: join(folder, 'data'),
    home: null,
    now: () => 5,
    report: () => undefined,
  });
});
afterEach(async () => {
  await desk.close();
  await rm(folder, { recursive: true });
});

const call = (over: Partial<CallFacts>): CallFacts => ({
  kind: 'edit',
  name: null,
  rawInput: null,
  content: [],
  locations: [],
  ...over,
});
const session = (over: { id?: string; agentId?: string; cwd?: string } = {}) =>
  desk.forSession(
    { id: 's1', workspaceId: 'w', agentId: 'a', agentName: 'A', cwd: root, createdAt: 0, ...over },
    () => [],
  );

const NAMES = [
  '.git/config', '.git/hooks/pre-commit', '.githooks/pre-push', '.husky/pre-commit', '.vscode/settings.json',
  '.vscode/tasks.json', '.idea/workspace.xml', '.zed/settings.json', '.claude/settings.json', '.claude/agents/x.md',
  '.cursor/mcp.json', '.gemini/settings.json', '.codex/config.toml', '.github/workflows/ci.yml', '.gitlab-ci.yml',
  '.mcp.json', '.envrc', '.env', '.env.local', '.env.production', 'AGENTS.md', 'CLAUDE.md', 'GEMINI.md', '.npmrc',
  '.ssh/authorized_keys', '.bashrc', '.zshrc', '.profile', '.bash_profile', '.zprofile',
]; // prettier-ignore

test('30 protected names in 6 forms are asked in all modes that let files be changed, refused in the others', async () => {
  expect(NAMES).toHaveLength(30);
  let asked = 0;
  const silent: string[] = [];
  for (const [index, name] of NAMES.entries()) {
    const path = join(root, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, '');
    const link = join(root, `link${index}`);
    await symlink(path, link);
    const upper = join(root, name.toUpperCase());
    const hidden = join(root, name.replace(/^(.)(.)/, '$1\u200b$2'));
    const absent = join(root, 'sub', name);
    const forms: readonly (readonly [string, CallFacts])[] = [
      ['exists', call({ rawInput: { path } })],
      ['absent', call({ rawInput: { path: absent } })],
      ['other case', call({ rawInput: { path: upper } })],
      ['invisible character', call({ rawInput: { path: hidden } })],
      ['through a link', call({ rawInput: { path: link } })],
      ['by a move', call({ kind: 'move', rawInput: { path: join(root, 'a.txt'), destination: path } })],
    ];
    for (const mode of modes) {
      for (const [form, facts] of forms) {
        const { verdict } = await session().judge(facts, { rules: [ALLOW_ALL], chosenMode: mode });
        const refuses = mode === 'read-only' || mode === 'plan-safe';
        if (verdict.effect === (refuses ? 'deny' : 'ask')) asked += 1;
        else silent.push(`${name} ${form} ${mode}`);
      }
    }
  }
  expect(silent).toEqual([]);
  expect(asked).toBe(30 * 6 * modes.length);
  // Control: the same rule does let a plain file through, so the names alone made the difference.
  const plain = call({ rawInput: { path: join(root, 'src/a.ts') } });
  const { verdict } = await session().judge(plain, { rules: [ALLOW_ALL], chosenMode: 'ask' });
  expect(verdict.effect).toBe('allow');
});

const ALLOW_ALL: Rule = { effect: 'allow', path: '**', id: 'session:1', layer: 'session' };

test('“always” crosses no session, agent or workspace in 500 trials', async () => {
  const word = fc.stringMatching(/^[a-z]{3,8}$/);
  let control = 0;
  await fc.assert(
    fc.asyncProperty(
      word,
      word,
      fc.constantFrom('session', 'workspace', 'everywhere'),
      async (program, verb, scope) => {
        const facts = call({ kind: 'execute', rawInput: { command: `x${program} ${verb}` } });
        const none = { rules: [], chosenMode: 'ask' as const };
        const { offers } = await session().judge(facts, none);
        const texts = offers[0] ?? [];
        expect(texts.length).toBeGreaterThan(0);
        const own: readonly Rule[] = texts.map((text, index) => ({
          ...text,
          id: `session:${index}`,
          layer: 'session',
        }));
        const before = desk.engine.user.state.rules.length;
        if (scope !== 'session') await session().keepRules(texts, scope);
        const effect = async (where: Parameters<typeof session>[0], rules: readonly Rule[] = []) =>
          (await session(where).judge(facts, { rules, chosenMode: 'ask' })).verdict.effect;
        // Control: where it was meant for, it answers.
        if ((await effect({}, scope === 'session' ? own : [])) === 'allow') control += 1;
        if (scope === 'session') expect(await effect({ id: 's2' })).toBe('ask');
        // Also if a session's rules were handed to another agent.
        expect(await effect({ agentId: 'b' }, own)).toBe('ask');
        if (scope !== 'everywhere') expect(await effect({ cwd: folder })).toBe('ask');
        for (const { id } of desk.engine.user.state.rules.slice(before)) await desk.engine.user.remove(id);
      },
    ),
    { numRuns: 500, seed: 42 },
  );
  expect(control).toBe(500);
}, 60_000);
