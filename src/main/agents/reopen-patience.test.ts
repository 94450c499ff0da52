import { expect, test } from 'vitest';
import type { AgentLink, OpenedSession } from './agent-link.ts';
import { ReopenPatience } from './reopen-patience.ts';
import type { PatienceClock } from './reopen-patience.ts';

/** 12:00:50 */
const BEGIN = Date.UTC(2026, 10, 30, 12, 0, 50);
const opened: OpenedSession = { acpSessionId: 'a', modes: null, options: null };

class Clock implements PatienceClock {
  time = BEGIN;
  readonly timers = new Set<{ readonly at: number; readonly run: () => void }>();
  readonly now = () => this.time;
  readonly after = (ms: number, run: () => void) => {
    const timer = { at: this.time + ms, run };
    this.timers.add(timer);
    return () => void this.timers.delete(timer);
  };
  async pass(ms: number): Promise<void> {
    this.time += ms;
    for (const timer of this.timers) {
      if (timer.at > this.time) continue;
      this.timers.delete(timer);
      timer.run();
    }
    await settle();
  }
}

/** Everything that is already decided runs. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
}

/** An agent that keeps a conversation only when it is taken up in a later minute than it began. */
function forgetfulLink(clock: Clock) {
  const calls: string[] = [];
  const link = {
    openSession: () => Promise.resolve(opened),
    reopenSession: () => {
      calls.push(new Date(clock.time).toISOString().slice(11, 19));
      return Promise.resolve({ ...opened, replayed: true });
    },
    stop: () => Promise.resolve('clean' as const),
  };
  return { link: link as unknown as AgentLink, calls };
}

test('a conversation is taken up again only in the minute after it began', async () => {
  const clock = new Clock();
  const { link, calls } = forgetfulLink(clock);
  const patience = new ReopenPatience(clock);
  await patience.guard(link).openSession('/');
  const reopened = patience.guard(link).reopenSession('/', 'a');
  await clock.pass(9_999);
  expect(calls).toEqual([]);
  await clock.pass(1);
  await reopened;
  expect(calls).toEqual(['12:01:00']);
  // Without the guard it would have been at once.
  await link.reopenSession('/', 'a');
  expect(calls).toEqual(['12:01:00', '12:01:00']);
});

test('one that began in an earlier minute, or before the app was started, does not wait', async () => {
  const clock = new Clock();
  const { link, calls } = forgetfulLink(clock);
  const patience = new ReopenPatience(clock);
  await patience.guard(link).openSession('/');
  clock.time += 10_000;
  await patience.guard(link).reopenSession('/', 'a');
  await patience.guard(link).reopenSession('/', 'unknown');
  expect(calls).toEqual(['12:01:00', '12:01:00']);
});

test('stopping the agent ends the wait without asking for the conversation', async () => {
  const clock = new Clock();
  const { link, calls } = forgetfulLink(clock);
  const patience = new ReopenPatience(clock);
  await patience.guard(link).openSession('/');
  const second = patience.guard(link);
  const refusal = second.reopenSession('/', 'a').catch((error: Error) => error.message);
  await settle();
  expect(await second.stop()).toBe('clean');
  expect(await refusal).toBe('the agent was stopped while it waited');
  expect({ calls, timers: clock.timers.size }).toEqual({ calls: [], timers: 0 });
});
