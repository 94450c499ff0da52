import { PassThrough } from 'node:stream';
import { client } from '@agentclientprotocol/sdk/unstable';
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { isRecord } from '../../shared/session/json-value.ts';
import type { JsonRecord } from '../../shared/session/json-value.ts';
import { AgentStream } from './agent-stream.ts';
import type { AgentStreamOptions } from './agent-stream.ts';

afterEach(() => vi.restoreAllMocks());

type Seen = string[];
type Sent = { readonly id: number; readonly result?: unknown };

function textOfUpdate(update: JsonRecord): string {
  const { content } = update;
  return isRecord(content) ? String(content.text) : String(update.sessionUpdate);
}

function chunk(text: string, sessionId = 's'): object {
  return {
    jsonrpc: '2.0',
    method: 'session/update',
    params: { sessionId, update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } } },
  };
}

function lines(...messages: (object | string)[]): string {
  return messages
    .map((message) => `${typeof message === 'string' ? message : JSON.stringify(message)}\n`)
    .join('');
}

function setUp(options: Partial<AgentStreamOptions> = {}) {
  const input = new PassThrough();
  const output = new PassThrough();
  const seen: Seen = [];
  const sent: Sent[] = [];
  output.on('data', (data: Buffer) => {
    for (const line of data.toString().split('\n')) if (line !== '') sent.push(JSON.parse(line));
  });
  const stream = new AgentStream({
    input,
    output,
    onUpdate: (sessionId, update) => seen.push(`${sessionId}:${textOfUpdate(update)}`),
    ...options,
  });
  return { input, output, stream, seen, sent };
}

function idOf(sent: readonly Sent[]): number {
  const first = sent[0];
  if (first === undefined) throw new Error('nothing was sent');
  return first.id;
}

