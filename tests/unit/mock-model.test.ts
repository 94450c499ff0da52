/** The mock model of the real agents: one script in four wire formats. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PLAIN_ANSWER, promptFor } from '../real-agents/model/script.ts';
import { startMockModel } from '../real-agents/model/server.ts';
import type { MockModel } from '../real-agents/model/server.ts';

let model: MockModel;

beforeAll(async () => {
  model = await startMockModel({ path: '/w/a.txt', before: 'old', after: 'new', command: 'make' });
});
afterAll(() => model.close());

const schema = {
  type: 'object',
  properties: {
    file_path: { type: 'string' },
    old_string: { type: 'string' },
    new_string: { type: 'string' },
    replace_all: { type: 'boolean' },
    expected: { type: 'number', minimum: 2 },
  },
  required: ['file_path', 'old_string', 'new_string', 'expected'],
};
const INPUT = { file_path: '/w/a.txt', old_string: 'old', new_string: 'new', expected: 2 };

async function ask(path: string, body: object): Promise<string> {
  const answer = await fetch(`${model.url}${path}`, { method: 'POST', body: JSON.stringify(body) });
  expect(answer.status).toBe(200);
  return answer.text();
}

type Data = { readonly [key: string]: unknown };

function events(text: string): readonly Data[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice('data: '.length)) as Data);
}

/** Every string that stands under one of the keys, in order. */
function strings(value: unknown, keys: readonly string[]): string {
  if (Array.isArray(value)) return value.map((each) => strings(each, keys)).join('');
  if (typeof value !== 'object' || value === null) return '';
  return Object.entries(value)
    .map(([key, inner]) => (typeof inner === 'string' && keys.includes(key) ? inner : strings(inner, keys)))
    .join('');
}

const wires = {
  'Anthropic Messages': {
    path: '/v1/messages',
    body: (prompt: string) => ({
      stream: true,
      messages: [{ role: 'user', content: [{ type: 'text', text: prompt }] }],
      tools: [{ name: 'Edit', input_schema: schema }],
    }),
    pieces: { type: 'content_block_delta', keys: ['text'] },
    call: (all: readonly Data[]) => [strings(all, ['name']), JSON.parse(strings(all, ['partial_json']))],
  },
  'OpenAI Chat Completions': {
    path: '/v1/chat/completions',
    body: (prompt: string) => ({
      stream: true,
      messages: [{ role: 'user', content: prompt }],
      tools: [{ type: 'function', function: { name: 'edit', parameters: schema } }],
    }),
    pieces: { type: undefined, keys: ['content'] },
    call: (all: readonly Data[]) => [strings(all, ['name']), JSON.parse(strings(all, ['arguments']))],
  },
  'OpenAI Responses': {
    path: '/v1/responses',
    body: (prompt: string) => ({
      stream: true,
      input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: prompt }] }],
      tools: [{ type: 'function', name: 'edit', parameters: schema }],
    }),
    pieces: { type: 'response.output_text.delta', keys: ['delta'] },
    call: (all: readonly Data[]) => {
      const done = all.filter(({ type }) => type === 'response.output_item.done').slice(-1);
      return [strings(done, ['name']), JSON.parse(strings(done, ['arguments']))];
    },
  },
  Gemini: {
    path: '/v1beta/models/some:streamGenerateContent?alt=sse',
    body: (prompt: string) => ({
      contents: [{ role: 'user', parts: [{ text: prompt }] }],
      tools: [{ functionDeclarations: [{ name: 'replace', parametersJsonSchema: schema }] }],
    }),
    pieces: { type: undefined, keys: ['text'] },
    call: (all: readonly Data[]) => {
      const candidates = all.map(({ candidates: list }) => list);
      const found = JSON.stringify(candidates).match(/"name":"(\w+)","args":(\{[^}]*\})/);
      return [found?.[1], JSON.parse(found?.[2] ?? 'null')];
    },
  },
};

describe.each(Object.entries(wires))('%s', (_, { path, body, pieces, call }) => {
  test('streams a plain answer in pieces', async () => {
    const all = events(await ask(path, body(promptFor('plain'))));
    const parts = all.filter(({ type }) => type === pieces.type).map((each) => strings(each, pieces.keys));
    expect(parts.join('')).toBe(PLAIN_ANSWER);
    expect(parts.filter((part) => part !== '').length).toBeGreaterThan(1);
  });

  test('calls the tool that is offered, with what its schema asks for', async () => {
    const all = events(await ask(path, body(promptFor('work'))));
    expect(call(all)).toEqual([expect.stringMatching(/^(edit|replace)$/i), INPUT]);
  });
});

test('names the turns before, by which one sees what an agent remembers', async () => {
  const said = await ask('/v1/chat/completions', {
    messages: [
      { role: 'user', content: promptFor('work') },
      { role: 'assistant', content: 'Done.' },
      { role: 'user', content: promptFor('recall') },
    ],
    tools: [{ type: 'function', function: { name: 'edit', parameters: schema } }],
  });
  expect(strings(JSON.parse(said), ['content'])).toBe('Before this came: work.');
});

test('answers in the form that is wanted where one is', async () => {
  const said = await ask('/v1beta/models/some:generateContent', {
    contents: [{ role: 'user', parts: [{ text: promptFor('work') }] }],
    generationConfig: {
      responseMimeType: 'application/json',
      responseJsonSchema: {
        type: 'object',
        properties: { choice: { enum: ['flash', 'pro'] }, why: { type: 'string' } },
        required: ['choice'],
      },
    },
  });
  expect(JSON.parse(strings(JSON.parse(said), ['text']))).toEqual({ choice: 'flash' });
});
