/** The world that most scenarios stand in: two workspaces, three agents, sessions in every state. */
import type { AgentSummary } from '../../src/shared/ipc/contract/agents.ts';
import type { SettingsState } from '../../src/shared/ipc/contract/settings.ts';
import type { Workspace } from '../../src/shared/ipc/contract/workspaces.ts';
import type { PermissionOption, SlashCommand, ToolContent } from '../../src/shared/session/content.ts';
import { Script, type ScriptedSession } from './script.ts';

export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;

export const payments: Workspace = {
  id: 'w-payments',
  path: '/home/dev/code/payments-api',
  name: 'payments-api',
  state: 'present',
  openedAt: Date.now() - hour,
};
export const storefront: Workspace = {
  id: 'w-storefront',
  path: '/home/dev/code/storefront',
  name: 'storefront',
  state: 'present',
  openedAt: Date.now() - 2 * hour,
};

export const agents: readonly AgentSummary[] = [
  {
    id: 'switchyard',
    name: 'Switchyard Agent',
    origin: 'bundled',
    commandLine: 'built in',
    command: 'switchyard-agent',
    args: [],
    envNames: [],
  },
  {
    id: 'opencode',
    name: 'OpenCode',
    origin: 'custom',
    commandLine: 'opencode acp',
    command: 'opencode',
    args: ['acp'],
    envNames: ['OPENCODE_CONFIG'],
  },
  {
    id: 'review-bot',
    name: 'Review bot',
    origin: 'custom',
    commandLine: 'node tools/review-agent.mjs --stdio',
    command: 'node',
    args: ['tools/review-agent.mjs', '--stdio'],
    envNames: [],
  },
];

export function settingsState(patch: Partial<SettingsState['settings']> = {}): SettingsState {
  return {
    settings: {
      theme: 'system',
      language: 'system',
      agents: [],
      defaultAgentId: null,
      enterSends: true,
      mostAgents: 16,
      agentSettings: {},
      agentRegistry: null,
      ...patch,
    },
    problem: null,
    path: '/home/dev/.config/switchyard/settings.jsonc',
  };
}

let lastId = 0;
export function sessionId(): string {
  lastId += 1;
  return `00000000-0000-4000-8000-${String(lastId).padStart(12, '0')}`;
}

export function session(workspace: Workspace, agentId: string, startedAgo: number): Script {
  const agent = agents.find((each) => each.id === agentId);
  if (agent === undefined) throw new Error(`no agent ${agentId}`);
  return new Script(
    {
      id: sessionId(),
      workspaceId: workspace.id,
      agentId,
      agentName: agent.name,
      cwd: workspace.path,
    },
    startedAgo,
  );
}

export const modes = {
  currentModeId: 'edit',
  available: [
    { id: 'ask', name: 'Ask first', description: 'Asks before every change' },
    { id: 'edit', name: 'Accept edits', description: 'Edits inside the workspace need no question' },
    { id: 'plan', name: 'Plan only', description: 'Reads and plans, changes nothing' },
  ],
};
export const options = [
  {
    id: 'model',
    name: 'Model',
    description: null,
    category: 'model',
    type: 'select' as const,
    value: 'large',
    choices: [
      { value: 'large', name: 'Large', description: 'Slow and thorough', group: null },
      { value: 'small', name: 'Small', description: 'Fast', group: null },
    ],
  },
];
export const commands: readonly SlashCommand[] = [
  { name: 'find', description: 'Find text in the workspace', hint: 'text' },
  { name: 'replace', description: 'Replace text across files', hint: 'old new' },
  { name: 'run', description: 'Run a command', hint: 'command' },
  { name: 'plan', description: 'Make a plan and work through it', hint: 'goal' },
];

export const fourOptions: readonly PermissionOption[] = [
  { optionId: 'once', name: 'Allow once', kind: 'allow_once' },
  { optionId: 'always', name: 'Always allow npm test', kind: 'allow_always' },
  { optionId: 'no', name: 'Reject', kind: 'reject_once' },
  { optionId: 'never', name: 'Always reject', kind: 'reject_always' },
];