/** Lets everything that is due run, twice over. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
}

function connect(stream: AgentStream, seen: Seen) {
  return client({ name: 'test' })
    .onRequest(
      'session/request_permission',
      (params: unknown) => params as { toolCall: { toolCallId: string } },
      ({ params }) => {
        seen.push(`permission ${params.toolCall.toolCallId}`);
        return { outcome: { outcome: 'cancelled' as const } };
      },
    )
    .connect(stream);
}

describe('order', () => {
  test('updates in one chunk with the answer to the prompt come before the answer', async () => {
    const { input, stream, seen, sent } = setUp();
    const connection = connect(stream, seen);
    const prompt = connection.agent
      .request('session/prompt', { sessionId: 's', prompt: [] })
      .then(() => seen.push('answered'));
    await settle();
    input.write(
      lines(chunk('1'), chunk('2'), chunk('3'), {
        jsonrpc: '2.0',
        id: idOf(sent),
        result: { stopReason: 'end_turn' },
      }),
    );
    await prompt;
    expect(seen).toEqual(['s:1', 's:2', 's:3', 'answered']);
  });

  test('an update after the answer, in the same chunk, comes after whoever awaited the answer ran', async () => {
    const { input, stream, seen, sent } = setUp();
    const connection = connect(stream, seen);
    const nested = async () => connection.agent.request('session/new', { cwd: '/', mcpServers: [] });
    const opened = (async () => {
      const session = await (async () => await nested())();
      seen.push(`opened ${session.sessionId}`);
    })();
    await settle();
    input.write(
      lines({ jsonrpc: '2.0', id: idOf(sent), result: { sessionId: 'new' } }, chunk('after', 'new')),
    );
    await opened;
    await settle();
    expect(seen).toEqual(['opened new', 'new:after']);
  });

  test('tool call, permission request and tool call update keep their order', async () => {
    const { input, stream, seen, sent } = setUp();
    connect(stream, seen);
    const update = (sessionUpdate: string) => ({
      jsonrpc: '2.0',
      method: 'session/update',
      params: { sessionId: 's', update: { sessionUpdate, toolCallId: 't', title: 'x' } },
    });
    const ask = {
      jsonrpc: '2.0',
      id: 0,
      method: 'session/request_permission',
      params: { sessionId: 's', toolCall: { toolCallId: 't' }, options: [] },
    };
    input.write(lines(update('tool_call'), ask, update('tool_call_update')));
    await settle();
    expect(seen).toEqual(['s:tool_call', 'permission t', 's:tool_call_update']);
    expect(sent).toEqual([{ jsonrpc: '2.0', id: 0, result: { outcome: { outcome: 'cancelled' } } }]);
  });

  test('messages arrive complete and in order wherever the bytes are cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 20 }),
        fc.array(fc.nat()),
        async (texts, cuts) => {
          const { input, seen } = setUp();
          const bytes = Buffer.from(lines(...texts.map((text) => chunk(text))));
          const points = [...new Set(cuts.map((at) => at % (bytes.length + 1)))].sort((a, b) => a - b);
          [0, ...points].forEach((from, index) =>
            input.write(bytes.subarray(from, points[index] ?? bytes.length)),
          );
          await settle();
          expect(seen).toEqual(texts.map((text) => `s:${text}`));
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('what is no message', () => {
  test('is recorded, answered never, and disturbs nothing', async () => {
    const { input, stream, seen, sent } = setUp();
    connect(stream, seen);
    const noise = [
      'npm warn deprecated',
      '\u001b[32mready\u001b[0m',
      '{"level":"info","method":"GET"}',
      '{"broken":',
      '[{"jsonrpc":"2.0","id":1,"method":"x"}]',
      '42',
      'null',
      '{"jsonrpc":"2.0"}',
      '{"jsonrpc":"2.0","id":{},"method":"x"}',
    ];
    input.write(lines(chunk('a'), ...noise, '', '\r', chunk('b')));
    await settle();
    expect(seen).toEqual(['s:a', 's:b']);
    expect(sent).toEqual([]);
    expect(stream.log.remarks).toEqual(noise.map((text) => ({ kind: 'noise', text })));
  });

  test("is answered line by line by the SDK's own stream: the control", async () => {
    const { ndJsonStream } = await import('@agentclientprotocol/sdk/unstable');
    const written: string[] = [];
    const inbound = new TransformStream<Uint8Array, Uint8Array>();
    const outbound = new WritableStream<Uint8Array>({
      write: (bytes) => void written.push(Buffer.from(bytes).toString()),
    });
    client({ name: 'control' }).connect(ndJsonStream(outbound, inbound.readable));
    await inbound.writable.getWriter().write(Buffer.from('npm warn\n42\n'));
    await settle();
    expect(written).toHaveLength(2);
  });

  test('variants that the schema does not know are delivered all the same, with a remark', async () => {
    const { input, stream, seen } = setUp();
    input.write(
      lines({
        jsonrpc: '2.0',
        method: 'session/update',
        params: { sessionId: 's', update: { sessionUpdate: '_vendor/x' } },
      }),
    );
    await settle();
    expect(seen).toEqual(['s:_vendor/x']);
    expect(stream.log.remarks).toEqual([{ kind: 'nonconforming', text: 'session/update _vendor/x' }]);
  });
});

describe('slips that agents make', () => {
  test.each([
    [
      'an id echoed as text',
      (id: number) => ({ jsonrpc: '2.0', id: String(id), result: { stopReason: 'end_turn' } }),
    ],
    ['no version mark', (id: number) => ({ id, result: { stopReason: 'end_turn' } })],
    [
      'error: null beside the result',
      (id: number) => ({ jsonrpc: '2.0', id, result: { stopReason: 'end_turn' }, error: null }),
    ],
  ])('%s is still an answer', async (_slip, answer) => {
    const { input, stream, seen, sent } = setUp();
    const connection = connect(stream, seen);
    const prompt = connection.agent.request('session/prompt', { sessionId: 's', prompt: [] });
    await settle();
    input.write(lines(answer(idOf(sent))));
    await expect(prompt).resolves.toEqual({ stopReason: 'end_turn' });
  });

  test('an error without a code rejects the request', async () => {
    const { input, stream, seen, sent } = setUp();
    const prompt = connect(stream, seen).agent.request('session/prompt', { sessionId: 's', prompt: [] });
    await settle();
    input.write(lines({ id: idOf(sent), error: 'no tokens left' }));
    await expect(prompt).rejects.toMatchObject({ code: -32603, message: 'no tokens left' });
  });

  test('a second answer and an answer to nothing are recorded, not passed on', async () => {
    const complaint = vi.spyOn(console, 'error');
    const { input, stream, seen, sent } = setUp();
    const prompt = connect(stream, seen).agent.request('session/prompt', { sessionId: 's', prompt: [] });
    await settle();
    const answer = { jsonrpc: '2.0', id: idOf(sent), result: { stopReason: 'end_turn' } };
    input.write(lines(answer, answer, { jsonrpc: '2.0', id: 99, result: {} }));
    await prompt;
    await settle();
    expect(stream.log.remarks.map((remark) => remark.kind)).toEqual(['unmatched', 'unmatched']);
    expect(complaint).not.toHaveBeenCalled();
  });

  test('a second request under an id that is still open is dropped', async () => {
    const { input, stream, seen } = setUp();
    const asked: string[] = [];
    client({ name: 'test' })
      .onRequest(
        'session/request_permission',
        (params: unknown) => params as { toolCall: { toolCallId: string } },
        ({ params }) => {
          asked.push(params.toolCall.toolCallId);
          return new Promise<never>(() => {});
        },
      )
      .connect(stream);
    const ask = (toolCallId: string) => ({
      jsonrpc: '2.0',
      id: 7,
      method: 'session/request_permission',
      params: { sessionId: 's', toolCall: { toolCallId }, options: [] },
    });
    input.write(lines(ask('first'), ask('second')));
    await settle();
    expect(asked).toEqual(['first']);
    expect(stream.log.remarks.map((remark) => remark.kind)).toEqual(['unmatched']);
    expect(seen).toEqual([]);
  });

  test('a byte order mark, CRLF and a last line without an end are read', async () => {
    const { input, seen } = setUp();
    input.end(`\uFEFF${JSON.stringify(chunk('a'))}\r\n${JSON.stringify(chunk('b'))}`);
    await settle();
    expect(seen).toEqual(['s:a', 's:b']);
  });
});

describe('limits', () => {
  test('a message over the cap is left out, which is said; what comes after it is read', async () => {
    const onLeftOut = vi.fn();
    const { input, seen } = setUp({ maxFrameBytes: 1000, onLeftOut });
    input.write(lines(chunk('small')));
    input.write(lines(chunk('x'.repeat(2000)), chunk('late')));
    await settle();
    expect(onLeftOut).toHaveBeenCalledTimes(1);
    expect(seen).toEqual(['s:small', 's:late']);
  });

  test('an answer over the cap fails its request and no other', async () => {
    const { input, stream, seen } = setUp({ maxFrameBytes: 1000 });
    const connection = connect(stream, seen);
    const long = connection.agent.request('session/list', {}).catch((error: unknown) => error);
    const short = connection.agent.request('session/list', {});
    await settle();
    const result = { sessions: [{ sessionId: 's', cwd: '/', title: 'x'.repeat(2000) }] };
    input.write(
      lines({ jsonrpc: '2.0', id: 0, result }, { jsonrpc: '2.0', id: 1, result: { sessions: [] } }),
    );
    expect(await long).toMatchObject({ code: -32600 });
    expect(await short).toEqual({ sessions: [] });
  });

  test('a request over the cap is answered with an error', async () => {
    const { input, sent } = setUp({ maxFrameBytes: 1000 });
    const params = { sessionId: 's', path: '/a', content: 'x'.repeat(2000) };
    input.write(lines({ jsonrpc: '2.0', id: 'r1', method: 'fs/write_text_file', params }));
    await settle();
    expect(sent).toMatchObject([{ id: 'r1', error: { code: -32600 } }]);
  });

  test('a message without an end ends this stream and says so once; nothing after it is read', async () => {
    const onFrameTooLarge = vi.fn();
    const { input, stream, seen } = setUp({ maxFrameBytes: 1000, onFrameTooLarge });
    const connection = connect(stream, seen);
    input.write(lines(chunk('small')));
    input.write(lines(chunk('x'.repeat(20_000)), chunk('late')));
    await connection.closed;
    expect(onFrameTooLarge).toHaveBeenCalledTimes(1);
    expect(seen).toEqual(['s:small']);
    expect(stream.backlogBytes).toBe(0);
  });

  test('pause stops within a chunk, keeps the rest small, and resume goes on without loss', async () => {
    const total = 20_000;
    const seen: number[] = [];
    const { input, stream } = setUp({
      onUpdate: (_, update) => {
        seen.push(Number(textOfUpdate(update)));
        if (seen.length % 1000 === 0) stream.pause();
      },
    });
    let written = 0;
    const feed = () => {
      while (written < total && input.write(lines(chunk(String(written)), chunk(String(written + 1)))))
        written += 2;
      if (written < total) {
        written += 2;
        input.once('drain', feed);
      }
    };
    feed();
    let largest = 0;
    while (seen.length < total) {
      await settle();
      expect(seen.length % 1000).toBe(0);
      largest = Math.max(largest, stream.backlogBytes);
      stream.resume();
    }
    expect(seen).toEqual(Array.from({ length: total }, (_, index) => index));
    expect(largest).toBeLessThan(512 * 1024);
  });

  test('a handler that throws is reported and costs no message', async () => {
    const errors: unknown[] = [];
    const listeners = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException');
    process.on('uncaughtException', (error) => errors.push(error));
    const texts: string[] = [];
    const { input } = setUp({
      onUpdate: (_, update) => {
        const text = textOfUpdate(update);
        texts.push(text);
        if (text === 'bad') throw new Error('handler');
      },
    });
    input.write(lines(chunk('bad'), chunk('good')));
    await settle();
    process.removeAllListeners('uncaughtException');
    for (const listener of listeners) process.on('uncaughtException', listener);
    expect(texts).toEqual(['bad', 'good']);
    expect(errors).toEqual([new Error('handler')]);
  });
});

describe('the end', () => {
  test('comes after all messages, and once', async () => {
    const order: string[] = [];
    const { input } = setUp({
      onUpdate: (_, update) => order.push(textOfUpdate(update)),
      onEnd: () => order.push('end'),
    });
    input.end(lines(chunk('a'), { jsonrpc: '2.0', method: 'x/y' }, chunk('b')));
    await settle();
    expect(order).toEqual(['a', 'b', 'end']);
  });

  test('a broken input pipe of the agent is told once and rejects nothing by itself', async () => {
    const onOutputError = vi.fn();
    const { output, stream, seen } = setUp({ onOutputError });
    const connection = connect(stream, seen);
    output.destroy(new Error('EPIPE'));
    let settled = false;
    void connection.agent.request('session/prompt', { sessionId: 's', prompt: [] }).catch(() => {
      settled = true;
    });
    await settle();
    expect(onOutputError).toHaveBeenCalledTimes(1);
    expect(settled).toBe(false);
    stream.close(new Error('gone'));
    await settle();
    expect(settled).toBe(true);
  });
});
