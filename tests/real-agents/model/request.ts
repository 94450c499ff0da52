/** What agents ask a model and what it answers, in one shape for all the wire formats. */

export type JsonRecord = { readonly [key: string]: unknown };

export type OfferedTool = {
  readonly name: string;
  /** JSON schema of its input; null for a tool that takes plain text. */
  readonly schema: JsonRecord | null;
};

export type ModelMessage = {
  readonly role: 'person' | 'model' | 'tool-result';
  readonly text: string;
};

export type ModelRequest = {
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly OfferedTool[];
  readonly streaming: boolean;
  /** Where the agent wants JSON of a certain form for an answer. */
  readonly answerSchema: JsonRecord | null;
};

/** What the model says, piece by piece. A call is one piece and the last one. */
export type Piece =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'call'; readonly id: string; readonly call: ToolCall };

export type ToolCall = {
  readonly tool: OfferedTool;
  /** Plain text for a tool without a schema. */
  readonly input: JsonRecord | string;
};

/** One wire format. */
export type Wire = {
  /** Whether a POST to this path (without query) speaks it. */
  readonly takes: (path: string) => boolean;
  readonly read: (body: JsonRecord, path: string) => ModelRequest;
  /** Server-sent events, whole, with their blank line. */
  readonly stream: (pieces: AsyncIterable<Piece>) => AsyncGenerator<string>;
  /** For requests that do not stream. */
  readonly whole: (pieces: readonly Piece[]) => JsonRecord;
};

export const MODEL = 'mock-model';

export function recordOf(value: unknown): JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonRecord) : {};
}

export function listOf(value: unknown): readonly JsonRecord[] {
  return Array.isArray(value) ? value.map(recordOf) : [];
}

/** The text of a content that is a string or a list of parts. */
export function textIn(content: unknown): string {
  if (typeof content === 'string') return content;
  return listOf(content)
    .map(({ text, content: inner }) => (typeof text === 'string' ? text : textIn(inner ?? '')))
    .join('\n');
}

export function event(data: JsonRecord, name?: string): string {
  return `${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`;
}