export const deliverBefore = `import type { Deps, WebhookEvent } from './types.ts';

export const MAX_ATTEMPTS = 5;

export async function deliver(event: WebhookEvent, deps: Deps) {
  await deps.post(event.url, event.body);
}
`;
export const deliverAfter = `import { backoff } from './backoff.ts';
import type { Deps, WebhookEvent } from './types.ts';

export const MAX_ATTEMPTS = 5;

export async function deliver(event: WebhookEvent, deps: Deps) {
  for (let attempt = 1; ; attempt++) {
    const result = await deps.post(event.url, event.body);
    if (result.ok || attempt === MAX_ATTEMPTS) return result;
    await deps.sleep(backoff(attempt));
  }
}
`;

/** Three places of one file: a type, a value, a function. */
export const queueBefore = `import type { Clock } from './clock.ts';

/** One delivery that waits for its turn. */
export type Delivery = {
  readonly id: string;
  readonly url: string;
  readonly body: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly attempts: number;
};

export type Queue = {
  readonly waiting: readonly Delivery[];
  readonly clock: Clock;
};

export const mostWaiting = 500;

export function first(queue: Queue): Delivery | null {
  return queue.waiting[0] ?? null;
}

export function isFull(queue: Queue): boolean {
  return queue.waiting.length >= mostWaiting;
}

export function rest(queue: Queue): readonly Delivery[] {
  return queue.waiting.slice(1);
}
`;
export const queueAfter = queueBefore
  .replace('  readonly attempts: number;\n', '  readonly attempts: number;\n  readonly notBefore: number;\n')
  .replace('mostWaiting = 500', 'mostWaiting = 2000')
  .replace('queue.waiting.slice(1)', 'queue.waiting.filter((delivery) => delivery !== first(queue))');

export function edit(
  workspace: Workspace,
  path: string,
  oldText: string | null,
  newText: string,
): ToolContent {
  return { type: 'diff', path: `${workspace.path}/${path}`, oldText, newText };
}

/** Retries for webhooks: thinks, reads, edits, and asks to run the tests. */
export function webhooks(state: 'asks' | 'works' | 'done' = 'asks'): ScriptedSession {
  const script = session(payments, 'switchyard', 9 * minute)
    .ready({ modes, options })
    .add({ type: 'commands', commands })
    .wait(20 * second)
    .turn(
      'Failed webhook deliveries are dropped after one try. Add retries with exponential backoff and jitter in `src/webhooks/deliver.ts`, five tries at most, and cover it with tests.',
    )
    .add({ type: 'info', title: 'Retry webhooks with backoff' })
    .think('The delivery happens in one place. I should keep the signature and pass the clock in', 9 * second)
    .tool('read-1', readPatch('src/webhooks/deliver.ts'))
    .tool('read-2', readPatch('src/webhooks/types.ts'))
    .tool('read-3', readPatch('tests/webhooks/deliver.test.ts'))
    .tool('find-1', {
      title: 'Search',
      kind: 'search',
      status: 'completed',
      rawInput: { pattern: 'deliver(' },
    })
    .wait(12 * second)
    .say(
      'Delivery happens in one place, so the retry belongs in `deliver` itself. I keep the signature and pass the clock in, so that tests need no real waiting.',
    )
    .tool('edit-1', {
      title: 'Edit deliver.ts',
      kind: 'edit',
      status: 'completed',
      content: [edit(payments, 'src/webhooks/deliver.ts', deliverBefore, deliverAfter)],
      locations: [{ path: `${payments.path}/src/webhooks/deliver.ts`, line: 5 }],
    })
    .tool('edit-2', {
      title: 'Create backoff.ts',
      kind: 'edit',
      status: 'completed',
      content: [
        edit(
          payments,
          'src/webhooks/backoff.ts',
          null,
          `const base = 250;\nconst cap = 30_000;\n\n/** Full jitter: anything between nothing and the doubled base, in ms. */\nexport function backoff(attempt: number, random = Math.random): number {\n  return random() * Math.min(cap, base * 2 ** attempt);\n}\n`,
        ),
      ],
    })
    .add({
      type: 'plan',
      planId: null,
      steps: [
        { content: 'Read how webhooks are delivered', priority: 'high', status: 'completed' },
        { content: 'Retry with backoff in deliver', priority: 'high', status: 'completed' },
        { content: 'Run the webhook tests', priority: 'medium', status: 'in_progress' },
        { content: 'Cover the backoff with tests', priority: 'medium', status: 'pending' },
        { content: 'Describe it in the changelog', priority: 'low', status: 'pending' },
      ],
    })
    .add({ type: 'usage', usage: { used: 76_400, size: 200_000, cost: null } })
    .wait(10 * second);
  if (state === 'asks') {
    script.ago(40 * second).add({
      type: 'permission-asked',
      requestId: 'req-webhooks',
      toolCall: {
        toolCallId: 'run-1',
        title: 'Run the webhook tests',
        kind: 'execute',
        status: 'pending',
        rawInput: { command: 'npm test -- --run tests/webhooks', cwd: payments.path },
      },
      options: fourOptions,
      diffMismatch: false,
    });
  }
  if (state === 'works') {
    script.tool('run-1', {
      title: 'npm test',
      kind: 'execute',
      status: 'in_progress',
      rawInput: { command: 'npm test -- --run tests/webhooks' },
      terminal: {
        terminalId: 't1',
        output: {
          mode: 'append',
          data: '> vitest --run tests/webhooks\n\n ✓ delivers once when the first try works\n',
        },
      },
    });
  }
  if (state === 'done') script.say('All five tests pass.').end();
  return script.done();
}

