/** Sessions of any length, made of what agents really send, and with a turn that runs. */
import type { SessionEvent, SessionEventBody } from '../../../src/shared/session/event.ts';
import { reduceAll } from '../../../src/shared/session/reduce.ts';
import type { SessionSummary } from '../../../src/shared/session/select.ts';
import { emptySessionState, type SessionState } from '../../../src/shared/session/state.ts';
import { sampleText } from './markdown-sample.ts';

const startedAt = Date.UTC(2026, 10, 30, 9);

export function sessionIdOf(index: number): string {
  return `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
}

/** With `items` entries in settled turns of ten, and an empty turn that runs. */
export function longSession(items: number): SessionState {
  const events: SessionEvent[] = [];
  const add = (...bodies: readonly SessionEventBody[]) => {
    for (const body of bodies)
      events.push({ ...body, seq: events.length + 1, at: startedAt + events.length });
  };
  add({ type: 'agent-starting', stage: 'starting' }, readyBody);
  for (let turn = 0; turn * 10 < items; turn++) {
    add({
      type: 'turn-started',
      turnId: `t${turn}`,
      prompt: [{ type: 'text', text: `Round ${turn}: make deliveries that fail wait` }],
    });
    for (let item = 0; item < Math.min(10, items - turn * 10); item++) add(...itemBodies(turn, item));
    add({ type: 'turn-ended', turnId: `t${turn}`, outcome: { type: 'stopped', reason: 'end_turn' } });
  }
  add({
    type: 'turn-started',
    turnId: 'running',
    prompt: [{ type: 'text', text: 'Explain what you did' }],
  });
  return reduceAll(emptySessionState, events);
}

const readyBody: SessionEventBody = {
  type: 'agent-ready',
  agent: { name: 'Bench', version: null, promptImages: false, embeddedContext: false, loadSession: false },
  acpSessionId: 'bench',
  modes: null,
  options: null,
};

/** The items of a turn: a thought, calls of every kind, messages between them. */
function itemBodies(turn: number, item: number): readonly SessionEventBody[] {
  const toolCallId = `c${turn}-${item}`;
  switch (item) {
    case 0:
      return [chunk('thought', 'The retries are in deliver.ts; the tests pin five attempts.')];
    case 1:
    case 3:
      return [
        {
          type: 'tool-call',
          patch: {
            toolCallId,
            title: `Read deliver-${turn}.ts`,
            kind: 'read',
            status: 'completed',
            rawInput: { path: `src/deliver-${turn}.ts` },
            locations: [{ path: `/home/dev/project/src/deliver-${turn}.ts`, line: 1 }],
          },
        },
      ];
    case 5:
      return [
        {
          type: 'tool-call',
          patch: {
            toolCallId,
            title: `Edit deliver-${turn}.ts`,
            kind: 'edit',
            status: 'completed',
            content: [
              {
                type: 'diff',
                path: `/home/dev/project/src/deliver-${turn}.ts`,
                oldText: sampleText(turn * 7, 600),
                newText: sampleText(turn * 7 + 60, 700),
              },
            ],
          },
        },
      ];
    case 7:
      return [
        {
          type: 'tool-call',
          patch: {
            toolCallId,
            title: 'npm test',
            kind: 'execute',
            status: turn % 5 === 0 ? 'failed' : 'completed',
            rawInput: { command: 'npm test' },
            content: [{ type: 'content', block: { type: 'text', text: `${turn} passed\n1 failed\n` } }],
          },
        },
      ];
    default:
      return [chunk('agent', sampleText(turn * 31 + item * 211, 260))];
  }
}

function chunk(role: 'agent' | 'thought', text: string): SessionEventBody {
  return { type: 'message-chunk', role, messageId: null, content: { type: 'text', text } };
}

/** A row of the list: the first `running` of them run, the others are in every other state. */
export function summaryAt(index: number, running: number): SessionSummary {
  const isRunning = index < running;
  const status = isRunning ? 'running' : (['idle', 'finished-unread', 'failed', 'idle'] as const)[index % 4];
  return {
    id: sessionIdOf(index),
    workspaceId: `w${index % 8}`,
    agentId: 'bench',
    agentName: 'Bench',
    cwd: '/home/dev/project',
    createdAt: startedAt + index,
    title: `Make deliveries wait, part ${index}`,
    status: status ?? 'idle',
    activity: isRunning
      ? { type: 'writing' }
      : status === 'failed'
        ? { type: 'failed', code: 'exited', exitCode: 1 }
        : status === 'finished-unread'
          ? { type: 'finished' }
          : { type: 'idle' },
    since: startedAt,
    unread: status === 'finished-unread',
    added: index % 40,
    removed: index % 7,
    pending: [],
    questions: [],
    offers: [],
    processRunning: isRunning,
    agentTitle: null,
    alias: null,
    pinned: false,
    archived: false,
    changedAt: startedAt + index,
    seq: 1,
    parked: false,
    queued: 0,
    record: { type: 'saved' },
  };
}
