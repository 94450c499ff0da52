/** Random sessions for property tests: sensible ones, and any order of any events. */
import fc from 'fast-check';
import type { ToolCallPatch } from '../content.ts';
import type { ChildBody, SessionEvent, SessionEventBody } from '../event.ts';
import { asked, chunk, ended, lost, output, ready, tool, turn } from './events.ts';

const id = fc.constantFrom('1', '2', '3');
const text = fc.oneof(
  fc.constantFrom('', 'do it', ' ', 'do', 'a', 'b', '\n', '😀', '\ud83d', '\ude00'),
  fc.string({ maxLength: 6 }),
);
const messageId = fc.constantFrom(null, null, 'm1', 'm2');
const status = fc.constantFrom('pending', 'in_progress', 'completed', 'failed', 'cancelled');

const chunks = fc
  .tuple(fc.constantFrom('agent', 'agent', 'thought', 'user'), text, messageId)
  .map(([role, piece, message]) => chunk(role as 'agent', piece, message));

const patches: fc.Arbitrary<ToolCallPatch> = fc.record(
  {
    toolCallId: id,
    title: text,
    kind: fc.constantFrom('read', 'edit', 'execute'),
    status: status as fc.Arbitrary<NonNullable<ToolCallPatch['status']>>,
    content: fc.constant([{ type: 'diff', path: 'a.ts', oldText: 'a\n', newText: 'b\n' }] as const),
    rawInput: fc.constant({ command: 'ls' }),
    terminal: fc.record(
      { terminalId: id, exit: fc.constant({ code: 0, signal: null }) },
      { requiredKeys: ['terminalId'] },
    ),
  },
  { requiredKeys: ['toolCallId'] },
) as fc.Arbitrary<ToolCallPatch>;

const outputs = fc
  .tuple(id, text, fc.constantFrom('append', 'append', 'append', 'replace'))
  .map(([call, data, mode]) => output(call, data, mode as 'append'));

const steps = fc.array(
  fc.record({
    content: fc.constantFrom('read', 'write'),
    priority: fc.constant('medium' as const),
    status: fc.constantFrom('pending', 'in_progress', 'completed') as fc.Arbitrary<'pending'>,
  }),
  { maxLength: 3 },
);
const planId = fc.constantFrom(null, 'p1', 'p2');

const plans: fc.Arbitrary<SessionEventBody> = fc.oneof(
  fc.tuple(planId, steps).map(([plan, list]) => ({ type: 'plan' as const, planId: plan, steps: list })),
  fc.tuple(fc.constantFrom('p1', 'p2'), text).map(([plan, body]) => ({
    type: 'plan-document' as const,
    planId: plan,
    format: 'markdown' as const,
    text: body,
  })),
  fc.constantFrom('p1', 'p2').map((plan) => ({ type: 'plan-removed' as const, planId: plan })),
);

const permissions: fc.Arbitrary<SessionEventBody> = fc.oneof(
  fc.tuple(id, id).map(([request, call]) => asked(request, call, 'Edit')),
  fc.tuple(id, fc.boolean()).map(([requestId, allowed]) => ({
    type: 'permission-settled' as const,
    requestId,
    outcome: allowed
      ? { outcome: 'selected' as const, optionId: 'yes', kind: 'allow_once' as const }
      : { outcome: 'cancelled' as const, why: 'turn-cancelled' as const },
  })),
);

const lifecycle: fc.Arbitrary<SessionEventBody> = fc.oneof(
  id.map((name) => turn(name)),
  fc
    .tuple(id, fc.constantFrom('end_turn', 'cancelled', 'refusal', 'max_tokens'))
    .map(([name, reason]) => ended(name, reason as 'end_turn')),
  id.map((turnId) => ({
    type: 'turn-ended' as const,
    turnId,
    outcome: { type: 'failed' as const, error: { code: -32603, message: 'overloaded' } },
  })),
  fc.constant({ type: 'turn-cancelling' as const }),
  fc.constant(ready()),
  fc.constant(ready('acp-2')),
  fc.constant({ type: 'agent-starting' as const, stage: 'starting' as const }),
  fc.constant(lost),
  fc.constant({ type: 'agent-stopped' as const, how: 'clean' as const }),
  fc.constant({ type: 'replay-started' as const }),
  fc.constant({ type: 'replay-ended' as const }),
  fc.constant({ type: 'marked-read' as const }),
  id.map((queueId) => ({ type: 'prompt-queued' as const, queueId, prompt: [] })),
  id.map((queueId) => ({ type: 'prompt-unqueued' as const, queueId })),
  fc.tuple(id, fc.option(id), fc.boolean()).map(([queueId, before, release]) => ({
    type: 'prompt-moved' as const,
    queueId,
    before,
    ...(release ? { release: true as const } : {}),
  })),
  id.map((queueId) => ({
    type: 'prompt-edited' as const,
    queueId,
    prompt: [{ type: 'text' as const, text: queueId }],
  })),
  fc.constant({ type: 'parked' as const }),
  fc.constant({ type: 'agent-stopped' as const, how: 'interrupted' as const }),
  fc.boolean().map((pinned) => ({ type: 'pinned' as const, pinned })),
  fc.boolean().map((archived) => ({ type: 'archived' as const, archived })),
  id.map((effectId) => ({
    type: 'effect-begun' as const,
    effectId,
    effect: { kind: 'file-write' as const, subject: 'a.ts' },
  })),
  fc.tuple(id, fc.boolean()).map(([effectId, done]) => ({ type: 'effect-ended' as const, effectId, done })),
);