export function readPatch(path: string) {
  return {
    title: `Read ${path}`,
    kind: 'read' as const,
    status: 'completed' as const,
    rawInput: { path: `${payments.path}/${path}` },
    locations: [{ path: `${payments.path}/${path}`, line: null }],
  };
}

export function invoices(): ScriptedSession {
  const script = session(payments, 'opencode', 7 * minute)
    .ready()
    .ago(6 * minute)
    .turn('Move invoices to Postgres 17')
    .add({ type: 'info', title: 'Move invoices to Postgres 17' })
    .say('The pool is created twice. I move it behind one factory and let the tests pass their own.')
    .tool('edit-done', {
      title: 'Edit schema.sql',
      kind: 'edit',
      status: 'completed',
      content: [edit(payments, 'db/schema.sql', lines('old column', 95), lines('new column', 212))],
    })
    .ago(20 * second)
    .tool('edit-pool', {
      title: 'Edit pool.ts',
      kind: 'edit',
      status: 'in_progress',
      rawInput: { path: `${payments.path}/src/db/pool.ts` },
      content: [
        edit(
          payments,
          'src/db/pool.ts',
          `import { Pool } from 'pg';\n\nexport const pool = new Pool();\n`,
          `import { Pool } from 'pg';\n\nexport function createPool(url: string) {\n  return new Pool({ connectionString: url });\n}\n`,
        ),
      ],
    });
  return script.done();
}

export function slowQuery(): ScriptedSession {
  return session(payments, 'review-bot', 3 * minute)
    .ready()
    .ago(minute)
    .turn('Find the slow query in reports')
    .add({ type: 'info', title: 'Find the slow query in reports' })
    .tool('explain', {
      title: 'psql',
      kind: 'execute',
      status: 'completed',
      rawInput: { command: 'psql -f explain.sql' },
      terminal: {
        terminalId: 't2',
        output: {
          mode: 'append',
          data: "Seq Scan on invoices  (rows=1 204 118)\n  Filter: (status = 'open')\nExecution Time: 4012.558 ms\n",
        },
        exit: { code: 0, signal: null },
      },
    })
    .say('There is no index for open invoices. A partial index fits here.')
    .add({
      type: 'message-chunk',
      role: 'thought',
      messageId: null,
      content: { type: 'text', text: 'A partial index on status would turn the scan into a lookup' },
    })
    .keepGoing(40, [
      {
        type: 'message-chunk',
        role: 'agent',
        messageId: 'm9',
        content: { type: 'text', text: 'the planner ' },
      },
      {
        type: 'message-chunk',
        role: 'agent',
        messageId: 'm9',
        content: { type: 'text', text: 'reads every row. ' },
      },
    ])
    .done();
}

export function typedErrors(): ScriptedSession {
  return session(payments, 'switchyard', 30 * minute)
    .ready()
    .turn('Typed errors for the client')
    .add({ type: 'info', title: 'Typed errors for the client' })
    .tool('e', {
      title: 'Edit errors.ts',
      kind: 'edit',
      status: 'completed',
      content: [
        edit(payments, 'src/client/errors.ts', lines('throw new Error', 40), lines('return err', 63)),
      ],
    })
    .say('Every call of the client now returns a typed result. The tests pass.')
    .ago(12 * minute)
    .end()
    .done();
}

