/** Finding what a request is about in the state of its session. */
import type { PendingPermission, SessionState, ToolCallEntry, Turn } from '../../shared/session/state.ts';
import { stateOfRequest } from '../../shared/session/select.ts';
import { readSubject, type PermissionSubject } from './permission-subject.ts';

export function pendingOf(state: SessionState, requestId: string): PendingPermission | null {
  return state.permissions.find((pending) => pending.requestId === requestId) ?? null;
}

/** The tool call, searched from the newest turn back. */
export function toolCallOf(session: SessionState, toolCallId: string): ToolCallEntry | null {
  const pending = session.permissions.find((each) => each.toolCallId === toolCallId);
  const state = pending === undefined ? session : stateOfRequest(session, pending);
  if (state.active !== null) {
    const found = inTurn(state.active, toolCallId);
    if (found !== null) return found;
  }
  for (let index = state.turns.length - 1; index >= 0; index -= 1) {
    const turn = state.turns[index];
    const found = turn === undefined ? null : inTurn(turn, toolCallId);
    if (found !== null) return found;
  }
  return null;
}

function inTurn(turn: Turn, toolCallId: string): ToolCallEntry | null {
  for (let index = turn.entries.length - 1; index >= 0; index -= 1) {
    const entry = turn.entries[index];
    if (entry?.type === 'tool-call' && entry.toolCallId === toolCallId) return entry;
  }
  return null;
}

/** A request whose tool call never came is one without arguments. */
export function subjectOf(
  pending: PendingPermission,
  entry: ToolCallEntry | null,
  cwd: string,
  mcpServers: readonly string[] = [],
): PermissionSubject {
  return readSubject({
    kind: entry?.kind ?? 'other',
    title: entry?.title ?? '',
    name: entry?.name ?? null,
    content: entry?.content ?? [],
    rawInput: entry?.rawInput ?? null,
    cwd,
    workspace: cwd,
    diffMismatch: pending.diffMismatch,
    mcpServers,
  });
}
