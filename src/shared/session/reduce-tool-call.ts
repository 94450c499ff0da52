/**
 * Tool calls and what is decided about them. Agents announce, update and ask in any order: every message
 * about a tool call is an upsert.
 */
import { SettledCalls, findSettled, placeOfCall } from './call-index.ts';
import type { TerminalPatch, ToolCallPatch, ToolContent } from './content.ts';
import {
  type Draft,
  type EventOf,
  type Place,
  appendEntry,
  entryAt,
  entryIdOf,
  firstOf,
  replaceEntry,
} from './draft.ts';
import type { SessionEvent, TurnOutcome } from './event.ts';
import { ownChild } from './reduce-child.ts';
import type { Decision, Entry, PendingPermission, TerminalView, ToolCallEntry } from './state.ts';

/** UTF-16 units of terminal output that are kept. */
const TERMINAL_TAIL = 64 * 1024;

/**
 * So many settled turns may a call with a title lie back to be taken for the one of that id. Looking through
 * thousands of turns for each new call would cost more than all the rest; a patch without a title cannot be
 * a new call, and its call is looked for everywhere.
 */
const TITLED_REACH = 50;

export function upsertToolCall(draft: Draft, event: EventOf<'tool-call'>): void {
  upsert(draft, event.patch, event);
}

export function askPermission(draft: Draft, event: EventOf<'permission-asked'>): void {
  const { requestId, toolCall, options, diffMismatch, subagentId, reason, offers, notes } = event;
  if (draft.next.permissions.some((pending) => pending.requestId === requestId)) return;
  // The call of a sub-agent stands among that one's own.
  const at = subagentId === undefined ? draft : ownChild(draft, subagentId, event);
  upsert(at, toolCall, event);
  const pending: PendingPermission = {
    requestId,
    toolCallId: toolCall.toolCallId,
    askedAt: event.at,
    options,
    diffMismatch,
    ...(subagentId === undefined ? {} : { subagentId }),
    ...(reason === undefined ? {} : { reason }),
    ...(offers === undefined ? {} : { offers }),
    ...(notes === undefined ? {} : { notes }),
  };
  draft.next.permissions = [...draft.next.permissions, pending];
}

export function settlePermission(draft: Draft, event: EventOf<'permission-settled'>): void {
  const pending = draft.next.permissions.find(({ requestId }) => requestId === event.requestId);
  if (pending === undefined) return;
  draft.next.permissions = draft.next.permissions.filter((other) => other !== pending);
  recordDecision(draft, pending, event.outcome, event);
}

/** Nobody is left to hear an answer. */
export function dropPermissions(draft: Draft, event: SessionEvent): void {
  const pending = draft.next.permissions;
  if (pending.length === 0) return;
  draft.next.permissions = [];
  for (const one of pending) {
    recordDecision(draft, one, { outcome: 'cancelled', why: 'agent-gone' }, event);
  }
}

function recordDecision(
  root: Draft,
  pending: PendingPermission,
  outcome: Decision['outcome'],
  event: SessionEvent,
): void {
  const draft = pending.subagentId === undefined ? root : ownChild(root, pending.subagentId, event);
  const place = findToolCall(draft, pending.toolCallId, Infinity);
  if (place === null) return;
  const entry = entryAt(draft, place) as ToolCallEntry;
  const option =
    outcome.outcome === 'selected'
      ? pending.options.find(({ optionId }) => optionId === outcome.optionId)
      : undefined;
  const decision: Decision = {
    requestId: pending.requestId,
    outcome,
    optionName: option?.name ?? null,
    at: event.at,
  };
  replaceEntry(draft, place, { ...entry, decisions: [...entry.decisions, decision] }, event);
}

function upsert(draft: Draft, patch: ToolCallPatch, event: SessionEvent): void {
  const reach = patch.title === undefined ? Infinity : TITLED_REACH;
  const place = findToolCall(draft, patch.toolCallId, reach);
  const before = place === null ? null : (entryAt(draft, place) as ToolCallEntry);
  if (place === null || before === null || isNewCall(draft, place, before, patch)) {
    appendEntry(draft, patched(emptyToolCall(patch.toolCallId, event), patch, event), event);
    return;
  }
  replaceEntry(draft, place, patched(before, patch, event), event);
}

/**
 * Some agents start counting anew in each turn (the protocol SDK's example does), others go on updating a
 * call of an earlier turn (codex's commands outlive theirs). A patch for a call of an earlier turn is a new
 * call when it introduces itself with a title, as `tool_call` must, and the earlier call was over; one that
 * we closed because its turn ended is taken up again by anything but a call that begins as `pending`.
 */
function isNewCall(draft: Draft, place: Place, before: ToolCallEntry, patch: ToolCallPatch): boolean {
  if (place.turn === 'active' || patch.title === undefined || isOpen(before)) return false;
  if (before.status === 'cancelled') return patch.status === 'pending';
  if (draft.next.active !== null) return true;
  // Between turns: only an explicit new beginning, and never within the background turn that it stands in.
  const begins = patch.status === 'pending' || patch.status === 'in_progress';
  return begins && draft.next.turns[place.turn]?.outcome !== null;
}

function emptyToolCall(toolCallId: string, event: SessionEvent): ToolCallEntry {
  return {
    type: 'tool-call',
    id: entryIdOf(event),
    at: firstOf(event).at,
    toolCallId,
    title: '',
    name: null,
    kind: 'other',
    status: 'pending',
    content: [],
    locations: [],
    rawInput: undefined,
    rawOutput: undefined,
    terminal: null,
    parentToolCallId: null,
    updatedAt: event.at,
    decisions: [],
  };
}

