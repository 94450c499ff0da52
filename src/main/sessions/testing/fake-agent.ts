/** An agent without a process: it does what a test tells it, and notes what is asked of it. */
import type {
  ContentBlock,
  PermissionOutcome,
  StopReason,
  TurnTokens,
} from '../../../shared/session/content.ts';
import type { QuestionOutcome } from '../../../shared/session/question.ts';
import type { AgentDescription, Failure, SessionEventBody } from '../../../shared/session/event.ts';
import {
  AgentFailure,
  type AgentHandlers,
  type AgentLaunch,
  type AgentLink,
  type OpenedSession,
  type PermissionAsk,
  type QuestionAsk,
  type StartAgent,
  type StopHow,
} from '../../agents/agent-link.ts';

export const launch: AgentLaunch = { agentId: 'fake', name: 'Fake', command: 'fake', args: [], env: {} };

export function failure(code: Failure['code'] = 'exited', message = 'it is gone'): Failure {
  return { code, message, exitCode: 1, signal: null, stderrTail: ['last words'] };
}

type Settle<Value> = { resolve: (value: Value) => void; reject: (error: unknown) => void };
type Gate<Value> = { readonly promise: Promise<Value> } & Settle<Value>;

export function gate<Value>(): Gate<Value> {
  let settle: Settle<Value> | null = null;
  const promise = new Promise<Value>((resolve, reject) => {
    settle = { resolve, reject };
  });
  if (settle === null) throw new Error('a promise runs its executor at once');
  return Object.assign({ promise }, settle as Settle<Value>);
}

/** What the runs that are started next do. A held step waits until the test settles it. */
export type FakeBehaviour = {
  start: 'at-once' | 'held' | Failure;
  open: 'at-once' | 'held' | Failure;
  reopen: 'resumes' | 'cannot' | 'held' | Failure;
  stop: 'at-once' | 'held';
};

export class FakeAgent {
  readonly runs: FakeRun[] = [];
  /** Called with each run before the session hears of it. */
  described: (run: FakeRun) => void = () => undefined;
  behaviour: FakeBehaviour = { start: 'at-once', open: 'at-once', reopen: 'resumes', stop: 'at-once' };

  readonly startAgent: StartAgent = async (agentLaunch, cwd, handlers, onStage, signal) => {
    const run = new FakeRun(`acp-${this.runs.length + 1}`, { ...this.behaviour }, handlers);
    this.described(run);
    this.runs.push(run);
    run.calls.push(`start ${agentLaunch.command} in ${cwd}`);
    onStage('starting');
    signal.addEventListener('abort', () => run.started.reject(new AgentFailure(failure('exited-early'))));
    if (run.behaviour.start === 'at-once') run.started.resolve(null);
    else if (run.behaviour.start !== 'held') run.started.reject(new AgentFailure(run.behaviour.start));
    await run.started.promise;
    onStage('handshake');
    return run;
  };

  get last(): FakeRun {
    const run = this.runs[this.runs.length - 1];
    if (run === undefined) throw new Error('nothing was started');
    return run;
  }
}

export class FakeRun implements AgentLink {
  agent: AgentDescription = {
    name: 'Fake',
    version: '1',
    promptImages: false,
    embeddedContext: false,
    loadSession: true,
  };
  readonly calls: string[] = [];
  tokens: TurnTokens | null = null;
  readonly started = gate<null>();
  readonly opening = gate<OpenedSession>();
  readonly reopening = gate<(OpenedSession & { readonly replayed: boolean }) | null>();
  readonly stopping = gate<StopHow>();
  readonly acpSessionId: string;
  readonly behaviour: FakeBehaviour;
  readonly handlers: AgentHandlers;
  #turn: Gate<StopReason> | null = null;
  authenticateDoes: (signal: AbortSignal) => Promise<void> = () => Promise.resolve();
  setModeDoes: (modeId: string) => Promise<void> = () => Promise.resolve();

  constructor(acpSessionId: string, behaviour: FakeBehaviour, handlers: AgentHandlers) {
    this.acpSessionId = acpSessionId;
    this.behaviour = behaviour;
    this.handlers = handlers;
  }

  /** Sends updates of its own session, or of another. */
  send(bodies: readonly SessionEventBody[], acpSessionId = this.acpSessionId): void {
    this.handlers.onEvents(acpSessionId, bodies);
  }

