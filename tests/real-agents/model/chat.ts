/** OpenAI Chat Completions, https://platform.openai.com/docs/api-reference/chat. */
import { MODEL, event, listOf, recordOf, textIn } from './request.ts';
import type { JsonRecord, ModelMessage, Piece, Wire } from './request.ts';

export const chat: Wire = {
  takes: (path) => path === '/v1/chat/completions',
  read: (body) => ({
    messages: listOf(body.messages).flatMap(messagesOf),
    tools: listOf(body.tools)
      .map((tool) => recordOf(tool.function))
      .map(({ name, parameters }) => ({ name: String(name), schema: recordOf(parameters) })),
    streaming: body.stream === true,
    answerSchema: answerSchema(body),
  }),
  async *stream(pieces) {
    const chunk = (delta: JsonRecord, finish: string | null) =>
      event({ ...base('chat.completion.chunk'), choices: [{ index: 0, delta, finish_reason: finish }] });
    yield chunk({ role: 'assistant', content: '' }, null);
    let finish = 'stop';
    for await (const piece of pieces) {
      if (piece.type === 'text') yield chunk({ content: piece.text }, null);
      else {
        finish = 'tool_calls';
        yield chunk({ tool_calls: [{ index: 0, ...callOf(piece) }] }, null);
      }
    }
    yield chunk({}, finish);
    yield event({ ...base('chat.completion.chunk'), choices: [], usage });
    yield 'data: [DONE]\n\n';
  },
  whole(pieces) {
    const calls = pieces.flatMap((piece) => (piece.type === 'call' ? [callOf(piece)] : []));
    const content = pieces.map((piece) => (piece.type === 'text' ? piece.text : '')).join('');
    const message = {
      role: 'assistant',
      content,
      ...(calls.length > 0 ? { tool_calls: calls } : {}),
    };
    const finish = calls.length > 0 ? 'tool_calls' : 'stop';
    return { ...base('chat.completion'), choices: [{ index: 0, message, finish_reason: finish }], usage };
  },
};

const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };

function base(object: string): JsonRecord {
  return { id: 'chatcmpl-mock', object, created: Math.floor(Date.now() / 1000), model: MODEL };
}

function messagesOf({ role, content }: JsonRecord): readonly ModelMessage[] {
  const text = textIn(content);
  switch (role) {
    case 'user':
      return [{ role: 'person', text }];
    case 'assistant':
      return [{ role: 'model', text }];
    case 'tool':
      return [{ role: 'tool-result', text }];
    default:
      return [];
  }
}

function answerSchema(body: JsonRecord): JsonRecord | null {
  const format = recordOf(body.response_format);
  return format.type === 'json_schema' ? recordOf(recordOf(format.json_schema).schema) : null;
}

function callOf({ id, call }: Extract<Piece, { type: 'call' }>): JsonRecord {
  return {
    id,
    type: 'function',
    function: { name: call.tool.name, arguments: JSON.stringify(call.input) },
  };
}
