/** Anthropic Messages, https://docs.anthropic.com/en/api/messages and messages-streaming. */
import { MODEL, event, listOf, recordOf, textIn } from './request.ts';
import type { JsonRecord, ModelMessage, Piece, Wire } from './request.ts';

export const anthropic: Wire = {
  takes: (path) => path === '/v1/messages',
  read: (body) => ({
    messages: listOf(body.messages).flatMap(messagesOf),
    tools: listOf(body.tools)
      .filter(({ input_schema: schema }) => schema !== undefined)
      .map(({ name, input_schema: schema }) => ({ name: String(name), schema: recordOf(schema) })),
    streaming: body.stream === true,
    answerSchema: answerSchema(body),
  }),
  async *stream(pieces) {
    const frame = (data: JsonRecord & { readonly type: string }) => event(data, data.type);
    yield frame({ type: 'message_start', message: message([], null) });
    let textIsOpen = false;
    let index = 0;
    let called = false;
    for await (const piece of pieces) {
      if (piece.type === 'text') {
        if (!textIsOpen) {
          yield frame({ type: 'content_block_start', index, content_block: { type: 'text', text: '' } });
        }
        textIsOpen = true;
        yield frame({ type: 'content_block_delta', index, delta: { type: 'text_delta', text: piece.text } });
        continue;
      }
      if (textIsOpen) yield frame({ type: 'content_block_stop', index: index++ });
      textIsOpen = false;
      called = true;
      yield frame({ type: 'content_block_start', index, content_block: { ...block(piece), input: {} } });
      const partial = JSON.stringify(piece.call.input);
      const delta = { type: 'input_json_delta', partial_json: partial };
      yield frame({ type: 'content_block_delta', index, delta });
      yield frame({ type: 'content_block_stop', index: index++ });
    }
    if (textIsOpen) yield frame({ type: 'content_block_stop', index });
    const delta = { stop_reason: called ? 'tool_use' : 'end_turn', stop_sequence: null };
    yield frame({ type: 'message_delta', delta, usage: { output_tokens: 20 } });
    yield frame({ type: 'message_stop' });
  },
  whole: (pieces) =>
    message(pieces.map(block), pieces.some(({ type }) => type === 'call') ? 'tool_use' : 'end_turn'),
};

function messagesOf({ role, content }: JsonRecord): readonly ModelMessage[] {
  if (role === 'assistant') return [{ role: 'model', text: textIn(content) }];
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(content);
  return blocks.map((each: JsonRecord) => ({
    role: each.type === 'tool_result' ? 'tool-result' : 'person',
    text: textIn([each]),
  }));
}

function answerSchema(body: JsonRecord): JsonRecord | null {
  const format = recordOf(recordOf(body.output_config).format ?? body.output_format);
  return format.type === 'json_schema' ? recordOf(format.schema) : null;
}

function block(piece: Piece): JsonRecord {
  if (piece.type === 'text') return { type: 'text', text: piece.text };
  return { type: 'tool_use', id: piece.id, name: piece.call.tool.name, input: piece.call.input };
}

function message(content: readonly JsonRecord[], stopReason: string | null): JsonRecord {
  return {
    id: `msg_${Date.now()}`,
    type: 'message',
    role: 'assistant',
    model: MODEL,
    content,
    stop_reason: stopReason,
    stop_sequence: null,
    usage: { input_tokens: 100, output_tokens: stopReason === null ? 1 : 20 },
  };
}
