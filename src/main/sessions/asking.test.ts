import { describe, expect, test } from 'vitest';
import { ok } from '../../shared/result.ts';
import type { AuthMethod } from '../../shared/session/sign-in.ts';
import type { Question } from '../../shared/session/question.ts';
import { AgentRequestError } from '../agents/agent-link.ts';
import type { SignInProgram, StartSignInProgram } from '../agents/sign-in-program.ts';
import type { ExitInfo } from '../processes/spawn.ts';
import { embedFiles } from './embed-files.ts';
import { CANCEL_PATIENCE_MS } from './turn-desk.ts';
import { failure, gate } from './testing/fake-agent.ts';
import { busySession, makeSession, readySession, text } from './testing/make-session.ts';
import { settled } from './testing/manual-clock.ts';

const question: Question = {
  message: 'Which?',
  mode: 'form',
  title: null,
  description: null,
  fields: [
    {
      name: 'way',
      title: null,
      description: null,
      required: true,
      type: 'choice',
      choices: [{ value: 'left', title: 'Left', description: null }],
      value: null,
    },
  ],
  leftOut: 0,
};
const ask = { question, toolCallId: null };
const accept = (way: string) => ({ action: 'accept', content: { way } }) as const;

async function asking() {
  const made = await busySession();
  const withdraw = new AbortController();
  const answers: unknown[] = [];
  void made.agent.last.askQuestion(ask, { signal: withdraw.signal }).then((answer) => answers.push(answer));
  await settled();
  const questionId = made.session.state.questions[0]?.questionId ?? '';
  return { ...made, withdraw, answers, questionId };
}

describe('a question is settled once', () => {
  test('by the person, with an answer that the form takes and with no other', async () => {
    const { session, answers, questionId } = await asking();
    expect(await session.answerQuestion(questionId, accept('right'))).toMatchObject({
      error: { code: 'bad-answer' },
    });
    expect(answers).toEqual([]);
    expect(await session.answerQuestion(questionId, accept('left'))).toEqual(ok(null));
    expect(await session.answerQuestion(questionId, { action: 'decline' })).toMatchObject({
      error: { code: 'already-settled' },
    });
    await settled();
    expect(answers).toEqual([{ outcome: 'accepted', content: { way: 'left' } }]);
  });

  test.each([
    ['the turn is cancelled', 'turn-cancelled', (made) => void made.session.cancel()],
    ['the agent takes it back', 'agent-withdrew', (made) => made.withdraw.abort()],
    ['the agent dies', 'agent-gone', (made) => made.agent.last.die()],
    ['the session is closed', 'closed', (made) => void made.session.close()],
  ] as readonly [string, string, (made: Awaited<ReturnType<typeof asking>>) => void][])(
    'when %s',
    async (_what, why, happen) => {
      const made = await asking();
      happen(made);
      await settled();
      expect(made.answers).toEqual([{ outcome: 'cancelled', why }]);
      expect(made.session.state.questions).toEqual([]);
      expect(await made.session.answerQuestion(made.questionId, accept('left'))).toMatchObject({ ok: false });
    },
  );

  test('an answer that cannot be saved does not reach the agent', async () => {
    const { session, log, answers, questionId } = await asking();
    log.broken = true;
    await session.answerQuestion(questionId, accept('left'));
    await settled();
    expect(answers).toEqual([{ outcome: 'cancelled', why: 'turn-cancelled' }]);
  });

  test('one of an agent that does not hear the cancel is answered before its process is ended', async () => {
    const { session, clock, answers } = await asking();
    await session.cancel();
    await clock.advance(CANCEL_PATIENCE_MS);
    expect(answers).toEqual([{ outcome: 'cancelled', why: 'turn-cancelled' }]);
    expect(session.state.phase.name).toBe('stopped');
  });
});

const methods: readonly AuthMethod[] = [
  { id: 'agent', name: 'Agent', description: null, type: 'agent' },
  {
    id: 'terminal',
    name: 'Terminal',
    description: null,
    type: 'terminal',
    command: null,
    args: ['in'],
    env: {},
  },
  { id: 'key', name: 'Key', description: null, type: 'environment', variables: [], link: null },
];

/** A sign-in program that a test ends. */
function program() {
  const exit = gate<ExitInfo>();
  const lines: string[] = [];
  let stops = 0;
  let say: (text: string) => void = () => undefined;
  const running: SignInProgram = {
    write: (line) => void lines.push(line),
    ended: exit.promise,
    stop: () => {
      stops += 1;
      exit.resolve({ code: null, signal: 'SIGTERM' });
      return Promise.resolve('clean');
    },
  };
  const start: StartSignInProgram = (_launch, _method, _cwd, onOutput) => {
    say = onOutput;
    return Promise.resolve(ok(running));
  };
  return { start, lines, exit, say: (words: string) => say(words), stops: () => stops };
}

