/** Messages, thoughts and the other entries that an agent's updates leave in the transcript. */
import type { ContentBlock } from './content.ts';
import {
  type Draft,
  type EventOf,
  appendEntry,
  entryAt,
  entryIdOf,
  findNewest,
  firstOf,
  lastPlace,
  lastSettled,
  replaceEntry,
} from './draft.ts';
import type { CompactionEntry, Entry } from './state.ts';

type Chunk = EventOf<'message-chunk'>;

export function addToTranscript(draft: Draft, event: Chunk): void {
  const place = lastPlace(draft);
  const last = place === null ? undefined : entryAt(draft, place);
  if (place !== null && last !== undefined && continues(draft, last, event)) {
    const longer = extended(last, event);
    if (longer !== null) {
      replaceEntry(draft, place, longer, event);
      return;
    }
  }
  appendEntry(draft, newEntry(event), event);
}

/** Whether the chunk belongs to the entry before it: same role, no new message id. */
function continues(draft: Draft, last: Entry, { role, messageId }: Chunk): boolean {
  const sameRole =
    role === 'thought' ? last.type === 'thought' : last.type === 'message' && last.role === role;
  if (!sameRole) return false;
  const lastId = last.type === 'message' || last.type === 'thought' ? last.messageId : null;
  if (draft.next.active !== null) return messageId === null || messageId === lastId;
  // After a turn only the agent's own id proves that a late chunk continues that turn's message.
  const inTurnOfThePerson = lastSettled(draft)?.turn.outcome !== null;
  return inTurnOfThePerson
    ? messageId !== null && messageId === lastId
    : messageId === null || messageId === lastId;
}

function extended(entry: Entry, { content, at }: Chunk): Entry | null {
  if (entry.type === 'message') return { ...entry, blocks: appendBlock(entry.blocks, content) };
  if (entry.type === 'thought' && content.type === 'text') {
    return { ...entry, text: entry.text + content.text, endedAt: at };
  }
  return null;
}

function newEntry(event: Chunk): Entry {
  const { role, messageId, content } = event;
  const base = { id: entryIdOf(event), at: firstOf(event).at };
  if (role !== 'thought') return { ...base, type: 'message', role, messageId, blocks: [content] };
  if (content.type === 'text') {
    return { ...base, type: 'thought', messageId, text: content.text, endedAt: event.at };
  }
  return { ...base, type: 'unknown', variant: 'agent_thought_chunk', raw: content };
}

export function appendBlock(blocks: readonly ContentBlock[], block: ContentBlock): readonly ContentBlock[] {
  const last = blocks[blocks.length - 1];
  if (block.type !== 'text' || last?.type !== 'text') return [...blocks, block];
  const joined = { type: 'text' as const, text: last.text + block.text };
  return blocks.length === 1 ? [joined] : [...blocks.slice(0, -1), joined];
}

export function addNotice(draft: Draft, event: EventOf<'notice'>): void {
  const { severity, title, description, code } = event;
  appendEntry(
    draft,
    {
      type: 'notice',
      id: entryIdOf(event),
      at: event.at,
      severity,
      title,
      description,
      ...(code === undefined ? {} : { code }),
    },
    event,
  );
}

export function addUnknown(draft: Draft, event: EventOf<'unknown'>): void {
  const { variant, raw } = event;
  appendEntry(draft, { type: 'unknown', id: entryIdOf(event), at: event.at, variant, raw }, event);
}

export function upsertCompaction(draft: Draft, event: EventOf<'compaction'>): void {
  const { compactionId, summary, summaryDelta } = event;
  const place = findNewest(
    draft,
    Infinity,
    (entry) => entry.type === 'compaction' && entry.compactionId === compactionId,
  );
  const before = place === null ? undefined : (entryAt(draft, place) as CompactionEntry);
  // A piece of the summary says nothing new about the status of one that is over.
  const isPiece = summaryDelta !== null && event.status === 'in_progress';
  const after: CompactionEntry = {
    type: 'compaction',
    id: before?.id ?? entryIdOf(event),
    at: before?.at ?? event.at,
    compactionId,
    status: isPiece ? (before?.status ?? 'in_progress') : event.status,
    summary: (summary ?? before?.summary ?? '') + (summaryDelta ?? ''),
  };
  if (place === null) appendEntry(draft, after, event);
  else replaceEntry(draft, place, after, event);
}
