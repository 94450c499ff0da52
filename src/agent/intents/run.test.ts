import { afterEach, describe, expect, it } from 'vitest';
import { type Connected, connected, type ConnectOptions, spoken, toolCalls } from '../testing/connected.ts';
import { isAlive } from '../testing/processes.ts';

const open: Connected[] = [];
async function connect(options: ConnectOptions = {}): Promise<Connected> {
  const link = await connected(options);
  open.push(link);
  return link;
}
afterEach(async () => {
  await Promise.all(open.splice(0).map((link) => link.close()));
});

describe('running commands', () => {
  it('shows the exact command, streams its output as a console block and reports the exit code', async () => {
    const link = await connect();
    const session = await link.open();
    await link.say(session, 'run echo out; echo err >&2; exit 3');
    expect(link.asked[0]?.toolCall).toMatchObject({
      kind: 'execute',
      title: 'echo out; echo err >&2; exit 3',
      rawInput: { command: 'echo out; echo err >&2; exit 3', cwd: link.cwd },
    });
    const [call] = toolCalls(link.updates);
    expect(call).toMatchObject({ status: 'failed', rawOutput: { exitCode: 3, signal: null, lines: 2 } });
    expect(call?.['content']).toEqual([
      { type: 'content', content: { type: 'text', text: '```console\nout\nerr\n```\n' } },
    ]);
    expect(call?.['_meta']).toBeUndefined();
    expect(spoken(link.updates)).toContain('ended with exit code 3 after 2 lines of output');
  });

  it('uses a terminal for a client that announces one: every byte once, then the exit', async () => {
    const link = await connect({ capabilities: { _meta: { terminal_output: true } } });
    await link.say(await link.open(), 'run echo one; sleep 0.2; echo two');
    const [call] = toolCalls(link.updates);
    const id = String(call?.['toolCallId']);
    expect(call).toMatchObject({ status: 'completed', content: [{ type: 'terminal', terminalId: id }] });
    const metas = link.updates.flatMap(({ update }) =>
      'toolCallId' in update && update._meta ? [update._meta] : [],
    );
    expect(metas[0]).toEqual({ terminal_info: { terminal_id: id, cwd: link.cwd } });
    expect(
      metas.map((meta) => (meta['terminal_output'] as { data?: string } | undefined)?.data ?? '').join(''),
    ).toBe('one\ntwo\n');
    expect(metas.at(-1)).toMatchObject({ terminal_exit: { terminal_id: id, exit_code: 0, signal: null } });
  });

  it('allows the same command without asking after an always, and no other', async () => {
    const link = await connect({ decide: () => 'allow-session' });
    const session = await link.open();
    for (const said of ['run echo one', 'run echo one', 'run echo two']) await link.say(session, said);
    expect(link.asked.map((request) => request.toolCall.title)).toEqual(['echo one', 'echo two']);
  });

  it('keeps the end of an endless output', async () => {
    const link = await connect();
    await link.say(await link.open(), "run seq 1 60000 | sed 's/^/line-/'");
    const [call] = toolCalls(link.updates);
    const text = JSON.stringify(call?.['content']);
    expect(text.length).toBeLessThan(160 * 1024);
    expect(text).toContain('line-60000');
    expect(text).not.toContain('line-100\\n');
    expect(call?.['rawOutput']).toMatchObject({ lines: 60_000 });
  });

  it('kills what a command left in the background', async () => {
    const link = await connect();
    await link.say(await link.open(), 'run sleep 100 & echo $!');
    const pid = Number(
      /```console\n(\d+)/.exec(
        JSON.parse(JSON.stringify(toolCalls(link.updates)[0]?.['content']))[0].content.text,
      )?.[1],
    );
    expect(pid).toBeGreaterThan(0);
    await expect.poll(() => isAlive(pid)).toBe(false);
  });
});