describe('signing in', () => {
  test('nothing happens by itself; the agent is told only what the person chose, then opens the session', async () => {
    const { session, agent } = await locked();
    expect(session.state.signIn).toEqual({ status: 'needed' });
    expect(agent.runs.flatMap(({ calls }) => calls).join(' ')).not.toContain('authenticate');
    expect(session.signInDesk.start('key')).toMatchObject({ error: { code: 'no-method' } });
    expect(session.signInDesk.start('nonsense')).toMatchObject({ error: { code: 'no-method' } });
    agent.behaviour.open = 'at-once';
    expect(session.signInDesk.start('agent')).toEqual(ok(null));
    expect(session.signInDesk.start('agent')).toMatchObject({ error: { code: 'signing-in' } });
    await settled();
    expect(agent.last.calls).toEqual(['start fake in /repo', 'authenticate agent', 'open']);
    expect(session.state).toMatchObject({ phase: { name: 'ready' }, signIn: null });
  });

  test('what the agent says against it is what failed; it can be given up', async () => {
    const { session, agent, authenticating } = await locked();
    authenticating.does = () => Promise.reject(new AgentRequestError(-32603, 'wrong key'));
    session.signInDesk.start('agent');
    await settled();
    expect(session.state).toMatchObject({
      phase: { name: 'failed', failure: { code: 'auth-required' } },
      signIn: { status: 'failed', methodId: 'agent', message: 'wrong key' },
    });
    authenticating.does = () => new Promise(() => undefined);
    session.signInDesk.start('agent');
    await settled();
    expect(session.state.phase).toEqual({ name: 'starting', stage: 'signing-in' });
    expect(session.signInDesk.cancel()).toEqual(ok(null));
    await settled();
    expect(session.state).toMatchObject({ phase: { name: 'failed' }, signIn: { status: 'needed' } });
    expect(agent.last.calls).toContain('stop');
  });

  test('a program is talked to; the agent starts anew when it ends well', async () => {
    const talk = program();
    const { session, agent } = await locked(talk.start);
    session.signInDesk.start('terminal');
    await settled();
    const frames: unknown[] = [];
    session.signInDesk.output.watch((frame) => frames.push(frame));
    talk.say('Word: ');
    session.signInDesk.input('sesame');
    expect(talk.lines).toEqual(['sesame']);
    expect(frames).toEqual([
      { type: 'all', text: '' },
      { type: 'more', text: 'Word: ' },
    ]);
    agent.behaviour.open = 'at-once';
    talk.exit.resolve({ code: 0, signal: null });
    await settled();
    expect(session.state).toMatchObject({ phase: { name: 'ready' }, signIn: null });
    expect(session.signInDesk.input('late')).toMatchObject({ error: { code: 'not-signing-in' } });
  });

  test('a program that ends badly is no sign-in, and closing ends one that runs', async () => {
    const talk = program();
    const { session, agent } = await locked(talk.start);
    session.signInDesk.start('terminal');
    await settled();
    talk.exit.resolve({ code: 3, signal: null });
    await settled();
    expect(session.state.signIn).toEqual({ status: 'failed', methodId: 'terminal', message: 'exit code 3' });
    expect(agent.runs).toHaveLength(1);
    const other = program();
    const second = await locked(other.start);
    second.session.signInDesk.start('terminal');
    await settled();
    await second.session.close();
    expect(other.stops()).toBeGreaterThan(0);
    expect(second.ended()).toBe(true);
  });

  /** Its agent wants a sign-in and offers `methods`. */
  async function locked(startSignInProgram?: StartSignInProgram) {
    const made = makeSession(
      { open: failure('auth-required') },
      startSignInProgram === undefined ? {} : { startSignInProgram },
    );
    const authenticating = { does: (_signal: AbortSignal): Promise<void> => Promise.resolve() };
    made.agent.described = (run) => {
      run.agent = { ...run.agent, authMethods: methods };
      run.authenticateDoes = (signal) => authenticating.does(signal);
    };
    made.session.start();
    await settled();
    return { ...made, authenticating };
  }
});

describe('what the agent offers', () => {
  test('a name is told to an agent that keeps titles, and to no other', async () => {
    const plain = await readySession();
    await plain.session.rename('Mine');
    expect(plain.agent.last.calls.join(' ')).not.toContain('title');
    const made = makeSession();
    made.agent.described = (run) => {
      run.agent = { ...run.agent, offers: ['title'] };
    };
    made.session.start();
    await settled();
    await made.session.rename('Mine');
    expect(made.agent.last.calls).toContain('title Mine');
  });

  test('a fork begins with what the agent tells of the history, or says that it is one', async () => {
    const made = makeSession();
    made.session.start({ fork: 'acp-9' });
    await settled();
    expect(made.agent.last.calls).toEqual(['start fake in /repo', 'fork acp-9']);
    expect(made.session.state.turns[0]?.entries).toMatchObject([{ type: 'notice', code: 'forked' }]);
    expect(made.session.state).toMatchObject({ phase: { name: 'ready' }, replaying: false });
  });

  test('small files of the workspace go along with the prompt, the record keeps the links', async () => {
    const link = { type: 'resource-link', uri: 'file:///repo/a.ts', name: 'a.ts' } as const;
    const read = (path: string) =>
      path === '/repo/a.ts' ? Promise.resolve('export {}') : Promise.reject(new Error('outside'));
    const outside = { ...link, uri: 'file:///etc/passwd' };
    const web = { ...link, uri: 'https://a.example' };
    expect(await embedFiles([...text('see'), link, outside, web], read)).toEqual([
      { type: 'text', text: 'see' },
      { type: 'resource', uri: link.uri, mimeType: 'text/plain', text: 'export {}' },
      outside,
      web,
    ]);
    expect(await embedFiles([link], () => Promise.resolve('x'.repeat(256 * 1024 + 1)))).toEqual([link]);
  });
});
