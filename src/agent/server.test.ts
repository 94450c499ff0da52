import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { methods } from '@agentclientprotocol/sdk/unstable';
import { afterEach, describe, expect, it } from 'vitest';
import { type Connected, connected, type ConnectOptions, spoken } from './testing/connected.ts';

const open: Connected[] = [];
async function connect(options: ConnectOptions = {}): Promise<Connected> {
  const link = await connected(options);
  open.push(link);
  return link;
}
afterEach(async () => {
  await Promise.all(open.splice(0).map((link) => link.close()));
});

describe('opening', () => {
  it('offers modes and the same modes as an option, then names its commands after the response', async () => {
    const link = await connect({ capabilities: { session: { configOptions: { boolean: {} } } } });
    const response = await link.agent.request(methods.agent.session.new, { cwd: link.cwd, mcpServers: [] });
    expect(link.updates).toEqual([]);
    const commands = await link.seen((update) => update.sessionUpdate === 'available_commands_update');
    expect(response.modes).toMatchObject({
      currentModeId: 'ask',
      availableModes: [{ id: 'ask' }, { id: 'accept-edits' }, { id: 'read-only' }],
    });
    expect(response.configOptions).toMatchObject([
      { id: 'mode', category: 'mode', type: 'select', currentValue: 'ask' },
      { id: 'pace', type: 'select', currentValue: 'instant' },
      { id: 'verbose', type: 'boolean', currentValue: false },
    ]);
    expect(commands).toMatchObject({
      availableCommands: ['find', 'list', 'read', 'replace', 'create', 'run', 'plan', 'help'].map((name) => ({
        name,
      })),
    });
  });

  it('offers a choice in place of a boolean to a client that does not know booleans', async () => {
    const link = await connect();
    const { configOptions } = await link.agent.request(methods.agent.session.new, {
      cwd: link.cwd,
      mcpServers: [],
    });
    expect(configOptions?.[2]).toMatchObject({ id: 'verbose', type: 'select', currentValue: 'off' });
  });

  it.each([
    ['a relative folder', 'src'],
    ['a folder that is not there', '/no/such/folder'],
  ])('refuses %s', async (_, cwd) => {
    const link = await connect();
    await expect(
      link.agent.request(methods.agent.session.new, { cwd, mcpServers: [] }),
    ).rejects.toMatchObject({
      code: -32602,
    });
  });

  it('does not know sessions that it did not open', async () => {
    const link = await connect();
    const sessionId = '../../etc/passwd';
    await expect(link.say(sessionId, 'help')).rejects.toMatchObject({ code: -32002 });
    await expect(
      link.agent.request(methods.agent.session.load, { sessionId, cwd: link.cwd, mcpServers: [] }),
    ).rejects.toMatchObject({ code: -32002 });
    await expect(
      link.agent.request(methods.agent.session.prompt, { sessionId } as never),
    ).rejects.toMatchObject({
      code: -32602,
    });
  });
});

describe('modes and options', () => {
  it('keeps both faces of the mode in step, whichever is used', async () => {
    const link = await connect();
    const sessionId = await link.open();
    await link.agent.request(methods.agent.session.setMode, { sessionId, modeId: 'read-only' });
    const { configOptions } = await link.agent.request(methods.agent.session.setConfigOption, {
      sessionId,
      configId: 'mode',
      value: 'accept-edits',
    });
    const changes = link.updates.flatMap(({ update }) =>
      update.sessionUpdate === 'current_mode_update'
        ? [update.currentModeId]
        : update.sessionUpdate === 'config_option_update'
          ? [update.configOptions.map((option) => String(option.currentValue)).join(' ')]
          : [],
    );
    expect(changes).toEqual([
      'read-only',
      'read-only instant off',
      'accept-edits',
      'accept-edits instant off',
    ]);
    expect(configOptions[0]).toMatchObject({ id: 'mode', currentValue: 'accept-edits' });
  });

  it('edits without asking in accept-edits, and asks for commands', async () => {
    const link = await connect();
    const sessionId = await link.open();
    await link.agent.request(methods.agent.session.setMode, { sessionId, modeId: 'accept-edits' });
    await link.say(sessionId, 'replace maxTries with limit');
    await link.say(sessionId, 'run echo hi');
    expect(link.asked.map((request) => request.toolCall.kind)).toEqual(['execute']);
    expect(await readFile(join(link.cwd, 'src/a.ts'), 'utf8')).toContain('limit');
  });

  it('neither edits nor runs in read-only, and says so', async () => {
    const link = await connect();
    const sessionId = await link.open();
    await link.agent.request(methods.agent.session.setMode, { sessionId, modeId: 'read-only' });
    for (const said of ['replace maxTries with limit', 'create x.md', 'run touch ran.txt'])
      await link.say(sessionId, said);
    expect(link.asked).toEqual([]);
    expect(spoken(link.updates).match(/The mode is Read only/g)).toHaveLength(3);
    await expect(stat(join(link.cwd, 'ran.txt'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('refuses modes, options and values that it does not have', async () => {
    const link = await connect();
    const sessionId = await link.open();
    await expect(
      link.agent.request(methods.agent.session.setMode, { sessionId, modeId: 'yolo' }),
    ).rejects.toMatchObject({ code: -32602 });
    await expect(
      link.agent.request(methods.agent.session.setConfigOption, {
        sessionId,
        configId: 'pace',
        value: 'warp',
      }),
    ).rejects.toMatchObject({ code: -32602 });
  });
});
