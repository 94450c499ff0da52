/** OpenAI Responses, https://platform.openai.com/docs/api-reference/responses-streaming. */
import { MODEL, event, listOf, recordOf, textIn } from './request.ts';
import type { JsonRecord, ModelMessage, OfferedTool, Piece, Wire } from './request.ts';

export const responses: Wire = {
  takes: (path) => path === '/v1/responses',
  read: (body) => ({
    messages:
      typeof body.input === 'string'
        ? [{ role: 'person', text: body.input }]
        : listOf(body.input).flatMap(messagesOf),
    tools: listOf(body.tools).flatMap(toolsOf),
    streaming: body.stream === true,
    answerSchema: answerSchema(body),
  }),
  async *stream(pieces) {
    let number = 0;
    const frame = (type: string, data: JsonRecord) =>
      event({ type, sequence_number: number++, ...data }, type);
    yield frame('response.created', { response: response([], 'in_progress') });
    const done: JsonRecord[] = [];
    let text: string | null = null;
    const place = () => ({ item_id: MESSAGE_ID, output_index: done.length, content_index: 0 });
    const finishText = function* () {
      if (text === null) return;
      const part = { type: 'output_text', text, annotations: [] };
      yield frame('response.output_text.done', { ...place(), text });
      yield frame('response.content_part.done', { ...place(), part });
      const item = messageItem(text);
      yield frame('response.output_item.done', { output_index: done.length, item });
      done.push(item);
      text = null;
    };
    for await (const piece of pieces) {
      if (piece.type === 'text') {
        if (text === null) {
          const item = { ...messageItem(''), status: 'in_progress', content: [] };
          yield frame('response.output_item.added', { output_index: done.length, item });
          const part = { type: 'output_text', text: '', annotations: [] };
          yield frame('response.content_part.added', { ...place(), part });
        }
        text = (text ?? '') + piece.text;
        yield frame('response.output_text.delta', { ...place(), delta: piece.text });
      } else {
        yield* finishText();
        const item = callItem(piece);
        yield frame('response.output_item.added', { output_index: done.length, item });
        yield frame('response.output_item.done', { output_index: done.length, item });
        done.push(item);
      }
    }
    yield* finishText();
    yield frame('response.completed', { response: response(done, 'completed') });
  },
  whole(pieces) {
    const text = pieces.map((piece) => (piece.type === 'text' ? piece.text : '')).join('');
    const calls = pieces.flatMap((piece) => (piece.type === 'call' ? [callItem(piece)] : []));
    return response([...(text === '' ? [] : [messageItem(text)]), ...calls], 'completed');
  },
};

const MESSAGE_ID = 'msg_mock';

function messagesOf({ type, role, content, output }: JsonRecord): readonly ModelMessage[] {
  switch (type) {
    case 'message':
    case undefined:
      if (role === 'assistant') return [{ role: 'model', text: textIn(content) }];
      return role === 'user' ? [{ role: 'person', text: textIn(content) }] : [];
    case 'function_call_output':
    case 'custom_tool_call_output':
      return [{ role: 'tool-result', text: textIn(output) }];
    default:
      return [];
  }
}

function toolsOf({ type, name, parameters, tools }: JsonRecord): readonly OfferedTool[] {
  switch (type) {
    case 'function':
      return [{ name: String(name), schema: recordOf(parameters) }];
    case 'custom':
      return [{ name: String(name), schema: null }];
    case 'namespace':
      return listOf(tools).flatMap(toolsOf);
    default:
      return [];
  }
}

function answerSchema(body: JsonRecord): JsonRecord | null {
  const format = recordOf(recordOf(body.text).format);
  return format.type === 'json_schema' ? recordOf(format.schema) : null;
}

function messageItem(text: string): JsonRecord {
  const content = [{ type: 'output_text', text, annotations: [] }];
  return { type: 'message', id: MESSAGE_ID, status: 'completed', role: 'assistant', content };
}

function callItem({ id, call }: Extract<Piece, { type: 'call' }>): JsonRecord {
  const { tool, input } = call;
  const base = { id: `item_${id}`, call_id: id, name: tool.name, status: 'completed' };
  return typeof input === 'string'
    ? { type: 'custom_tool_call', ...base, input }
    : { type: 'function_call', ...base, arguments: JSON.stringify(input) };
}

function response(output: readonly JsonRecord[], status: 'in_progress' | 'completed'): JsonRecord {
  const usage = {
    input_tokens: 100,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 20,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 120,
  };
  return {
    id: 'resp_mock',
    object: 'response',
    created_at: Math.floor(Date.now() / 1000),
    status,
    model: MODEL,
    output,
    ...(status === 'completed' ? { usage } : {}),
  };
}
