/** Gemini generateContent and streamGenerateContent, https://ai.google.dev/api/generate-content. */
import { MODEL, event, listOf, recordOf } from './request.ts';
import type { JsonRecord, ModelMessage, Piece, Wire } from './request.ts';

export const gemini: Wire = {
  takes: (path) => /:(stream)?generateContent$/i.test(path),
  read: (body, path) => ({
    messages: listOf(body.contents).flatMap(messagesOf),
    tools: listOf(body.tools)
      .flatMap(({ functionDeclarations }) => listOf(functionDeclarations))
      .map(({ name, parametersJsonSchema, parameters }) => ({
        name: String(name),
        schema: recordOf(parametersJsonSchema ?? parameters),
      })),
    streaming: path.includes(':stream'),
    answerSchema: answerSchema(body),
  }),
  async *stream(pieces) {
    for await (const piece of pieces) yield event(answer([piece], null));
    yield event(answer([], 'STOP'));
  },
  whole: (pieces) => answer(pieces, 'STOP'),
};

function messagesOf({ role, parts }: JsonRecord): readonly ModelMessage[] {
  return listOf(parts).map((part) => {
    const text = typeof part.text === 'string' ? part.text : '';
    if (part.functionResponse !== undefined) return { role: 'tool-result', text };
    return { role: role === 'model' ? 'model' : 'person', text };
  });
}

function answerSchema(body: JsonRecord): JsonRecord | null {
  const config = recordOf(body.generationConfig);
  if (config.responseMimeType !== 'application/json') return null;
  return recordOf(config.responseJsonSchema ?? config.responseSchema);
}

function answer(pieces: readonly Piece[], finishReason: string | null): JsonRecord {
  const parts = pieces.map((piece) =>
    piece.type === 'text'
      ? { text: piece.text }
      : { functionCall: { id: piece.id, name: piece.call.tool.name, args: piece.call.input } },
  );
  const content = { role: 'model', parts: parts.length > 0 ? parts : [{ text: '' }] };
  return {
    candidates: [{ index: 0, content, ...(finishReason === null ? {} : { finishReason }) }],
    modelVersion: MODEL,
    usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 20, totalTokenCount: 120 },
  };
}
