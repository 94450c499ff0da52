/** Whatever order people, agents and processes act in: nothing hangs, nothing happens twice. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PermissionOutcome } from '../../shared/session/content.ts';
import { CANCEL_PATIENCE_MS } from './turn-desk.ts';
import { type MadeSession, makeSession, text } from './testing/make-session.ts';
import { settled } from './testing/manual-clock.ts';

type Asked = { readonly withdraw: () => void; readonly outcomes: PermissionOutcome[] };
type World = MadeSession & { readonly asked: Asked[] };
type Step = { readonly name: string; readonly run: (world: World) => unknown };

function ask(world: World): void {
  const controller = new AbortController();
  const asked: Asked = { withdraw: () => controller.abort(), outcomes: [] };
  world.asked.push(asked);
  const toolCall = { toolCallId: `c${world.asked.length % 3}`, title: 'Edit' };
  const options = [{ optionId: 'yes', name: 'Allow', kind: 'allow_once' as const }];
  void world.agent.last.ask({ toolCall, options }, controller.signal).then((outcome) => {
    asked.outcomes.push(outcome);
  });
}

const chunk = {
  type: 'message-chunk' as const,
  role: 'agent' as const,
  messageId: null,
  content: { type: 'text' as const, text: 'x' },
};

const steps: readonly Step[] = [
  { name: 'prompt', run: ({ session }) => session.prompt(text('go')) },
  { name: 'prompt', run: ({ session }) => session.prompt(text('and')) },
  { name: 'cancel', run: ({ session }) => session.cancel() },
  { name: 'restart', run: ({ session }) => session.restart() },
  { name: 'close', run: ({ session }) => session.close() },
  { name: 'read', run: ({ session }) => session.markRead() },
  {
    name: 'unqueue',
    run: ({ session }) => session.unqueue(session.state.queue[0]?.queueId ?? 'none'),
  },
  {
    name: 'answer',
    run: ({ session }) => session.answerPermission(session.state.permissions[0]?.requestId ?? 'none', 'yes'),
  },
  { name: 'answer something else', run: ({ session }) => session.answerPermission('id-1', 'yes') },
  { name: 'ask', run: ask },
  { name: 'ask', run: ask },
  { name: 'withdraw', run: ({ asked }) => asked[asked.length - 1]?.withdraw() },
  { name: 'send', run: ({ agent }) => agent.last.send([chunk]) },
  { name: 'send as the first run', run: ({ agent }) => agent.runs[0]?.send([chunk], 'acp-1') },
  { name: 'finish', run: ({ agent }) => agent.last.finish() },
  { name: 'finish', run: ({ agent }) => agent.last.finish('cancelled') },
  { name: 'die', run: ({ agent }) => agent.last.die() },
  { name: 'the first run dies', run: ({ agent }) => agent.runs[0]?.die() },
  { name: 'start', run: ({ agent }) => agent.last.started.resolve(null) },
  { name: 'open', run: ({ agent }) => agent.last.opening.resolve(agent.last.opened()) },
  { name: 'stopped', run: ({ agent }) => agent.last.stopping.resolve('forced') },
  { name: 'time passes', run: ({ clock }) => clock.advance(CANCEL_PATIENCE_MS) },
  { name: 'hold the log', run: ({ log }) => log.hold() },
  { name: 'release the log', run: ({ log }) => log.release() },
  { name: 'break the log', run: ({ log }) => (log.broken = true) },
  { name: 'mend the log', run: ({ log }) => (log.broken = false) },
];

const behaviours = fc.record({
  start: fc.constantFrom('at-once' as const, 'held' as const),
  open: fc.constantFrom('at-once' as const, 'held' as const),
  stop: fc.constantFrom('at-once' as const, 'held' as const),
});
const anySteps = fc.array(fc.tuple(fc.constantFrom(...steps), fc.boolean()), { maxLength: 30, size: 'max' });

test('2,000 sessions of any order of anything end settled', async () => {
  await fc.assert(
    fc.asyncProperty(behaviours, anySteps, async (behaviour, script) => {
      const made = makeSession(behaviour);
      const world: World = { ...made, asked: [] };
      const { session, agent, log } = made;
      session.start();
      await settled();
      for (const [step, waits] of script) {
        void step.run(world);
        if (waits) await settled();
        const { state } = session;
        expect(made.folded()).toEqual(state);
      }

      // Everything that was held goes on, and the person closes the session.
      log.release();
      for (const run of agent.runs) run.started.resolve(null);
      await settled();
      for (const run of agent.runs) run.opening.resolve(run.opened());
      await settled();
      const closed = session.close();
      for (const run of agent.runs) run.stopping.resolve('clean');
      await closed;
      await settled();

      const { state } = session;
      expect(state).toMatchObject({ active: null, cancelling: false, permissions: [] });
      expect(['stopped', 'failed']).toContain(state.phase.name);
      expect(world.asked.map(({ outcomes }) => outcomes.length)).toEqual(world.asked.map(() => 1));
      expect(made.clock.pending).toBe(0);
      expect(made.ended()).toBe(true);
      for (const run of agent.runs) {
        expect(run.calls).not.toContain('two prompts at once');
        expect(run.calls.filter((call) => call.startsWith('cancel')).length).toBeLessThanOrEqual(
          run.calls.filter((call) => call.startsWith('prompt')).length,
        );
      }
      const settledIds = made.events.flatMap((event) =>
        event.type === 'permission-settled' ? event.requestId : [],
      );
      expect(new Set(settledIds).size).toBe(settledIds.length);
      const ends = made.events.flatMap((event) => (event.type === 'turn-ended' ? event.turnId : []));
      expect(new Set(ends).size).toBe(ends.length);
    }),
    { numRuns: 2000, timeout: 5000 },
  );
}, 120_000);
