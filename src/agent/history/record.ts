/** The lines of a conversation's journal, and what they add up to when the conversation is told again. */
import type {
  ContentBlock,
  SessionUpdate,
  StopReason,
  ToolCallUpdate,
} from '@agentclientprotocol/sdk/unstable';

export type JournalRecord =
  | {
      readonly type: 'session';
      readonly version: 1;
      readonly sessionId: string;
      readonly cwd: string;
      readonly at: string;
    }
  | { readonly type: 'title'; readonly title: string }
  | { readonly type: 'options'; readonly options: unknown }
  | {
      readonly type: 'prompt';
      readonly messageId: string;
      readonly prompt: readonly ContentBlock[];
      readonly at: string;
    }
  | { readonly type: 'update'; readonly update: SessionUpdate }
  | { readonly type: 'end'; readonly stopReason: StopReason | 'error' };

/** Null for a line that is torn, foreign or of an unknown kind. */
export function parseRecord(line: string): JournalRecord | null {
  try {
    const record = JSON.parse(line) as unknown;
    return isRecord(record) ? record : null;
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is JournalRecord {
  if (typeof value !== 'object' || value === null) return false;
  const record = value as Record<string, unknown>;
  switch (record['type']) {
    case 'session':
      return (
        record['version'] === 1 &&
        typeof record['sessionId'] === 'string' &&
        typeof record['cwd'] === 'string'
      );
    case 'title':
      return typeof record['title'] === 'string';
    case 'options':
      return true;
    case 'prompt':
      return Array.isArray(record['prompt']) && typeof record['messageId'] === 'string';
    case 'update':
      return (
        typeof record['update'] === 'object' &&
        record['update'] !== null &&
        'sessionUpdate' in record['update']
      );
    case 'end':
      return typeof record['stopReason'] === 'string';
    default:
      return false;
  }
}

type RecordOf<Type extends JournalRecord['type']> = Extract<JournalRecord, { type: Type }>;

/** The newest record of a type, or null. */
export function lastOf<Type extends JournalRecord['type']>(
  records: readonly JournalRecord[],
  type: Type,
): RecordOf<Type> | null {
  for (let index = records.length - 1; index >= 0; index -= 1) {
    const record = records[index];
    if (record?.type === type) return record as RecordOf<Type>;
  }
  return null;
}

/**
 * The updates that tell the conversation again: chunks of one message joined, each tool call once in its last
 * state at the place where it began, each plan once a turn in its last state. Calls that a killed process left
 * open are closed as failed with `interrupted` as their reason.
 */
export function retold(records: readonly JournalRecord[], interrupted: string): readonly SessionUpdate[] {
  const told: SessionUpdate[] = [];
  const calls = new Map<string, number>();
  let plan: number | null = null;
  const closeOpenCalls = (): void => {
    for (const index of calls.values()) {
      const call = told[index];
      if (call?.sessionUpdate !== 'tool_call' || call.status === 'completed' || call.status === 'failed')
        continue;
      told[index] = {
        ...call,
        status: 'failed',
        content: [...(call.content ?? []), { type: 'content', content: { type: 'text', text: interrupted } }],
      };
    }
    calls.clear();
    plan = null;
  };
  for (const record of records) {
    if (record.type === 'end') closeOpenCalls();
    if (record.type === 'prompt') {
      closeOpenCalls();
      for (const content of record.prompt) {
        told.push({ sessionUpdate: 'user_message_chunk', content, messageId: record.messageId });
      }
    }
    if (record.type !== 'update') continue;
    const update = record.update;
    switch (update.sessionUpdate) {
      case 'agent_message_chunk':
      case 'agent_thought_chunk': {
        const joined = joinedChunk(told.at(-1), update);
        if (joined === null) told.push(update);
        else told[told.length - 1] = joined;
        break;
      }
      case 'tool_call':
        calls.set(update.toolCallId, told.push(update) - 1);
        break;
      case 'tool_call_update': {
        const index = calls.get(update.toolCallId);
        const call = index === undefined ? undefined : told[index];
        if (index !== undefined && call?.sessionUpdate === 'tool_call')
          told[index] = patchedCall(call, update);
        break;
      }
      case 'plan':
        if (plan === null) plan = told.push(update) - 1;
        else told[plan] = update;
        break;
      default:
        break;
    }
  }
  closeOpenCalls();
  return told;
}

type ChunkUpdate = Extract<SessionUpdate, { sessionUpdate: 'agent_message_chunk' | 'agent_thought_chunk' }>;

function joinedChunk(before: SessionUpdate | undefined, chunk: ChunkUpdate): SessionUpdate | null {
  if (before?.sessionUpdate !== chunk.sessionUpdate || before.messageId !== chunk.messageId) return null;
  if (before.content.type !== 'text' || chunk.content.type !== 'text') return null;
  return { ...before, content: { type: 'text', text: before.content.text + chunk.content.text } };
}

type Call = Extract<SessionUpdate, { sessionUpdate: 'tool_call' }>;

/** Present fields replace, those of `_meta` one by one. */
export function patchedCall(call: Call, update: ToolCallUpdate & { sessionUpdate?: string }): Call {
  const { sessionUpdate: _, ...patch } = update;
  const present = Object.fromEntries(Object.entries(patch).filter(([, value]) => value != null));
  const meta =
    call._meta == null && update._meta == null ? {} : { _meta: { ...call._meta, ...update._meta } };
  return { ...call, ...present, ...meta, sessionUpdate: 'tool_call' };
}

/** Characters of a conversation, for the estimate of its size. */
export function charactersOf(update: SessionUpdate): number {
  switch (update.sessionUpdate) {
    case 'user_message_chunk':
    case 'agent_message_chunk':
    case 'agent_thought_chunk':
      return update.content.type === 'text' ? update.content.text.length : 0;
    case 'tool_call': {
      let characters = JSON.stringify(update.rawInput ?? '').length;
      for (const item of update.content ?? []) {
        if (item.type === 'content' && item.content.type === 'text') characters += item.content.text.length;
        if (item.type === 'diff') characters += (item.oldText ?? '').length + item.newText.length;
      }
      return characters;
    }
    default:
      return 0;
  }
}