/** Written out field by field: spreading an entry costs several times as much, and calls come by the thousand. */
function patched(entry: ToolCallEntry, patch: ToolCallPatch, event: SessionEvent): ToolCallEntry {
  return {
    type: entry.type,
    id: entry.id,
    at: entry.at,
    toolCallId: entry.toolCallId,
    title: patch.title ?? entry.title,
    name: patch.name ?? entry.name,
    kind: patch.kind ?? entry.kind,
    status: patch.status ?? entry.status,
    content: patch.content === undefined ? entry.content : patchedContent(entry.content, patch.content),
    locations: patch.locations ?? entry.locations,
    rawInput: patch.rawInput === undefined ? entry.rawInput : patch.rawInput,
    rawOutput: patch.rawOutput === undefined ? entry.rawOutput : patch.rawOutput,
    terminal: patch.terminal === undefined ? entry.terminal : patchedTerminal(entry.terminal, patch.terminal),
    parentToolCallId: patch.parentToolCallId ?? entry.parentToolCallId,
    updatedAt: event.at,
    decisions: entry.decisions,
  };
}

/** Agents send the same diff again with every status: what was made of it stays good for the same object. */
function patchedContent(
  before: readonly ToolContent[],
  after: readonly ToolContent[],
): readonly ToolContent[] {
  const isSame = after.length === before.length && after.every((part, at) => isSameDiff(before[at], part));
  return isSame ? before : after;
}

function isSameDiff(before: ToolContent | undefined, after: ToolContent): boolean {
  return (
    before?.type === 'diff' &&
    after.type === 'diff' &&
    before.path === after.path &&
    before.oldText === after.oldText &&
    before.newText === after.newText
  );
}

function patchedTerminal(before: TerminalView | null, patch: TerminalPatch): TerminalView {
  const same = before?.terminalId === patch.terminalId ? before : null;
  const exit = patch.exit ?? same?.exit ?? null;
  const { terminalId, output } = patch;
  const stoppable = patch.stoppable ?? same?.stoppable;
  const base = stoppable === undefined ? { terminalId, exit } : { terminalId, exit, stoppable };
  if (output === undefined) {
    return { ...base, output: same?.output ?? '', truncated: same?.truncated ?? false };
  }
  const whole = output.mode === 'append' ? (same?.output ?? '') + output.data : output.data;
  const cut = whole.length > TERMINAL_TAIL;
  const truncated = cut || (output.mode === 'append' && same?.truncated === true);
  return { ...base, output: cut ? tail(whole) : whole, truncated };
}

/** The last 64 Ki units, without a half character at the cut. */
function tail(text: string): string {
  const start = text.length - TERMINAL_TAIL;
  const first = text.charCodeAt(start);
  return text.slice(first >= 0xdc00 && first <= 0xdfff ? start + 1 : start);
}

function isOpen(entry: ToolCallEntry): boolean {
  return entry.status === 'pending' || entry.status === 'in_progress';
}

/**
 * What becomes of the open calls of a turn that ends. A call that still waits for an answer stays open, and
 * so does a command whose terminal runs on when the turn ended by itself. Every other call is over: by the
 * exit of its command where that is known, else `cancelled`, since agents leave calls open after a cancel or
 * a rejection (codex, copilot). A later update of the agent overrules this.
 */
export function closeToolCalls(
  draft: Draft,
  entries: Entry[],
  outcome: TurnOutcome | null,
  at: number,
): void {
  const endedByItself = outcome?.type === 'stopped' && outcome.reason !== 'cancelled';
  for (const [index, entry] of entries.entries()) {
    if (entry.type !== 'tool-call' || !isOpen(entry)) continue;
    if (draft.next.permissions.some(({ toolCallId }) => toolCallId === entry.toolCallId)) continue;
    if (endedByItself && entry.terminal !== null && entry.terminal.exit === null) continue;
    entries[index] = closed(entry, at);
  }
}

function closed(entry: ToolCallEntry, at: number): ToolCallEntry {
  const exit = entry.terminal?.exit ?? null;
  const status = exit === null ? 'cancelled' : exit.code === 0 ? 'completed' : 'failed';
  return { ...entry, status, updatedAt: at };
}

/** The process is gone: nothing of any turn can go on. */
export function closeAllToolCalls(draft: Draft, event: SessionEvent): void {
  draft.next.turns.forEach((turn, turnIndex) => {
    turn.entries.forEach((entry, index) => {
      if (entry.type !== 'tool-call' || !isOpen(entry)) return;
      replaceEntry(draft, { turn: turnIndex, index }, closed(entry, event.at), event);
    });
  });
}

/** The newest call of that id, in the running turn or the `reach` settled ones before it. */
function findToolCall(draft: Draft, toolCallId: string, reach: number): Place | null {
  const { active, turns } = draft.next;
  const index = active === null ? -1 : placeOfCall(active.entries, toolCallId);
  if (index >= 0) return { turn: 'active', index };
  if (reach === Infinity) return findSettled(turns, toolCallId, 0);
  draft.settledCalls ??= new SettledCalls();
  return draft.settledCalls.find(turns, toolCallId, Math.max(0, turns.length - reach));
}
