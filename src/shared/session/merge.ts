/**
 * Joining adjacent events where that loses nothing: a slow reader gets fewer and longer chunks. Folding the
 * joined event equals folding its parts (see `first` of SessionEvent); what cannot promise that is not joined.
 */
import type { SessionFrame } from '../ipc/contract/sessions.ts';
import type { ToolCallPatch } from './content.ts';
import type { ChildBody, SessionEvent, SessionEventBody } from './event.ts';
import { joinChanges } from './window-change.ts';

/** Joins two adjacent events of one session; null: keep both. */
export function mergeEvents(previous: SessionEvent, next: SessionEvent): SessionEvent | null {
  const body = joinBodies(previous, next);
  if (body === null) return null;
  const first = previous.first ?? { seq: previous.seq, at: previous.at };
  const { seq, at } = next;
  // Written out for what comes by the thousand: a spread costs more than all the rest.
  if (body.type === 'message-chunk') {
    const { type, role, messageId, content } = body;
    return { type, role, messageId, content, seq, at, first };
  }
  return { ...body, seq, at, first };
}

/** The same before they are numbered. The joined body stands for as many events as went into it. */
export function joinBodies(previous: SessionEventBody, next: SessionEventBody): SessionEventBody | null {
  if (previous.type === 'message-chunk' && next.type === 'message-chunk') {
    // The person's chunks are not joined: each is compared with the prompt whose echo it may be.
    if (previous.role === 'user' || previous.role !== next.role) return null;
    if (previous.messageId !== next.messageId) return null;
    const text = joinedText(previous, next);
    if (text === null) return null;
    const { type, role, messageId } = next;
    return { type, role, messageId, content: { type: 'text', text } };
  }
  if (previous.type === 'tool-call' && next.type === 'tool-call') {
    const patch = joinPatches(previous.patch, next.patch);
    return patch === null ? null : { type: next.type, patch };
  }
  if (previous.type === 'child' && next.type === 'child' && previous.subagentId === next.subagentId) {
    const body = joinBodies(previous.body, next.body);
    return body === null ? null : { ...next, body: body as ChildBody };
  }
  return null;
}

/** Joins two adjacent frames of one session stream; null: keep both. */
export function mergeSessionFrames(previous: SessionFrame, next: SessionFrame): SessionFrame | null {
  if (previous.type === 'change' && next.type === 'change') {
    return { type: 'change', change: joinChanges(previous.change, next.change) };
  }
  if (previous.type !== 'event' || next.type !== 'event') return null;
  const event = mergeEvents(previous.event, next.event);
  return event === null ? null : { type: 'event', event, firstSeq: previous.firstSeq };
}

type Chunk = Extract<SessionEventBody, { readonly type: 'message-chunk' }>;

/** An empty chunk makes no entry, so it must not become the beginning of one. */
function joinedText(previous: Chunk, next: Chunk): string | null {
  if (previous.content.type !== 'text' || next.content.type !== 'text') return null;
  if (previous.content.text === '' || next.content.text === '') return null;
  return previous.content.text + next.content.text;
}

function joinPatches(previous: ToolCallPatch, next: ToolCallPatch): ToolCallPatch | null {
  if (previous.toolCallId !== next.toolCallId) return null;
  if (previous.terminal === undefined && next.terminal === undefined) return laterOver(previous, next);
  const before = appendedOutput(previous);
  const after = appendedOutput(next);
  if (before === null || after === null || before.terminalId !== after.terminalId) return null;
  const output = { mode: 'append' as const, data: before.data + after.data };
  return { ...next, terminal: { terminalId: after.terminalId, output } };
}

/**
 * Agents say everything about a call again whenever something changes: what the later one replaces need not be
 * kept. Only where both are about one entry whatever stands before them: a title may begin a new call (see
 * `isNewCall` of the reducer), and so may a status.
 */
function laterOver(previous: ToolCallPatch, next: ToolCallPatch): ToolCallPatch | null {
  if (next.status !== undefined && next.status !== previous.status) return null;
  if (next.title !== undefined) {
    const isOpen = previous.status === 'pending' || previous.status === 'in_progress';
    if (previous.title === undefined || !isOpen) return null;
  }
  const joined: Record<string, unknown> = { ...previous };
  for (const key in next) {
    const value = next[key as keyof ToolCallPatch];
    if (value !== undefined) joined[key] = value;
  }
  return joined as ToolCallPatch;
}

/** The output of a patch that does nothing but append to a terminal. */
function appendedOutput(patch: ToolCallPatch): { terminalId: string; data: string } | null {
  const { terminal } = patch;
  if (terminal?.output?.mode !== 'append') return null;
  if (terminal.exit !== undefined || terminal.stoppable !== undefined) return null;
  for (const key in patch) {
    if (key !== 'toolCallId' && key !== 'terminal' && patch[key as keyof ToolCallPatch] !== undefined) {
      return null;
    }
  }
  return { terminalId: terminal.terminalId, data: terminal.output.data };
}