const rest: fc.Arbitrary<SessionEventBody> = fc.oneof(
  fc.constant({ type: 'commands' as const, commands: [{ name: 'plan', description: '', hint: null }] }),
  id.map((modeId) => ({ type: 'mode' as const, modeId })),
  fc.constant({ type: 'options' as const, options: [] }),
  text.map((title) => ({ type: 'info' as const, title })),
  text.map((alias) => ({ type: 'renamed' as const, alias })),
  fc.nat(9).map((used) => ({ type: 'usage' as const, usage: { used, size: 10, cost: null } })),
  text.map((title) => ({ type: 'notice' as const, severity: 'info' as const, title, description: null })),
  fc.tuple(id, text).map(([compactionId, summaryDelta]) => ({
    type: 'compaction' as const,
    compactionId,
    status: 'in_progress' as const,
    summaryDelta,
  })),
  id.map((subagentId) => ({ type: 'subagent' as const, subagentId, title: 'helper' })),
  fc.constantFrom(null, 5).map((since) => ({ type: 'turn-silent' as const, since })),
  fc.constantFrom(null, { type: 'restarting' as const, attempt: 1, of: 5, at: 9 }).map((plan) => ({
    type: 'restart-planned' as const,
    plan,
  })),
  fc.constantFrom('authenticated' as const, 'unauthenticated' as const).map((state) => ({
    type: 'account' as const,
    account: { state, labels: [] },
  })),
  fc.constant({ type: 'unknown' as const, variant: 'new', raw: { a: 1 } }),
  fc.constantFrom('agent', 'thought', 'user').map((role) => ({
    type: 'message-chunk' as const,
    role: role as 'agent',
    messageId: null,
    content: { type: 'resource-link' as const, uri: 'file:///a', name: 'a' },
  })),
);

const asking: fc.Arbitrary<SessionEventBody> = fc.oneof(
  id.map((questionId) => ({
    type: 'question-asked' as const,
    questionId,
    toolCallId: null,
    question: {
      message: 'Which?',
      mode: 'url' as const,
      url: 'https://a.example',
      elicitationId: questionId,
    },
  })),
  id.map((questionId) => ({
    type: 'question-settled' as const,
    questionId,
    outcome: { outcome: 'declined' as const },
  })),
  id.map((elicitationId) => ({ type: 'question-completed' as const, elicitationId })),
  fc.constant({ type: 'sign-in-started' as const, methodId: 'm', how: 'agent' as const }),
  fc.constant({ type: 'sign-in-ended' as const, outcome: { type: 'ok' as const } }),
  fc.constant({ type: 'signed-out' as const }),
  fc.tuple(id, id).map(([request, call]) => ({ ...asked(request, call, 'Edit'), subagentId: call })),
);

const children: fc.Arbitrary<SessionEventBody> = fc
  .tuple(
    id,
    fc.oneof(
      chunks,
      outputs,
      patches.map(({ toolCallId, ...patch }) => tool(toolCallId, patch)),
      fc.tuple(id, fc.constantFrom('running', 'idle')).map(([subagentId, state]) => ({
        type: 'subagent' as const,
        subagentId,
        state,
      })),
    ) as fc.Arbitrary<ChildBody>,
  )
  .map(([subagentId, body]) => ({ type: 'child' as const, subagentId, body }));

/** Any events in any order, weighted towards the traffic that real sessions have. */
export const anyBodies: fc.Arbitrary<readonly SessionEventBody[]> = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: chunks },
    { weight: 4, arbitrary: outputs },
    { weight: 4, arbitrary: patches.map(({ toolCallId, ...patch }) => tool(toolCallId, patch)) },
    { weight: 2, arbitrary: plans },
    { weight: 2, arbitrary: permissions },
    { weight: 2, arbitrary: asking },
    { weight: 2, arbitrary: children },
    { weight: 4, arbitrary: lifecycle },
    { weight: 2, arbitrary: rest },
  ),
  { maxLength: 60, size: 'max' },
);

/** Numbered, with times that never go back but often stand still. */
export const anyLog: fc.Arbitrary<readonly SessionEvent[]> = fc
  .tuple(anyBodies, fc.array(fc.nat(3), { minLength: 60, maxLength: 60 }))
  .map(([bodies, steps]) => {
    let at = 1_000;
    return bodies.map((body, index) => ({ ...body, seq: index + 1, at: (at += steps[index] ?? 1) }));
  });
