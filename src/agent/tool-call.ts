/** One tool call of a turn: announced once, patched, finished once. */
import type { SessionUpdate, ToolCallUpdate } from '@agentclientprotocol/sdk/unstable';
import { patchedCall } from './history/record.ts';

export type CallStart = Omit<Extract<SessionUpdate, { sessionUpdate: 'tool_call' }>, 'sessionUpdate'>;
export type CallPatch = Omit<ToolCallUpdate, 'toolCallId'>;
/** Where a call's updates go: `update` to the client, `record` to the journal, null where it is only passing. */
export type CallSink = (update: SessionUpdate, record: SessionUpdate | null) => Promise<void>;

export class ToolCall {
  readonly #sink: CallSink;
  #call: Extract<SessionUpdate, { sessionUpdate: 'tool_call' }>;

  private constructor(sink: CallSink, start: CallStart) {
    this.#sink = sink;
    this.#call = { sessionUpdate: 'tool_call', ...start };
  }

  static async announce(sink: CallSink, start: CallStart): Promise<ToolCall> {
    const tool = new ToolCall(sink, start);
    await sink(tool.#call, tool.#call);
    return tool;
  }

  get id(): string {
    return this.#call.toolCallId;
  }

  /** As the journal would tell it now. */
  get current(): Extract<SessionUpdate, { sessionUpdate: 'tool_call' }> {
    return this.#call;
  }

  get open(): boolean {
    return this.#call.status !== 'completed' && this.#call.status !== 'failed';
  }

  async update(patch: CallPatch, recorded: CallPatch = patch): Promise<void> {
    const record = this.#patch(recorded);
    this.#call = patchedCall(this.#call, record);
    await this.#sink(this.#patch(patch), record);
  }

  /** Shows an intermediate state that a later `update` makes obsolete. */
  async show(patch: CallPatch): Promise<void> {
    await this.#sink(this.#patch(patch), null);
  }

  /** `recorded` goes to the journal in place of `patch` where the client has seen part of it already. Does nothing twice. */
  async finish(
    status: 'completed' | 'failed',
    patch: CallPatch = {},
    recorded: CallPatch = patch,
  ): Promise<void> {
    if (this.open) await this.update({ ...patch, status }, { ...recorded, status });
  }

  #patch(patch: CallPatch): Extract<SessionUpdate, { sessionUpdate: 'tool_call_update' }> {
    return { sessionUpdate: 'tool_call_update', toolCallId: this.id, ...patch };
  }
}

/** Plain text as the content of a call. */
export function textContent(text: string): { type: 'content'; content: { type: 'text'; text: string } } {
  return { type: 'content', content: { type: 'text', text } };
}
