/** Numbered events and short ways to write them, for tests. */
import type { ToolCallPatch } from '../content.ts';
import type { SessionEvent, SessionEventBody } from '../event.ts';
import { reduceAll } from '../reduce.ts';
import { emptySessionState, type SessionState } from '../state.ts';

/** Numbers bodies on from `after`; each is one second after the one before. */
export function numbered(bodies: readonly SessionEventBody[], after = 0): readonly SessionEvent[] {
  return bodies.map((body, index) => ({ ...body, seq: after + index + 1, at: (after + index + 1) * 1000 }));
}

export function folded(bodies: readonly SessionEventBody[], from = emptySessionState): SessionState {
  return reduceAll(from, numbered(bodies, from.seq));
}

export function ready(acpSessionId = 'acp-1'): SessionEventBody {
  return {
    type: 'agent-ready',
    agent: {
      name: 'Agent',
      version: '1.0.0',
      promptImages: false,
      embeddedContext: false,
      loadSession: true,
    },
    acpSessionId,
    modes: null,
    options: null,
  };
}

export function turn(turnId: string, prompt = 'do it'): SessionEventBody {
  return { type: 'turn-started', turnId, prompt: [{ type: 'text', text: prompt }] };
}

export function ended(
  turnId: string,
  reason: 'end_turn' | 'cancelled' | 'refusal' | 'max_tokens' | 'max_turn_requests' = 'end_turn',
): SessionEventBody {
  return { type: 'turn-ended', turnId, outcome: { type: 'stopped', reason } };
}

export function chunk(
  role: 'user' | 'agent' | 'thought',
  text: string,
  messageId: string | null = null,
): SessionEventBody {
  return { type: 'message-chunk', role, messageId, content: { type: 'text', text } };
}

export function tool(toolCallId: string, patch: Omit<ToolCallPatch, 'toolCallId'> = {}): SessionEventBody {
  return { type: 'tool-call', patch: { toolCallId, ...patch } };
}

export function output(
  toolCallId: string,
  data: string,
  mode: 'append' | 'replace' = 'append',
): SessionEventBody {
  return tool(toolCallId, { terminal: { terminalId: toolCallId, output: { mode, data } } });
}

export function asked(requestId: string, toolCallId: string, title?: string): SessionEventBody {
  return {
    type: 'permission-asked',
    requestId,
    toolCall: { toolCallId, ...(title === undefined ? {} : { title }) },
    options: [
      { optionId: 'yes', name: 'Allow', kind: 'allow_once' },
      { optionId: 'no', name: 'Reject', kind: 'reject_once' },
    ],
    diffMismatch: false,
  };
}

export const lost: SessionEventBody = {
  type: 'agent-failed',
  failure: { code: 'exited', message: 'exit 1', exitCode: 1, signal: null, stderrTail: [] },
};
