import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { methods, type SessionUpdate } from '@agentclientprotocol/sdk/unstable';
import { afterEach, describe, expect, it } from 'vitest';
import { type JournalRecord, retold } from './record.ts';
import { type Connected, connected, type ConnectOptions, spoken, toolCalls } from '../testing/connected.ts';

const open: Connected[] = [];
async function connect(options: ConnectOptions = {}): Promise<Connected> {
  const link = await connected(options);
  open.push(link);
  return link;
}
afterEach(async () => {
  await Promise.all(open.splice(0).map((link) => link.close()));
});

describe('conversations that are kept', () => {
  const KEPT = new Set([
    'user_message_chunk',
    'agent_message_chunk',
    'agent_thought_chunk',
    'tool_call',
    'tool_call_update',
    'plan',
  ]);
  const told = (updates: Connected['updates'], prompts: readonly string[]): readonly SessionUpdate[] => {
    const left = [...prompts];
    const records = updates.flatMap(({ update }): JournalRecord[] => {
      if (update.sessionUpdate === 'usage_update') return [{ type: 'end', stopReason: 'end_turn' }];
      return KEPT.has(update.sessionUpdate) ? [{ type: 'update', update }] : [];
    });
    // The client knows its own prompts; put each where its turn began.
    let begins = true;
    return retold(
      records.flatMap((record): JournalRecord[] => {
        const prompt = begins ? left.shift() : undefined;
        begins = record.type === 'end';
        return prompt === undefined
          ? [record]
          : [
              { type: 'prompt', messageId: '', prompt: [{ type: 'text', text: prompt }], at: '' } as const,
              record,
            ];
      }),
      '',
    );
  };
  const withoutIds = (updates: readonly SessionUpdate[]): unknown[] =>
    updates.map((update) =>
      update.sessionUpdate === 'user_message_chunk' ? { ...update, messageId: '' } : update,
    );

  it.each([
    ['plain content', {}],
    ['terminals', { _meta: { terminal_output: true } }],
  ])(
    'replays the whole history before the response, equal to what was seen live, with %s',
    async (_, capabilities) => {
      const live = await connect({ pace: 'natural', capabilities });
      const sessionId = await live.open();
      const prompts = [
        'list files in docs',
        'plan: rename maxTries to limit in src; run echo out',
        'create new.md with x',
      ];
      for (const [index, prompt] of prompts.entries()) {
        await live.say(sessionId, prompt);
        // The first turn comes in many chunks; there is nothing to gain from waiting for more.
        if (index > 0) continue;
        await live.agent.request(methods.agent.session.setConfigOption, {
          sessionId,
          configId: 'pace',
          value: 'instant',
        });
      }

      const again = await connect({ data: live.data, cwd: live.cwd, capabilities });
      const response = await again.agent.request(methods.agent.session.load, {
        sessionId,
        cwd: live.cwd,
        mcpServers: [],
      });
      const replayed = again.updates
        .map(({ update }) => update)
        .filter((update) => KEPT.has(update.sessionUpdate));
      const expected = told(live.updates, prompts);
      // A terminal is told in one piece where it was streamed in several; its content is the same.
      const settled = (updates: readonly SessionUpdate[]): unknown[] =>
        withoutIds(updates).map((update) => ({ ...(update as object), _meta: undefined }));
      expect(settled(replayed)).toEqual(settled(expected));
      expect(response.modes?.currentModeId).toBe('ask');
      expect(again.updates.map(({ update }) => update)).toContainEqual({
        sessionUpdate: 'session_info_update',
        title: 'list files in docs',
      });
      const usage = (updates: Connected['updates']): unknown =>
        updates
          .map(({ update }) => update)
          .filter((update) => update.sessionUpdate === 'usage_update')
          .at(-1);
      expect(usage(again.updates)).toEqual(usage(live.updates));
      const terminals = JSON.stringify(replayed).match(
        /"terminal_output":\{"terminal_id":"[^"]+","data":"out\\n"\}/g,
      );
      expect(terminals?.length ?? 0).toBe('_meta' in capabilities ? 1 : 0);
    },
  );

  it('resumes without replay, with its mode, and goes on', async () => {
    const first = await connect();
    const sessionId = await first.open();
    await first.agent.request(methods.agent.session.setMode, { sessionId, modeId: 'read-only' });
    await first.say(sessionId, 'help');
    const second = await connect({ data: first.data, cwd: first.cwd });
    const response = await second.agent.request(methods.agent.session.resume, { sessionId, cwd: first.cwd });
    expect(response.modes?.currentModeId).toBe('read-only');
    expect(spoken(second.updates)).toBe('');
    expect(await second.say(sessionId, 'list files')).toEqual({ stopReason: 'end_turn' });
  });

  it('opens a conversation in its own folder only', async () => {
    const first = await connect();
    const sessionId = await first.open();
    const other = await connect({ data: first.data });
    await expect(
      other.agent.request(methods.agent.session.load, { sessionId, cwd: other.cwd, mcpServers: [] }),
    ).rejects.toMatchObject({ code: -32602 });
  });

  it('lists conversations in which something was said, by folder, and forgets deleted ones', async () => {
    const link = await connect();
    await link.open();
    const said = await link.open();
    await link.say(said, 'find "a title that goes on and on until it is too long to be shown"');
    const elsewhere = await connect({ data: link.data });
    await elsewhere.say(await elsewhere.open(), 'help');
    const list = (cwd?: string) =>
      link.agent.request(methods.agent.session.list, cwd === undefined ? {} : { cwd });
    expect((await list()).sessions).toHaveLength(2);
    expect(await list(link.cwd)).toEqual({
      sessions: [
        {
          sessionId: said,
          cwd: link.cwd,
          title: 'find "a title that goes on and on until it is too long to b…',
          updatedAt: expect.stringMatching(/^\d{4}-/),
        },
      ],
    });
    await link.agent.request(methods.agent.session.delete, { sessionId: said });
    expect(await list(link.cwd)).toEqual({ sessions: [] });
  });

  it('loads a conversation whose last line was torn, closes what was open, and appends on a line of its own', async () => {
    const first = await connect();
    const sessionId = await first.open();
    await first.say(sessionId, 'help');
    const file = join(first.data, `${sessionId}.jsonl`);
    const whole = await readFile(file, 'utf8');
    const open = {
      type: 'update',
      update: { sessionUpdate: 'tool_call', toolCallId: 'x', title: 'sleep', status: 'in_progress' },
    };
    const prompt = { type: 'prompt', messageId: 'm', prompt: [{ type: 'text', text: 'run sleep' }], at: '' };
    await writeFile(file, `${whole}${JSON.stringify(prompt)}\n${JSON.stringify(open)}\n{"type":"upda`);
    const second = await connect({ data: first.data, cwd: first.cwd });
    await second.agent.request(methods.agent.session.load, { sessionId, cwd: first.cwd, mcpServers: [] });
    expect(toolCalls(second.updates)).toMatchObject([{ toolCallId: 'x', status: 'failed' }]);
    await second.say(sessionId, 'list files');
    const third = await connect({ data: first.data, cwd: first.cwd });
    await third.agent.request(methods.agent.session.load, { sessionId, cwd: first.cwd, mcpServers: [] });
    expect(JSON.stringify(third.updates)).toContain('list files');
  });
});
