/** Sessions whose agents ask for more than permission: a form, a page, a sign-in; and one with sub-agents. */
import type { ChildBody, SessionEventBody } from '../../src/shared/session/event.ts';
import { readQuestion, type Question } from '../../src/shared/session/question.ts';
import type { AuthMethod } from '../../src/shared/session/sign-in.ts';
import type { ScriptedSession } from './script.ts';
import { minute, payments, second, session } from './world.ts';

function questionOf(params: Record<string, unknown>): Question {
  const question = readQuestion(params);
  if (question === null) throw new Error('the stage asks a question that cannot be read');
  return question;
}

function ask(questionId: string, question: Question): SessionEventBody {
  return { type: 'question-asked', questionId, question, toolCallId: null };
}

export function askingForm(): ScriptedSession {
  const form = questionOf({
    mode: 'form',
    message: 'The retry policy is not written down anywhere. How should it behave?',
    requestedSchema: {
      title: 'Retry policy',
      properties: {
        strategy: {
          type: 'string',
          title: 'Strategy',
          oneOf: [
            { const: 'exp', title: 'Exponential', description: 'Doubles the pause, up to a limit' },
            { const: 'fixed', title: 'Fixed pause' },
          ],
          default: 'exp',
        },
        attempts: { type: 'integer', title: 'Attempts', minimum: 1, maximum: 20, default: 5 },
        owner: { type: 'string', title: 'Who is told', format: 'email', description: 'After the last try.' },
        on: {
          type: 'array',
          title: 'Retry after',
          items: {
            anyOf: [
              { const: '5xx', title: 'Server errors' },
              { const: 'timeout', title: 'Timeouts' },
              { const: '429', title: 'Too many requests' },
            ],
          },
          default: ['5xx', 'timeout'],
        },
        jitter: { type: 'boolean', title: 'Spread the pauses', default: true },
      },
      required: ['strategy', 'attempts'],
    },
  });
  const page = questionOf({
    mode: 'url',
    message: 'Allow the deploy key in the browser.',
    url: 'https://deploy.example.com/keys/new?scope=payments-api',
    elicitationId: 'e0',
  });
  return session(payments, 'opencode', 4 * minute)
    .ready()
    .turn('Add retries to the webhook delivery')
    .add(ask('q0', page))
    .add({
      type: 'question-settled',
      questionId: 'q0',
      outcome: { outcome: 'accepted', content: {} },
    })
    .add({ type: 'question-completed', elicitationId: 'e0' })
    .say('I read the delivery code. One thing is open before I write anything.')
    .ago(20 * second)
    .add(ask('q1', form))
    .done();
}

export function askingPage(): ScriptedSession {
  const page = questionOf({
    mode: 'url',
    message: 'Confirm this device to go on.',
    url: 'https://login.exаmple.com/device?user_code=ABCD-1234&client=opencode',
    elicitationId: 'e1',
  });
  const form = questionOf({
    mode: 'form',
    message: 'Which region?',
    requestedSchema: {
      properties: {
        region: { type: 'string', title: 'Region', enum: ['eu-central', 'us-east'] },
        note: { type: 'string', title: 'Note' },
      },
    },
  });
  return session(payments, 'opencode', 4 * minute)
    .ready()
    .turn('Deploy to staging')
    .add(ask('q1', form))
    .add({
      type: 'question-settled',
      questionId: 'q1',
      outcome: { outcome: 'accepted', content: { region: 'eu-central', note: 'Only the API.' } },
    })
    .add(ask('q2', form))
    .add({ type: 'question-settled', questionId: 'q2', outcome: { outcome: 'declined' } })
    .ago(12 * second)
    .add(ask('q3', page))
    .done();
}

const methods: readonly AuthMethod[] = [
  {
    id: 'login',
    name: 'Log in with your account',
    description: 'Opens a page in the browser and waits for it.',
    type: 'terminal',
    command: null,
    args: ['auth', 'login'],
    env: {},
  },
  { id: 'oauth', name: 'Use the browser', description: null, type: 'agent' },
  {
    id: 'key',
    name: 'API key',
    description: 'Billed by use.',
    type: 'environment',
    variables: [
      { name: 'OPENCODE_API_KEY', label: 'Key', secret: true, optional: false },
      { name: 'OPENCODE_BASE_URL', label: null, secret: false, optional: true },
    ],
    link: 'https://keys.example.com/new',
  },
];

export function signInNeeded(then: readonly SessionEventBody[] = []): ScriptedSession {
  return session(payments, 'opencode', 30 * second)
    .add(
      { type: 'agent-starting', stage: 'starting' },
      {
        type: 'agent-described',
        agent: {
          name: 'OpenCode',
          version: '1.4.0',
          promptImages: true,
          embeddedContext: true,
          loadSession: true,
          authMethods: methods,
        },
      },
      {
        type: 'agent-failed',
        failure: {
          code: 'auth-required',
          message: 'Authentication required',
          exitCode: null,
          signal: null,
          stderrTail: [],
        },
      },
      ...then,
    )
    .done();
}

export function subagents(): ScriptedSession {
  const child = (subagentId: string, ...bodies: readonly ChildBody[]): readonly SessionEventBody[] =>
    bodies.map((body) => ({ type: 'child', subagentId, body }));
  const say = (text: string): ChildBody => ({
    type: 'message-chunk',
    role: 'agent',
    messageId: null,
    content: { type: 'text', text },
  });
  const announce = (subagentId: string, title: string, state: string): ChildBody => ({
    type: 'subagent',
    subagentId,
    title,
    state,
  });
  return session(payments, 'opencode', 3 * minute)
    .ready()
    .turn('Find out why the queue grows, then fix it')
    .say('Two helpers look at it from both ends.')
    .add(
      {
        ...announce('producer', 'Producer side', 'running'),
        type: 'subagent',
        subagentId: 'producer',
        description: 'Who puts messages in, and how many',
        canCancel: true,
      },
      ...child(
        'producer',
        say('`enqueue` is called once per **row**, not once per batch.'),
        {
          type: 'tool-call',
          patch: {
            toolCallId: 'p1',
            title: 'Count the calls',
            kind: 'execute',
            status: 'completed',
            rawInput: { command: 'grep -c enqueue logs/worker.log' },
            rawOutput: '18422',
          },
        },
        announce('history', 'History', 'running'),
      ),
      ...child('history', say('It came with the change of 3 March.')),
      ...child('producer', announce('history', 'History', 'idle')),
      announce('consumer', 'Consumer side', 'running'),
      ...child('consumer', {
        type: 'tool-call',
        patch: {
          toolCallId: 'c1',
          title: 'Read src/queue/consume.ts',
          kind: 'read',
          status: 'in_progress',
          rawInput: { path: `${payments.path}/src/queue/consume.ts` },
        },
      }),
    )
    .done();
}
