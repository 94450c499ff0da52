/** A model provider on loopback that speaks the wire formats of the big ones and follows a script. */
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { anthropic } from './anthropic.ts';
import { chat } from './chat.ts';
import { gemini } from './gemini.ts';
import { MODEL, recordOf } from './request.ts';
import type { JsonRecord, ModelRequest, Piece, Wire } from './request.ts';
import { responses } from './responses.ts';
import { answer } from './script.ts';
import type { Task } from './script.ts';

const WIRES: readonly Wire[] = [anthropic, chat, responses, gemini];

export type SeenRequest = {
  readonly line: string;
  readonly tools: readonly string[];
  /** What the newest tool call came to, as the agent tells the model; null when there was none. */
  readonly toolResult: string | null;
  /** `aborted`: the agent went away before the answer was complete. */
  ended: 'open' | 'complete' | 'aborted' | 'unknown-path' | 'broken';
};

export type MockModel = {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** Oldest first. */
  readonly seen: readonly SeenRequest[];
  readonly close: () => Promise<void>;
};

export async function startMockModel(task: Task): Promise<MockModel> {
  const seen: SeenRequest[] = [];
  const server = createServer((request, response) => {
    void serve(request, response, { task, seen }).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : new Error(String(error)));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  { task, seen }: { readonly task: Task; readonly seen: SeenRequest[] },
): Promise<void> {
  const path = new URL(request.url ?? '/', 'http://localhost').pathname;
  const text = await bodyOf(request);
  const wire = request.method === 'POST' ? WIRES.find(({ takes }) => takes(path)) : undefined;
  const entry: SeenRequest = {
    line: `${request.method} ${path}`,
    tools: [],
    toolResult: null,
    ended: 'open',
  };
  if (wire === undefined) {
    const known = otherAnswer(path);
    seen.push({ ...entry, ended: known === null ? 'unknown-path' : 'complete' });
    json(response, known === null ? 404 : 200, known ?? { error: { message: 'no such path' } });
    return;
  }
  let asked: ModelRequest;
  try {
    asked = wire.read(recordOf(JSON.parse(text)), path);
  } catch (error) {
    seen.push({ ...entry, ended: 'broken' });
    json(response, 400, { error: { message: String(error) } });
    return;
  }
  const results = asked.messages.filter(({ role }) => role === 'tool-result');
  const record: SeenRequest = {
    ...entry,
    tools: asked.tools.map(({ name }) => name),
    toolResult: results.at(-1)?.text ?? null,
  };
  seen.push(record);
  const gone = new AbortController();
  response.on('close', () => {
    record.ended = response.writableFinished ? 'complete' : 'aborted';
    gone.abort();
  });
  const pieces = answer(asked, { task, signal: gone.signal });
  if (!asked.streaming) {
    const all: Piece[] = [];
    for await (const piece of pieces) all.push(piece);
    json(response, 200, wire.whole(all));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  for await (const frame of wire.stream(pieces)) if (!gone.signal.aborted) response.write(frame);
  response.end();
}

/** What agents ask beside the conversation. */
function otherAnswer(path: string): JsonRecord | null {
  if (path === '/') return {};
  if (path === '/v1/models' || path === '/models') {
    return { object: 'list', data: [{ id: MODEL, object: 'model', owned_by: 'mock' }], models: [] };
  }
  if (path === '/v1/messages/count_tokens') return { input_tokens: 100 };
  if (path.endsWith(':countTokens')) return { totalTokens: 100 };
  return null;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function json(response: ServerResponse, status: number, body: JsonRecord): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