  ask(ask: PermissionAsk, signal = new AbortController().signal): Promise<PermissionOutcome> {
    return this.handlers.onPermission(this.acpSessionId, ask, signal);
  }

  askQuestion(
    ask: QuestionAsk,
    {
      of = this.acpSessionId,
      signal = new AbortController().signal,
    }: { readonly of?: string | null; readonly signal?: AbortSignal } = {},
  ): Promise<QuestionOutcome> {
    return this.handlers.onQuestion(of, ask, signal);
  }

  /** Ends the running turn. */
  finish(reason: StopReason = 'end_turn'): void {
    this.#turn?.resolve(reason);
    this.#turn = null;
  }

  failTurn(error: unknown): void {
    this.#turn?.reject(error);
    this.#turn = null;
  }

  /** The process dies by itself. */
  die(why: Failure = failure()): void {
    this.handlers.onExit(why);
    this.failTurn(new AgentFailure(why));
  }

  openSession(): Promise<OpenedSession> {
    this.calls.push('open');
    const { open } = this.behaviour;
    if (open === 'at-once') this.opening.resolve(this.opened());
    else if (open !== 'held') this.opening.reject(new AgentFailure(open));
    return this.opening.promise;
  }

  reopenSession(_cwd: string, acpSessionId: string) {
    this.calls.push(`reopen ${acpSessionId}`);
    const { reopen } = this.behaviour;
    if (reopen === 'resumes') this.reopening.resolve({ ...this.opened(acpSessionId), replayed: false });
    else if (reopen === 'cannot') this.reopening.resolve(null);
    else if (reopen !== 'held') this.reopening.reject(new AgentFailure(reopen));
    return this.reopening.promise;
  }

  opened(acpSessionId = this.acpSessionId): OpenedSession {
    return { acpSessionId, modes: null, options: null };
  }

  prompt(acpSessionId: string, prompt: readonly ContentBlock[]): Promise<StopReason> {
    const text = prompt.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`)).join('');
    this.calls.push(this.#turn === null ? `prompt ${acpSessionId} ${text}` : 'two prompts at once');
    this.#turn = gate();
    return this.#turn.promise;
  }

  cancel(acpSessionId: string): void {
    this.calls.push(`cancel ${acpSessionId}`);
  }

  setMode(_acpSessionId: string, modeId: string): Promise<void> {
    this.calls.push(`mode ${modeId}`);
    return this.setModeDoes(modeId);
  }

  setOption(_acpSessionId: string, optionId: string, value: string | boolean) {
    this.calls.push(`option ${optionId} ${value}`);
    const option = { id: optionId, name: optionId, description: null, category: null };
    return Promise.resolve([{ ...option, type: 'boolean' as const, value: value === true }]);
  }

  forkSession(_cwd: string, acpSessionId: string): Promise<OpenedSession> {
    this.calls.push(`fork ${acpSessionId}`);
    return Promise.resolve(this.opened());
  }

  authenticate(methodId: string, signal: AbortSignal): Promise<void> {
    this.calls.push(`authenticate ${methodId}`);
    return this.authenticateDoes(signal);
  }

  logout(): Promise<void> {
    this.calls.push('logout');
    return Promise.resolve();
  }

  setTitle(_acpSessionId: string, title: string): Promise<void> {
    this.calls.push(`title ${title}`);
    return Promise.resolve();
  }

  deleteSession(acpSessionId: string): Promise<void> {
    this.calls.push(`delete ${acpSessionId}`);
    return Promise.resolve();
  }

  archiveSession(acpSessionId: string, archived: boolean): Promise<void> {
    this.calls.push(`${archived ? 'archive' : 'unarchive'} ${acpSessionId}`);
    return Promise.resolve();
  }

  turnTokens(): TurnTokens | null {
    return this.tokens;
  }

  listSessions(cwd: string) {
    this.calls.push(`list ${cwd}`);
    return Promise.resolve([]);
  }

  stopTerminal(_acpSessionId: string, terminalId: string): boolean {
    this.calls.push(`stop terminal ${terminalId}`);
    return terminalId !== 'gone';
  }

  stop(): Promise<StopHow> {
    this.calls.push('stop');
    if (this.behaviour.stop === 'at-once') this.stopping.resolve('clean');
    this.failTurn(new AgentFailure(failure()));
    return this.stopping.promise;
  }
}
