import { methods } from '@agentclientprotocol/sdk/unstable';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type Connected,
  connected,
  type ConnectOptions,
  plansOf,
  spoken,
  statusOf,
} from './testing/connected.ts';
import { isAlive } from './testing/processes.ts';

const open: Connected[] = [];
async function connect(options: ConnectOptions = {}): Promise<Connected> {
  const link = await connected(options);
  open.push(link);
  return link;
}
afterEach(async () => {
  await Promise.all(open.splice(0).map((link) => link.close()));
});

describe('cancelling', () => {
  it('stops in the middle of speech', async () => {
    const link = await connect({ pace: 'natural' });
    const sessionId = await link.open();
    const turn = link.say(sessionId, 'help');
    await link.seen((update) => update.sessionUpdate === 'agent_message_chunk');
    await link.agent.notify(methods.agent.session.cancel, { sessionId });
    expect(await turn).toEqual({ stopReason: 'cancelled' });
    expect(spoken(link.updates)).not.toContain('in Chinese');
  });

  it('stops while the person is asked, without waiting for the answer', async () => {
    const link = await connect({ decide: () => new Promise<string>(() => undefined) });
    const sessionId = await link.open();
    const turn = link.say(sessionId, 'plan: create new.md; run echo hi');
    await expect.poll(() => link.asked.length).toBe(1);
    await link.agent.notify(methods.agent.session.cancel, { sessionId });
    expect(await turn).toEqual({ stopReason: 'cancelled' });
    expect(statusOf(link.updates)).toEqual(['failed']);
    expect(plansOf(link.updates)).toEqual(['ip', 'pp']);
  });

  it('kills a running command with everything that it started', async () => {
    const link = await connect();
    const sessionId = await link.open();
    const turn = link.say(sessionId, 'run sh -c "echo pid \\$\\$; sleep 100; true" & sleep 100');
    const shown = await link.seen(
      (update) => /pid \d+/.test(JSON.stringify(update)) && 'toolCallId' in update && update.status == null,
    );
    const pid = Number(/pid (\d+)/.exec(JSON.stringify(shown))?.[1]);
    expect(isAlive(pid)).toBe(true);
    await link.agent.notify(methods.agent.session.cancel, { sessionId });
    expect(await turn).toEqual({ stopReason: 'cancelled' });
    expect(statusOf(link.updates)).toEqual(['failed']);
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  it('takes one prompt at a time in a session, and any number of sessions', async () => {
    const link = await connect();
    const [one, two] = [await link.open(), await link.open()];
    const turn = link.say(one, 'run sleep 100');
    await link.seen((update) => 'toolCallId' in update && update.status === 'in_progress');
    await expect(link.say(one, 'help')).rejects.toMatchObject({
      code: -32600,
      message: expect.stringContaining('still working'),
    });
    expect(await link.say(two, 'help')).toEqual({ stopReason: 'end_turn' });
    await link.agent.request(methods.agent.session.close, { sessionId: one });
    expect(await turn).toEqual({ stopReason: 'cancelled' });
    await expect(link.say(one, 'help')).rejects.toMatchObject({ code: -32002 });
  });
});
