import { readFileSync, readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeConfigOptions, decodeModes, decodePermissionOptions } from './decode-config.ts';
import { decodeToolCallPatch } from './decode-tool-call.ts';
import { decodeUpdate } from './decode.ts';

const traces = new URL('../../../tests/fixtures/acp-traces/', import.meta.url);

type TraceLine = { readonly dir: string; readonly msg: TraceMessage };
type TraceMessage = { readonly method?: string; readonly params: TraceParams };
type TraceParams = {
  readonly update: { readonly sessionUpdate: string; readonly content: { type: string; text: string } };
  readonly toolCall: { readonly toolCallId: string };
  readonly options: readonly { readonly optionId: string }[];
};

function incoming(file: string): readonly TraceMessage[] {
  return readFileSync(new URL(file, traces), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as TraceLine)
    .filter((line) => line.dir === 'in')
    .map((line) => line.msg);
}

const traceFiles = readdirSync(traces).filter((name) => name.endsWith('.jsonl'));

describe('recorded traffic of real agents', () => {
  test('there is some', () => {
    expect(traceFiles.length).toBeGreaterThan(20);
  });

  test.each(traceFiles)('%s: every update is understood', (file) => {
    const updates = incoming(file).filter((message) => message.method === 'session/update');
    const misunderstood = updates.flatMap((message) =>
      decodeUpdate(message.params.update).filter(
        (event) =>
          event.type === 'unknown' || (event.type === 'message-chunk' && event.content.type === 'unknown'),
      ),
    );
    expect(misunderstood).toEqual([]);
  });

  test('only titles and time stamps of sessions decode to nothing', () => {
    const silent = new Set(
      traceFiles
        .flatMap(incoming)
        .filter((message) => message.method === 'session/update')
        .filter((message) => decodeUpdate(message.params.update).length === 0)
        .map((message) => message.params.update.sessionUpdate),
    );
    expect([...silent]).toEqual(['session_info_update']);
  });

  test('no text of a message is lost', () => {
    const updates = traceFiles
      .flatMap(incoming)
      .filter((message) => message.method === 'session/update')
      .map((message) => message.params.update)
      .filter((update) => update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text');
    const sent = updates.map((update) => update.content.text).join('');
    const kept = updates
      .flatMap(decodeUpdate)
      .map((event) =>
        event.type === 'message-chunk' && event.content.type === 'text' ? event.content.text : '',
      )
      .join('');
    expect(sent.length).toBeGreaterThan(10_000);
    expect(kept).toBe(sent);
  });

  test('every permission request has a tool call and options of known kinds', () => {
    const requests = traceFiles
      .flatMap(incoming)
      .filter((message) => message.method === 'session/request_permission');
    expect(requests.length).toBeGreaterThan(100);
    for (const { params } of requests) {
      expect(decodeToolCallPatch(params.toolCall)).toMatchObject({ toolCallId: params.toolCall.toolCallId });
      const options = decodePermissionOptions(params.options);
      expect(options.map((option) => option.optionId)).toEqual(
        params.options.map((option) => option.optionId),
      );
      expect(options.filter((option) => option.kind === null)).toEqual([]);
    }
  });
});

describe('message chunks', () => {
  test('take over text, role and message id', () => {
    expect(
      decodeUpdate({
        sessionUpdate: 'agent_thought_chunk',
        messageId: 'm1',
        content: { type: 'text', text: 'hm', annotations: { audience: ['user'] } },
        _meta: { x: 1 },
      }),
    ).toEqual([
      { type: 'message-chunk', role: 'thought', messageId: 'm1', content: { type: 'text', text: 'hm' } },
    ]);
  });

  test('keep a block of an unknown type whole', () => {
    const content = { type: 'hologram', beams: [1, 2] };
    expect(decodeUpdate({ sessionUpdate: 'agent_message_chunk', content })).toEqual([
      { type: 'message-chunk', role: 'agent', messageId: null, content: { type: 'unknown', raw: content } },
    ]);
  });

  test('read images, links and embedded resources', () => {
    const blocks = [
      { type: 'image', mimeType: 'image/png', data: 'AA==' },
      { type: 'resource_link', uri: 'file:///a', name: 'a', size: 3 },
      { type: 'resource', resource: { uri: 'file:///b', text: 'b' } },
      { type: 'resource', resource: { uri: 'file:///c', blob: 'AA==', mimeType: 'x/y' } },
    ];
    expect(
      blocks
        .flatMap((content) => decodeUpdate({ sessionUpdate: 'user_message_chunk', content }))
        .map((event) => (event.type === 'message-chunk' ? event.content : event)),
    ).toEqual([
      { type: 'image', mimeType: 'image/png', data: 'AA==', uri: null },
      { type: 'resource-link', uri: 'file:///a', name: 'a' },
      { type: 'resource', uri: 'file:///b', mimeType: null, text: 'b' },
      { type: 'resource', uri: 'file:///c', mimeType: 'x/y', text: null },
    ]);
  });
});

describe('tool calls', () => {
  test('carry exactly the fields that the message had', () => {
    expect(decodeUpdate({ sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'completed' })).toEqual(
      [{ type: 'tool-call', patch: { toolCallId: 't', status: 'completed' } }],
    );
  });

  test('leave out what cannot be read and keep the rest', () => {
    expect(
      decodeUpdate({
        sessionUpdate: 'tool_call',
        toolCallId: 't',
        title: 'Edit',
        name: null,
        kind: 'teleport',
        status: 7,
        content: [
          null,
          'x',
          { type: 'diff', path: 3 },
          { type: 'diff', path: '/a', newText: 'n' },
          { type: 'content', content: { type: 'text', text: 'ok' } },
          { type: 'text', text: 'bare' },
          { type: 'terminal', terminalId: 't' },
          { type: 'chart', points: [] },
        ],
        locations: [{ path: '/a', line: 0 }, { line: 3 }, { path: '/b', line: 4 }],
        rawInput: { command: ['ls'] },
      }),
    ).toEqual([
      {
        type: 'tool-call',
        patch: {
          toolCallId: 't',
          title: 'Edit',
          content: [
            { type: 'diff', path: '/a', oldText: null, newText: 'n' },
            { type: 'content', block: { type: 'text', text: 'ok' } },
            { type: 'content', block: { type: 'text', text: 'bare' } },
            { type: 'terminal', terminalId: 't' },
            { type: 'unknown', raw: { type: 'chart', points: [] } },
          ],
          locations: [
            { path: '/a', line: null },
            { path: '/b', line: 4 },
          ],
          rawInput: { command: ['ls'] },
        },
      },
    ]);
  });

  test('read display-only terminals and the parent of a subagent call from _meta', () => {
    const patchOf = (meta: unknown) =>
      decodeToolCallPatch({ toolCallId: 't', _meta: meta as Record<string, unknown> });
    expect(patchOf({ terminal_info: { terminal_id: 'x', cwd: '/w' } })).toEqual({
      toolCallId: 't',
      terminal: { terminalId: 'x' },
    });
    expect(
      patchOf({
        terminal_output: { terminal_id: 'x', data: 'a\n' },
        terminal_exit: { terminal_id: 'x', exit_code: 3, signal: null },
      }),
    ).toEqual({
      toolCallId: 't',
      terminal: {
        terminalId: 'x',
        output: { mode: 'append', data: 'a\n' },
        exit: { code: 3, signal: null },
      },
    });
    expect(
      patchOf({
        terminal_output_delta: { terminal_id: 'x', data: 'b' },
        claudeCode: { parentToolUseId: 'p' },
      }),
    ).toEqual({
      toolCallId: 't',
      terminal: { terminalId: 'x', output: { mode: 'append', data: 'b' } },
      parentToolCallId: 'p',
    });
  });

  test('without an id are unknown', () => {
    const raw = { sessionUpdate: 'tool_call', title: 'x' };
    expect(decodeUpdate(raw)).toEqual([{ type: 'unknown', variant: 'tool_call', raw }]);
  });
});

describe('other variants', () => {
  test.each([
    [
      {
        sessionUpdate: 'plan',
        entries: [{ content: 'a', priority: 'high', status: 'done' }, { status: 'x' }],
      },
      [{ type: 'plan', planId: null, steps: [{ content: 'a', priority: 'high', status: 'pending' }] }],
    ],
    [
      { sessionUpdate: 'plan_update', plan: { type: 'markdown', planId: 'p', content: '# Plan' } },
      [{ type: 'plan-document', planId: 'p', format: 'markdown', text: '# Plan' }],
    ],
    [
      { sessionUpdate: 'plan_update', plan: { type: 'items', planId: 'p', entries: [] } },
      [{ type: 'plan', planId: 'p', steps: [] }],
    ],
    [{ sessionUpdate: 'plan_removed', planId: 'p' }, [{ type: 'plan-removed', planId: 'p' }]],
    [
      {
        sessionUpdate: 'available_commands_update',
        availableCommands: [
          { name: 'find', description: 'Find text', input: { hint: 'what' } },
          { name: 'x' },
          7,
        ],
      },
      [
        {
          type: 'commands',
          commands: [
            { name: 'find', description: 'Find text', hint: 'what' },
            { name: 'x', description: '', hint: null },
          ],
        },
      ],
    ],
    [{ sessionUpdate: 'current_mode_update', currentModeId: 'plan' }, [{ type: 'mode', modeId: 'plan' }]],
    [{ sessionUpdate: 'current_mode_update', modeId: 'plan' }, [{ type: 'mode', modeId: 'plan' }]],
    [{ sessionUpdate: 'session_info_update', title: null }, [{ type: 'info', title: null }]],
    [{ sessionUpdate: 'session_info_update', updatedAt: 'now' }, []],
    [
      { sessionUpdate: 'usage_update', used: 10.5, size: 100, cost: { amount: 0.25, currency: 'USD' } },
      [{ type: 'usage', usage: { used: 10.5, size: 100, cost: { amount: 0.25, currency: 'USD' } } }],
    ],
    [
      { sessionUpdate: 'notice', severity: 'critical', title: 'Fell back', description: 'why' },
      [{ type: 'notice', severity: 'info', title: 'Fell back', description: 'why' }],
    ],
    [
      {
        sessionUpdate: 'compaction_update',
        compactionId: 'c',
        status: 'failed',
        summary: [{ type: 'text', text: 's' }],
        error: 'no room',
      },
      [
        { type: 'compaction', compactionId: 'c', status: 'failed', summaryDelta: null, summary: 's' },
        { type: 'notice', severity: 'error', title: 'no room', description: null },
      ],
    ],
    [
      {
        sessionUpdate: 'compaction_summary_chunk',
        compactionId: 'c',
        content: { type: 'text', text: 'more' },
      },
      [{ type: 'compaction', compactionId: 'c', status: 'in_progress', summaryDelta: 'more' }],
    ],
    [
      { sessionUpdate: 'subagent_update', sessionId: 's', title: 'Sub', state: { state: 'running' } },
      [{ type: 'subagent', subagentId: 's', title: 'Sub', state: 'running' }],
    ],
    [
      { sessionUpdate: 'session_message', messageId: 'm', content: [{ type: 'text', text: 'hi' }] },
      [{ type: 'message-chunk', role: 'thought', messageId: 'm', content: { type: 'text', text: 'hi' } }],
    ],
  ])('%j', (update, events) => {
    expect(decodeUpdate(update)).toEqual(events);
  });

  test('config options may be grouped; unknown types are left out', () => {
    expect(
      decodeConfigOptions([
        {
          id: 'model',
          name: 'Model',
          category: 'model',
          type: 'select',
          currentValue: 'a',
          options: [
            { group: 'g', name: 'Good', options: [{ value: 'a', name: 'A' }, { name: 'no value' }] },
            { value: 'b', name: 'B', description: 'bee' },
          ],
        },
        { id: 'fast', name: 'Fast', type: 'boolean', currentValue: true },
        { id: 'x', name: 'X', type: 'slider', currentValue: 3 },
      ]),
    ).toEqual([
      {
        id: 'model',
        name: 'Model',
        description: null,
        category: 'model',
        type: 'select',
        value: 'a',
        choices: [
          { value: 'a', name: 'A', description: null, group: 'Good' },
          { value: 'b', name: 'B', description: 'bee', group: null },
        ],
      },
      { id: 'fast', name: 'Fast', description: null, category: null, type: 'boolean', value: true },
    ]);
    expect(decodeConfigOptions(null)).toBeNull();
  });

  test('modes without a current one are no modes', () => {
    expect(decodeModes({ availableModes: [{ id: 'a' }], currentModeId: 'a' })).toEqual({
      currentModeId: 'a',
      available: [{ id: 'a', name: 'a', description: null }],
    });
    expect(decodeModes({ availableModes: [{ id: 'a' }] })).toBeNull();
    expect(decodeModes(undefined)).toBeNull();
  });

  test('a permission option of an unknown kind is marked', () => {
    expect(
      decodePermissionOptions([{ optionId: 'a', name: 'Allow', kind: 'allow_forever' }, { name: 'x' }]),
    ).toEqual([{ optionId: 'a', name: 'Allow', kind: null }]);
  });
});

describe('hostile values', () => {
  test('any JSON value decodes without throwing, and what is not understood is kept', () => {
    const variants = fc.constantFrom(
      'agent_message_chunk',
      'tool_call',
      'tool_call_update',
      'plan',
      'plan_update',
      'available_commands_update',
      'config_option_update',
      'usage_update',
      'notice',
      'compaction_update',
      'subagent_update',
      'session_message',
      'constructor',
      '__proto__',
    );
    const update = fc
      .tuple(variants, fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue(), fc.jsonValue())
      .map(([sessionUpdate, rest, content, entries]) => ({
        ...rest,
        sessionUpdate,
        content,
        entries,
        toolCallId: 't',
        plan: entries,
        configOptions: entries,
      }));
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), update), (value) => {
        for (const event of decodeUpdate(value)) expect(typeof event.type).toBe('string');
      }),
      { numRuns: 1000 },
    );
  });

  test('numbers beyond what a number can be are no usage', () => {
    const raw = JSON.parse('{"sessionUpdate":"usage_update","used":1e400,"size":1}');
    expect(decodeUpdate(raw)).toEqual([{ type: 'unknown', variant: 'usage_update', raw }]);
  });

  test('a value nested thousands of levels deep is replaced, so that it can be walked safely', () => {
    const deep = JSON.parse('['.repeat(5000) + ']'.repeat(5000));
    const [event] = decodeUpdate({ sessionUpdate: 'tool_call', toolCallId: 't', title: 'x', rawInput: deep });
    expect(event).toEqual({
      type: 'tool-call',
      patch: { toolCallId: 't', title: 'x', rawInput: '(nested more than 64 levels deep)' },
    });
  });

  test('a __proto__ key changes no prototype', () => {
    decodeUpdate(
      JSON.parse('{"sessionUpdate":"tool_call","toolCallId":"t","title":"x","__proto__":{"polluted":1}}'),
    );
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});