export function checkout(): ScriptedSession {
  return session(storefront, 'switchyard', 12 * minute)
    .ready({ modes })
    .turn('Checkout in two steps')
    .add({ type: 'info', title: 'Checkout in two steps' })
    .say('The form has one step too many. I fold address and delivery into one.')
    .ago(6 * minute)
    .add({
      type: 'permission-asked',
      requestId: 'req-checkout',
      toolCall: {
        toolCallId: 'edit-address',
        title: 'Edit address-form.tsx',
        kind: 'edit',
        status: 'pending',
        rawInput: { path: `${storefront.path}/src/checkout/address-form.tsx` },
        content: [
          edit(
            storefront,
            'src/checkout/address-form.tsx',
            `export const steps = ['address', 'delivery', 'payment'];\n`,
            `export const steps = ['address and delivery', 'payment'];\n`,
          ),
        ],
      },
      options: fourOptions.slice(0, 3),
      diffMismatch: false,
    })
    .done();
}

/** Asks for an edit of three places. */
export function queueEdit(): ScriptedSession {
  return session(payments, 'switchyard', 4 * minute)
    .ready({ modes })
    .turn('Deliveries must not be tried before their time')
    .add({ type: 'info', title: 'Deliver on time' })
    .tool('read-queue', readPatch('src/queue.ts'))
    .say('The queue knows when a delivery was tried, but not when it may be tried again. I add that.')
    .ago(20 * second)
    .add({
      type: 'permission-asked',
      requestId: 'req-queue',
      toolCall: {
        toolCallId: 'edit-queue',
        title: 'Edit queue.ts',
        kind: 'edit',
        status: 'pending',
        rawInput: {
          path: `${payments.path}/src/queue.ts`,
          oldText: queueBefore,
          newText: queueAfter,
          places: 3,
          encoding: 'utf-8',
        },
        content: [edit(payments, 'src/queue.ts', queueBefore, queueAfter)],
      },
      options: [
        { optionId: 'once', name: 'Allow once', kind: 'allow_once' },
        { optionId: 'always', name: 'Always allow edits in this session', kind: 'allow_always' },
        { optionId: 'no', name: 'Reject', kind: 'reject_once' },
        { optionId: 'never', name: 'Always reject edits in this session', kind: 'reject_always' },
      ],
      diffMismatch: false,
    })
    .done();
}

export function upgradeReact(): ScriptedSession {
  return session(storefront, 'opencode', 2 * hour)
    .ready()
    .turn('Upgrade React to 19.3')
    .add({ type: 'info', title: 'Upgrade React to 19.3' })
    .say('I start with the packages and then fix what the types complain about.')
    .tool('p', {
      title: 'Edit package.json',
      kind: 'edit',
      status: 'completed',
      content: [
        edit(storefront, 'package.json', '{\n  "react": "19.2.0"\n}\n', '{\n  "react": "19.3.1"\n}\n'),
      ],
    })
    .ago(70 * minute)
    .add({
      type: 'agent-failed',
      failure: {
        code: 'exited',
        message: 'the agent process ended while a turn was running',
        exitCode: 1,
        signal: null,
        stderrTail: [
          'provider: POST /v1/messages',
          'error: unexpected status 401 from provider',
          'hint: sign in again with `opencode auth login`',
        ],
      },
    })
    .done();
}

export function cartReducer(): ScriptedSession {
  return session(storefront, 'review-bot', 50 * hour)
    .ready()
    .turn('Explain the cart reducer')
    .add({ type: 'info', title: 'Explain the cart reducer' })
    .say(
      'The reducer has four actions. `add` and `remove` change lines, `clear` empties the cart, `restore` reads it back.',
    )
    .end()
    .add({ type: 'marked-read' })
    .add({ type: 'agent-stopped', how: 'clean' })
    .done();
}

export function lines(text: string, count: number): string {
  return Array.from({ length: count }, (_, index) => `${text} ${index + 1}\n`).join('');
}

export function everySession(): readonly ScriptedSession[] {
  return [webhooks(), invoices(), slowQuery(), typedErrors(), checkout(), upgradeReact(), cartReducer()];
}
