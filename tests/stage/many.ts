/** Lists as they are after months: two hundred sessions in eight workspaces, in every state. */
import type { Workspace } from '../../src/shared/ipc/contract/workspaces.ts';
import type { SessionSummary } from '../../src/shared/session/select.ts';
import { sampleSummary } from '../../src/shared/session/testing/sample-summary.ts';
import type { ScriptedSession } from './script.ts';
import { agents, edit, lines, minute, payments, session, storefront } from './world.ts';

const names = ['payments-api', 'storefront', 'infra', 'mobile', 'docs', 'billing', 'search', 'design-system'];

export const manyWorkspaces: readonly Workspace[] = names.map((name, index) =>
  index === 0
    ? payments
    : index === 1
      ? storefront
      : { ...payments, id: `w-${name}`, name, path: `/home/dev/code/${name}` },
);

const tasks = [
  'Retry deliveries that time out',
  'Cover the parser with tests',
  'Move the job queue to its own table',
  'Explain how invoices are numbered',
  'Upgrade the build to the new bundler',
  'Find why the search is slow on Mondays',
  'Write the changelog of the release',
  'Take the dead feature flags out',
  'Make the empty states helpful',
  'Translate the onboarding into Chinese',
];

export function manySessions(count = 200): readonly ScriptedSession[] {
  return Array.from({ length: count }, (_, index) => oneOfMany(index));
}

function oneOfMany(index: number): ScriptedSession {
  const workspace = manyWorkspaces[(index * 7) % manyWorkspaces.length] ?? payments;
  const agent = agents[index % agents.length]?.id ?? 'switchyard';
  const age = index * 37 * minute + 2 * minute;
  const script = session(workspace, agent, age + 9 * minute)
    .ready()
    .ago(age + 5 * minute)
    .turn(
      `${tasks[index % tasks.length]}${index < tasks.length ? '' : `, part ${Math.floor(index / 10) + 1}`}`,
    );
  if (index % 4 === 0) {
    script.tool(`e${index}`, {
      title: 'Edit',
      kind: 'edit',
      status: 'completed',
      content: [edit(workspace, `src/m${index}.ts`, lines('before', index % 60), lines('after', index % 95))],
    });
  }
  script.say('It is done as asked; the tests pass.').ago(age);
  switch (index % 23) {
    case 0:
      script.add({
        type: 'permission-asked',
        requestId: `req-${index}`,
        toolCall: {
          toolCallId: `run-${index}`,
          title: 'Run the tests',
          kind: 'execute',
          status: 'pending',
          rawInput: { command: 'npm test' },
        },
        options: [
          { optionId: 'once', name: 'Allow once', kind: 'allow_once' },
          { optionId: 'no', name: 'Reject', kind: 'reject_once' },
        ],
        diffMismatch: false,
      });
      break;
    case 1:
    case 2:
      script.tool(`r${index}`, {
        title: 'Read',
        kind: 'read',
        status: 'in_progress',
        rawInput: { path: `${workspace.path}/src/index.ts` },
      });
      break;
    case 3:
      script.add({
        type: 'agent-failed',
        failure: {
          code: 'exited',
          message: 'ended',
          exitCode: 1,
          signal: null,
          stderrTail: ['out of memory'],
        },
      });
      break;
    case 4:
      script.add({ type: 'agent-stopped', how: 'interrupted' });
      break;
    case 5:
    case 6:
      script.end();
      break;
    default:
      script.end().add({ type: 'marked-read' });
      if (index > 30)
        script.add(index % 3 === 0 ? { type: 'parked' } : { type: 'agent-stopped', how: 'clean' });
  }
  if (index === 9 || index === 40) script.add({ type: 'pinned', pinned: true });
  if (index === 12) script.add({ type: 'renamed', alias: 'The one about flags' });
  if (index > 170 && index % 3 === 0) script.add({ type: 'archived', archived: true });
  return script.done();
}

/** A month of work, with one agent that tells nothing and one old record. */
export function manyUsage(): readonly SessionSummary[] {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  return Array.from({ length: 24 }, (_, index) => {
    const agent = agents[index % agents.length];
    const mute = agent?.id === 'review-bot';
    const usageDays = [day(index + 3), day(index + 1), day(index)].map((name, place) => ({
      day: name,
      turns: 3 + ((index + place) % 5),
      counted: mute ? 0 : 3 + ((index + place) % 4),
      tokens: mute ? 0 : 40_000 + ((index * 7919 + place * 104_729) % 310_000),
      costs: agent?.id === 'switchyard' ? { USD: 0.4 + ((index * 37) % 90) / 100 } : {},
    }));
    return sampleSummary({
      id: `usage-${index}`,
      agentId: agent?.id ?? '',
      agentName: agent?.name ?? '',
      workspaceId: (manyWorkspaces[index % 3] ?? payments).id,
      seq: 20,
      ...(index === 23 ? {} : { usageDays }),
    });
  });
}
