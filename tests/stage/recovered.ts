/** Sessions after something went wrong: the app ended under one, a record has a hole, one can only be read. */
import type { SessionEventBody } from '../../src/shared/session/event.ts';
import { insertGap } from '../../src/shared/session/insert-gap.ts';
import { reduce } from '../../src/shared/session/reduce.ts';
import type { RecordState } from '../../src/shared/session/select.ts';
import type { ScriptedSession } from './script.ts';
import { edit, hour, lines, minute, payments, session, storefront } from './world.ts';

export function interrupted(): ScriptedSession {
  return session(payments, 'switchyard', 3 * hour)
    .ready()
    .turn('Write a migration for the new column and run it against the test database')
    .add({ type: 'info', title: 'Migrate the orders table' })
    .say('I write the migration first and run it against the test database alone.')
    .tool('edit', {
      title: 'Create 0042_orders.sql',
      kind: 'edit',
      status: 'completed',
      content: [edit(payments, 'migrations/0042_orders.sql', null, lines('alter table orders', 6))],
    })
    .ago(40 * minute)
    .tool('run', {
      title: 'Run the migration',
      kind: 'execute',
      status: 'in_progress',
      rawInput: { command: 'npm run migrate -- --env test', cwd: payments.path },
    })
    .add({
      type: 'prompt-queued',
      queueId: 'q1',
      prompt: [{ type: 'text', text: 'Then update the changelog' }],
    })
    .add({ type: 'agent-stopped', how: 'interrupted' })
    .done();
}

export function withGap(): ScriptedSession {
  const whole = session(storefront, 'opencode', 5 * hour)
    .ready()
    .add({ type: 'info', title: 'Tidy up two modules' })
    .turn('Tidy up the cart module')
    .say('The cart module is tidy: one place reads the file, one parses it.')
    .wait(minute)
    .end()
    .done();
  const { seq, changedAt } = whole.state;
  const holed = insertGap(whole.state, {
    reason: 'damaged',
    missing: { from: seq + 1, to: seq + 12 },
    file: '000002.jsonl',
    from: 81_920,
    to: 90_113,
  });
  const text = 'The price module is tidy too, and its tests no longer wait.';
  const bodies: readonly SessionEventBody[] = [
    { type: 'turn-started', turnId: 'later', prompt: [{ type: 'text', text: 'And the price module' }] },
    { type: 'message-chunk', role: 'agent', messageId: null, content: { type: 'text', text } },
    { type: 'turn-ended', turnId: 'later', outcome: { type: 'stopped', reason: 'end_turn' } },
    { type: 'marked-read' },
  ];
  const state = bodies.reduce(
    (at, body) => reduce(at, { ...body, seq: at.seq + 1, at: changedAt + hour }),
    holed,
  );
  return { ...whole, state };
}

export function readOnly(record: RecordState): ScriptedSession {
  const whole = session(payments, 'review-bot', 26 * hour)
    .ready()
    .turn('Find the slow query in reports')
    .add({ type: 'info', title: 'Find the slow query in reports' })
    .say('There is no index for open invoices. A partial index fits here.')
    .end()
    .add({ type: 'marked-read' }, { type: 'agent-stopped', how: 'clean' })
    .done();
  return { ...whole, record };
}

/** A turn was stopped; what was queued behind it waits for a word. */
export function heldQueue(): ScriptedSession {
  const script = session(payments, 'switchyard', 12 * minute)
    .ready()
    .turn('Rename the package to payments-core')
    .add({ type: 'info', title: 'Rename the package' })
    .say('I start with package.json and the imports.');
  for (const [index, text] of [
    'Run the tests of every package that imports it',
    'Write the changelog entry',
    'Then open the list of places that still say payments-api and fix them one by one',
  ].entries()) {
    script.add({ type: 'prompt-queued', queueId: `q${index}`, prompt: [{ type: 'text', text }] });
  }
  return script
    .ago(minute)
    .add({ type: 'turn-cancelling' })
    .add({ type: 'turn-ended', turnId: 'turn-2', outcome: { type: 'stopped', reason: 'cancelled' } })
    .add({ type: 'marked-read' })
    .done();
}

/** A turn runs, three prompts wait behind it. */
export function runningQueue(): ScriptedSession {
  const script = session(payments, 'switchyard', 12 * minute)
    .ready()
    .turn('Rename the package to payments-core')
    .add({ type: 'info', title: 'Rename the package' })
    .say('I start with package.json and the imports.');
  for (const [index, text] of ['Run the tests', 'Write the changelog entry', 'Fix the docs'].entries()) {
    script.add({ type: 'prompt-queued', queueId: `q${index}`, prompt: [{ type: 'text', text }] });
  }
  return script.done();
}
