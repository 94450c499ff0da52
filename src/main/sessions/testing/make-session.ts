/** A session with a fake agent, a log that can fail and a clock that stands still. */
import type { SessionEvent } from '../../../shared/session/event.ts';
import { emptySessionState, type SessionState } from '../../../shared/session/state.ts';
import { reduceAll } from '../../../shared/session/reduce.ts';
import { Session } from '../session.ts';
import type { SessionPorts } from '../session-core.ts';
import { FakeAgent, type FakeBehaviour, launch } from './fake-agent.ts';
import { LogWithFaults } from './log-with-faults.ts';
import { ManualClock, settled } from './manual-clock.ts';

export function makeSession(behaviour: Partial<FakeBehaviour> = {}, ports: Partial<SessionPorts> = {}) {
  const agent = new FakeAgent();
  Object.assign(agent.behaviour, behaviour);
  const clock = new ManualClock();
  const log = new LogWithFaults();
  const reported: unknown[] = [];
  let ids = 0;
  const facts = {
    id: 's1',
    workspaceId: 'w1',
    agentId: 'fake',
    agentName: 'Fake',
    cwd: '/repo',
    createdAt: clock.now(),
  };
  const session = new Session(facts, {
    startAgent: agent.startAgent,
    launchOf: () => launch,
    log,
    clock,
    newId: () => `id-${(ids += 1)}`,
    readText: () => Promise.resolve(null),
    report: (error) => reported.push(error),
    ...ports,
  });
  const events: SessionEvent[] = [];
  let hasEnded = false;
  session.watch({
    onEvents: (batch) => events.push(...batch),
    onEnd: () => {
      hasEnded = true;
    },
  });
  return {
    session,
    agent,
    clock,
    log,
    reported,
    events,
    ended: () => hasEnded,
    types: () => events.map(({ type }) => type),
    /** What a watcher that folds for itself has. */
    folded: (): SessionState => reduceAll(emptySessionState, events),
  };
}

export type MadeSession = ReturnType<typeof makeSession>;

/** Its agent is ready. */
export async function readySession(
  behaviour: Partial<FakeBehaviour> = {},
  ports: Partial<SessionPorts> = {},
): Promise<MadeSession> {
  const made = makeSession(behaviour, ports);
  made.session.start();
  await settled();
  return made;
}

/** A turn runs, its prompt `go` is with the agent. */
export async function busySession(
  behaviour: Partial<FakeBehaviour> = {},
  ports: Partial<SessionPorts> = {},
): Promise<MadeSession> {
  const made = await readySession(behaviour, ports);
  await made.session.prompt(text('go'));
  await settled();
  return made;
}

export function text(words: string) {
  return [{ type: 'text' as const, text: words }];
}
