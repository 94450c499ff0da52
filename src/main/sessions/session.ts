/**
 * One session: takes commands one at a time, decides them against the state, appends the events, and sees to
 * their effects on the agent. It lives in main whatever the windows do, and what goes wrong in it stays in it.
 */
import { err, ok, type Result } from '../../shared/result.ts';
import type { ContentBlock } from '../../shared/session/content.ts';
import type { Failure, SessionEventBody, TurnOutcome } from '../../shared/session/event.ts';
import type { SessionFacts } from '../../shared/session/select.ts';
import type { SessionState } from '../../shared/session/state.ts';
import { AgentFailure, AgentRequestError } from '../agents/agent-link.ts';
import type { AgentLaunch, StartAgent, StopHow } from '../agents/agent-link.ts';
import { ProtocolLog } from '../agents/protocol-log.ts';
import type { StartSignInProgram } from '../agents/sign-in-program.ts';
import { AgentRun, failureOf } from './agent-run.ts';
import {
  type Refusal,
  allDrained,
  decideAnswer,
  decideAnswerQuestion,
  decideArchive,
  decideCancel,
  decideEditQueued,
  decideMarkRead,
  decideMoveQueued,
  decideNext,
  decidePin,
  decidePrompt,
  decideRename,
  decideRestart,
  decideSendNow,
  decideUnqueue,
  decideUseAgent,
  type QuestionAnswer,
} from './decide.ts';
import { embedFiles } from './embed-files.ts';
import { markLife } from './mark-life.ts';
import type { ReadText } from './diff-mismatch.ts';
import type { EventLog } from './event-log.ts';
import {
  agentUnresponsive,
  failureOfOurs,
  forked,
  interrupted,
  notSaved,
  startedWithoutMemory,
} from './own-words.ts';
import { PermissionBroker, cancelled } from './permission-broker.ts';
import { QuestionBroker } from './question-broker.ts';
import type { SessionClock } from './session-clock.ts';
import { type RecordWatcher, SessionRecord } from './session-record.ts';
import { SignInDesk } from './sign-in-desk.ts';

/** How long a cancelled turn may go on before its process is ended, in ms. */
export const CANCEL_PATIENCE_MS = 5000;

export type SessionPorts = {
  readonly startAgent: StartAgent;
  /** Absent: programs to sign in with cannot be run. */
  readonly startSignInProgram?: StartSignInProgram;
  /** Null when the agent is no longer in the catalogue. */
  readonly launchOf: (agentId: string) => AgentLaunch | null;
  readonly log: EventLog;
  readonly clock: SessionClock;
  /** A new unique id. */
  readonly newId: () => string;
  /** Reads a file of the session's directory, as far as its agent may; for comparing diffs with it. */
  readonly readText: ReadText;
  /** Something unexpected that the session survives. */
  readonly report: (error: unknown) => void;
};

export type CloseHow = StopHow | 'none';
type Answer<Value, Code extends string> = Promise<Result<Value, Refusal<Code>>>;

export class Session {
  readonly facts: SessionFacts;
  /** What was said with its agent's processes, all of them. */
  readonly protocolLog = new ProtocolLog();
  readonly #ports: SessionPorts;
  readonly #record: SessionRecord;
  readonly #broker: PermissionBroker;
  readonly #questions: QuestionBroker;
  readonly signInDesk: SignInDesk;
  /** The process that works for the session now. Whatever belongs to another run is late. */
  #run: AgentRun | null = null;
  /** Until the process before is gone no new one starts. */
  #previous: Promise<unknown> = Promise.resolve();
  /** The turn whose prompt the agent has. */
  #sentTurn: string | null = null;
  #stopWaiting: () => void = () => undefined;
  #modeEvents = 0;
  /** What the session is to begin as a copy of, until it has. */
  #fork: string | null = null;
  #saidNotSaved = false;
  #closing = false;
  #closed: Promise<CloseHow> | null = null;

  constructor(facts: SessionFacts, ports: SessionPorts) {
    this.facts = facts;
    this.#ports = ports;
    const { log, clock, report, newId, readText } = ports;
    this.#record = new SessionRecord({ log, now: () => clock.now(), report });
    this.#broker = new PermissionBroker({
      state: () => this.state,
      append: (bodies) => this.#append(bodies),
      newId,
      readText,
    });
    const state = () => this.state;
    const append = (bodies: readonly SessionEventBody[]) => this.#append(bodies);
    this.#questions = new QuestionBroker({ state, append, newId });
    this.signInDesk = new SignInDesk({
      state,
      append,
      cwd: facts.cwd,
      launch: () => ports.launchOf(facts.agentId),
      startProgram: ports.startSignInProgram ?? cannotStart,
      authenticate: (methodId, signal) =>
        this.#run === null
          ? Promise.reject(new AgentFailure(failureOfOurs('exited', 'the agent does not run')))
          : this.#run.authenticate(methodId, signal),
      startWith: (methodId) => {
        void this.#append([{ type: 'agent-starting', stage: 'starting' }]);
        this.#begin({ signIn: methodId });
      },
      abandonStart: () => this.#abandonStart(),
      startSignedIn: (events) => this.#startSignedIn(events),
    });
  }

  get state(): SessionState {
    return this.#record.state;
  }

  get closing(): boolean {
    return this.#closing;
  }

  /** The state now and every event after it. */
  watch(watcher: RecordWatcher): { readonly state: SessionState; readonly stop: () => void } {
    return this.#record.watch(watcher);
  }

  /** Starts the agent of a new session. `fork`: the agent's id of the conversation that it begins as a copy of. */
  start({ fork = null }: { readonly fork?: string | null } = {}): void {
    if (this.state.phase.name !== 'new' || this.closing) return;
    this.#fork = fork;
    void this.#append([{ type: 'agent-starting', stage: 'starting' }]);
    this.#begin();
  }

  async prompt(
    prompt: readonly ContentBlock[],
  ): Answer<{ readonly queued: boolean }, 'not-running' | 'queue-full'> {
    if (this.closing) return err({ code: 'not-running', message: 'the session is being closed' });
    const decided = decidePrompt(this.state, { prompt, id: this.#ports.newId() });
    if (!decided.ok) return decided;
    const saved = this.#append(decided.value);
    const starts = decided.value.some(({ type }) => type === 'turn-started');
    if (starts) void this.#send(saved);
    else this.#sendNext();
    await saved.catch(() => undefined);
    return ok({ queued: !starts });
  }

  async unqueue(queueId: string): Answer<null, 'not-queued'> {
    return this.#simply(decideUnqueue(this.state, { queueId }));
  }

  async editQueued(queueId: string, prompt: readonly ContentBlock[]): Answer<null, 'not-queued'> {
    return this.#simply(decideEditQueued(this.state, { queueId, prompt }));
  }

  async moveQueued(queueId: string, before: string | null): Answer<null, 'not-queued'> {
    return this.#simply(decideMoveQueued(this.state, { queueId, before }));
  }

  /** Puts it first, lets it go, and stops the turn that it waits for. */
  async sendNow(queueId: string): Answer<null, 'not-queued'> {
    const answer = await this.#simply(decideSendNow(this.state, { queueId }));
    if (!answer.ok) return answer;
    if (this.state.active === null) this.#sendNext();
    else await this.cancel();
    return answer;
  }

  async pin(pinned: boolean): Answer<null, never> {
    return this.#simply(decidePin(this.state, { pinned }));
  }

  async archive(archived: boolean): Answer<null, never> {
    return this.#simply(decideArchive(this.state, { archived }));
  }

  /**
   * Answers open questions `cancelled`, then tells the agent. An agent that does not hear it in time is
   * stopped, and the turn ends as interrupted.
   */
  async cancel(): Answer<null, 'no-turn'> {
    if (this.#closing) return err({ code: 'no-turn', message: 'the session is being closed' });
    const decided = decideCancel(this.state);
    if (!decided.ok) return decided;
    const turnId = this.state.active?.id;
    if (decided.value.length === 0 || turnId === undefined) return ok(null);
    const saved = this.#append(decided.value);
    this.#stopWaiting();
    this.#stopWaiting = this.#ports.clock.after(CANCEL_PATIENCE_MS, () => void this.#escalate(turnId));
    // Stopping must not depend on a disk that works.
    await saved.catch(() => undefined);
    this.#settle(decided.value);
    if (this.#sentTurn === turnId && this.state.active?.id === turnId) this.#run?.cancel();
    return ok(null);
  }

  async answerPermission(requestId: string, optionId: string): Answer<null, 'already-settled' | 'no-option'> {
    const decided = decideAnswer(this.state, { requestId, optionId });
    if (!decided.ok) return decided;
    try {
      await this.#append(decided.value);
    } catch {
      // An answer that is not on record must not take effect.
      this.#broker.settle([{ type: 'permission-settled', requestId, outcome: cancelled('turn-cancelled') }]);
      return ok(null);
    }
    this.#broker.settle(decided.value);
    return ok(null);
  }

  async answerQuestion(
    questionId: string,
    answer: QuestionAnswer,
  ): Answer<null, 'already-settled' | 'bad-answer'> {
    const decided = decideAnswerQuestion(this.state, { questionId, answer });
    if (!decided.ok) return decided;
    try {
      await this.#append(decided.value);
      this.#settle(decided.value);
    } catch {
      // An answer that is not on record must not reach the agent.
      this.#settle([
        { type: 'question-settled', questionId, outcome: { outcome: 'cancelled', why: 'turn-cancelled' } },
      ]);
    }
    return ok(null);
  }

  /** Stops one sub-agent; what it asks is answered `cancelled` first. */
  async cancelSubagent(subagentId: string): Answer<null, 'no-subagent'> {
    if (!Object.hasOwn(this.state.subagents, subagentId) || this.#run === null) {
      return err({ code: 'no-subagent', message: 'no such sub-agent' });
    }
    this.#cancelOpen(
      allDrained(this.state, 'turn-cancelled').filter(
        (body) =>
          body.type === 'permission-settled' &&
          this.state.permissions.some(
            (pending) => pending.requestId === body.requestId && pending.subagentId === subagentId,
          ),
      ),
    );
    this.#run.cancelSubagent(subagentId);
    return ok(null);
  }

  async signOut(): Answer<null, 'not-running' | 'agent-refused'> {
    const asked = await this.#askAgent((run) => run.logout());
    if (!asked.ok) return asked;
    await this.#append([{ type: 'signed-out' }]).catch(() => undefined);
    return ok(null);
  }

  /** The agent forgets the conversation; ours stays until it is closed. */
  deleteAtAgent(): Answer<void, 'not-running' | 'agent-refused'> {
    return this.#askAgent((run) => run.deleteSession());
  }

  /** Ends one command that the app runs for the agent; the turn goes on. */
  stopTerminal(terminalId: string): Result<null, Refusal<'not-running'>> {
    return this.#run?.stopTerminal(terminalId) === true
      ? ok(null)
      : err({ code: 'not-running', message: 'the command does not run' });
  }

  async setMode(modeId: string): Answer<null, 'not-running' | 'agent-refused'> {
    const before = this.#modeEvents;
    const asked = await this.#askAgent((run) => run.setMode(modeId));
    if (!asked.ok) return asked;
    // Some agents announce the new mode themselves, some in other words, some say nothing.
    const announced = this.#modeEvents !== before;
    if (!announced && this.state.modes?.currentModeId !== modeId) {
      await this.#append([{ type: 'mode', modeId }]).catch(() => undefined);
    }
    return ok(null);
  }

  async setOption(optionId: string, value: string | boolean): Answer<null, 'not-running' | 'agent-refused'> {
    const asked = await this.#askAgent((run) => run.setOption(optionId, value));
    if (!asked.ok) return asked;
    await this.#append([{ type: 'options', options: asked.value }]).catch(() => undefined);
    return ok(null);
  }

  async rename(alias: string | null): Answer<null, never> {
    const answer = await this.#simply(decideRename(this.state, { alias }));
    const name = this.state.alias;
    // The name here is the person's whatever the agent makes of it.
    if (name !== null && this.state.agent?.offers?.includes('title') === true) {
      void this.#askAgent((run) => run.setTitle(name));
    }
    return answer;
  }

  async markRead(): Answer<null, never> {
    return this.#simply(decideMarkRead(this.state));
  }

  /** Starts the agent anew and takes up the conversation where the agent can. */
  async restart(): Answer<null, 'still-running'> {
    if (this.closing) return err({ code: 'still-running', message: 'the session is being closed' });
    const decided = decideRestart(this.state);
    if (!decided.ok) return decided;
    void this.#append(decided.value);
    this.#begin();
    return ok(null);
  }

  /** Stops the process tree. Resolves when nothing of it is left, or when that had to be given up. */
  close(): Promise<CloseHow> {
    this.#closing = true;
    this.#closed ??= this.#close();
    return this.#closed;
  }

  #append(bodies: readonly SessionEventBody[]): Promise<void> {
    markLife(this.protocolLog, bodies);
    const saved = this.#record.append(bodies);
    saved.catch(() => this.#notSaved());
    return saved;
  }

  /** Said once: more notices could not be saved either. */
  #notSaved(): void {
    if (this.#saidNotSaved) return;
    this.#saidNotSaved = true;
    this.#record.append([notSaved]).catch(() => undefined);
  }

  async #simply<Code extends string>(
    decided: Result<readonly SessionEventBody[], Refusal<Code>>,
  ): Answer<null, Code> {
    if (!decided.ok) return decided;
    await this.#append(decided.value).catch(() => undefined);
    return ok(null);
  }

  #begin({ signIn = null }: { readonly signIn?: string | null } = {}): void {
    const launch = this.#ports.launchOf(this.facts.agentId);
    if (launch === null) {
      const failure = failureOfOurs('not-found', `${this.facts.agentName} is no longer among the agents`);
      void this.#append([{ type: 'agent-failed', failure }]);
      return;
    }
    const { acpSessionId, turns } = this.state;
    const run: AgentRun = new AgentRun({
      startAgent: this.#ports.startAgent,
      launch,
      cwd: this.facts.cwd,
      // Agents do not keep sessions that were never used.
      resume: turns.length === 0 ? null : acpSessionId,
      fork: this.#fork,
      signIn,
      onDescribed: (agent) => {
        if (run === this.#run) void this.#append([{ type: 'agent-described', agent }]);
      },
      onStage: (stage) => {
        const { phase } = this.state;
        if (run !== this.#run || (phase.name === 'starting' && phase.stage === stage)) return;
        void this.#append([{ type: 'agent-starting', stage }]);
      },
      onUpdates: (bodies) => {
        if (run === this.#run) this.#collect(bodies);
      },
      onPermission: (ask, signal, subagentId) =>
        this.#broker.ask(ask, signal, { isCurrent: () => this.#serves(run), subagentId }),
      onQuestion: (ask, signal) => this.#questions.ask(ask, signal, () => this.#serves(run)),
      onGone: (failure) => this.#gone(run, failure),
      protocolLog: this.protocolLog,
    });
    this.#run = run;
    void this.#open(run);
  }

  async #open(run: AgentRun): Promise<void> {
    try {
      await this.#previous;
      if (run !== this.#run || run.stopping) return;
      const opened = await run.start();
      if (run !== this.#run || run.stopping) return;
      const { agent, acpSessionId, modes, options } = opened;
      void this.#append([
        { type: 'agent-ready', agent, acpSessionId, modes, options },
        ...(opened.memory === 'forgotten' ? [startedWithoutMemory] : []),
      ]);
      if (opened.memory === 'forked') this.#takeForked(run);
      else run.release();
      this.#sendNext();
    } catch (error) {
      this.#gone(run, failureOf(error));
    }
  }

  #serves(run: AgentRun): boolean {
    return run === this.#run && !run.stopping && !this.closing;
  }

  /** Some agents tell the history of what was copied, as they do on a load; of the others it is said so. */
  #takeForked(run: AgentRun): void {
    this.#fork = null;
    void this.#append([{ type: 'replay-started' }]);
    run.release();
    void this.#append([{ type: 'replay-ended' }]);
    if (this.state.turns.length === 0) void this.#append([forked]);
  }

  /** The person gave up a sign-in that was to come before the session is opened. */
  #abandonStart(): void {
    const run = this.#run;
    this.#run = null;
    if (run !== null) void this.#stopRun(run);
    const failure = failureOfOurs('auth-required', '');
    this.#cancelOpen([
      ...allDrained(this.state, 'agent-gone'),
      { type: 'sign-in-ended', outcome: { type: 'cancelled' } },
      { type: 'agent-failed', failure },
    ]);
  }

  /** A process that ran before the sign-in knows nothing of it: a new one takes over. */
  #startSignedIn(events: readonly SessionEventBody[]): void {
    const run = this.#run;
    const { active } = this.state;
    if (run !== null) void this.#stopRun(run);
    this.#stopWaiting();
    this.#cancelOpen([
      ...events,
      ...allDrained(this.state, 'agent-gone'),
      ...(active === null ? [] : [interrupted(active.id)]),
      { type: 'agent-starting', stage: 'starting' },
    ]);
    this.#begin();
  }

  /** Appends events that may settle what waits for the person as `cancelled`, and answers that. */
  #cancelOpen(bodies: readonly SessionEventBody[]): void {
    if (bodies.length === 0) return;
    // It may be answered `cancelled` although that cannot be written down: it allows nothing.
    void this.#append(bodies)
      .catch(() => undefined)
      .then(() => this.#settle(bodies));
  }

  #settle(bodies: readonly SessionEventBody[]): void {
    this.#broker.settle(bodies);
    this.#questions.settle(bodies);
  }

  #collect(bodies: readonly SessionEventBody[]): void {
    for (const { type } of bodies) if (type === 'mode') this.#modeEvents += 1;
    this.#record.collect(bodies);
  }

  #sendNext(): void {
    if (this.closing) return;
    const decided = decideNext(this.state, { id: this.#ports.newId() });
    if (decided.ok && decided.value.length > 0) void this.#send(this.#append(decided.value));
  }

  /** Sends the prompt of the turn that has just begun, once that is saved, and sees the turn through. */
  async #send(saved: Promise<void>): Promise<void> {
    const { active } = this.state;
    const run = this.#run;
    if (active === null || run === null) return;
    const isCurrent = () => run === this.#run && !run.stopping && this.state.active?.id === active.id;
    let outcome: TurnOutcome;
    try {
      await saved;
      if (!isCurrent()) return;
      if (this.state.cancelling) {
        this.#settleTurn(active.id, { type: 'stopped', reason: 'cancelled' });
        return;
      }
      const prompt = await this.#readyPrompt(active.prompt ?? []);
      if (!isCurrent()) return;
      if (this.state.cancelling) {
        this.#settleTurn(active.id, { type: 'stopped', reason: 'cancelled' });
        return;
      }
      this.#sentTurn = active.id;
      outcome = { type: 'stopped', reason: await run.prompt(prompt) };
    } catch (error) {
      if (error instanceof AgentFailure) {
        this.#gone(run, error.failure);
        return;
      }
      const code = error instanceof AgentRequestError ? error.code : null;
      const message = error instanceof Error ? error.message : String(error);
      outcome = { type: 'failed', error: { code, message } };
    }
    if (isCurrent()) this.#settleTurn(active.id, outcome);
  }

  /** Agents that take the text of files get it with the prompt; the record keeps the links. */
  async #readyPrompt(prompt: readonly ContentBlock[]): Promise<readonly ContentBlock[]> {
    const links = prompt.some(({ type }) => type === 'resource-link');
    return links && this.state.agent?.embeddedContext === true
      ? embedFiles(prompt, this.#ports.readText)
      : prompt;
  }

  #settleTurn(turnId: string, outcome: TurnOutcome): void {
    this.#stopWaiting();
    // An agent that ends its turn by itself may still ask for what works on in the background.
    const byItself = outcome.type === 'stopped' && outcome.reason !== 'cancelled';
    const questions = byItself ? [] : allDrained(this.state, 'turn-cancelled');
    this.#cancelOpen([...questions, { type: 'turn-ended', turnId, outcome }]);
    this.#sendNext();
  }

  /** The agent did not hear the cancel: its process has to go. */
  async #escalate(turnId: string): Promise<void> {
    const run = this.#run;
    if (run === null || this.state.active?.id !== turnId || this.closing) return;
    const how = await this.#stopRun(run);
    if (run !== this.#run || this.closing) return;
    this.#run = null;
    const { active } = this.state;
    this.#cancelOpen([
      ...allDrained(this.state, 'agent-gone'),
      agentUnresponsive,
      ...(active === null ? [] : [interrupted(active.id)]),
      { type: 'agent-stopped', how },
    ]);
  }

  #gone(run: AgentRun, failure: Failure): void {
    if (run !== this.#run || run.stopping) return;
    this.#run = null;
    this.#stopWaiting();
    // The process may have left others behind, or may still run after a failed start.
    void this.#stopRun(run);
    const { active } = this.state;
    this.#cancelOpen([
      ...allDrained(this.state, 'agent-gone'),
      ...(active === null ? [] : [interrupted(active.id)]),
      { type: 'agent-failed', failure },
    ]);
  }

  /** `leaked` also when the stop itself goes wrong: nobody knows what is left then. */
  #stopRun(run: AgentRun): Promise<StopHow> {
    const stopped = run.stop().catch((error: unknown): StopHow => {
      this.#ports.report(error);
      return 'leaked';
    });
    this.#previous = stopped;
    return stopped;
  }

  async #close(): Promise<CloseHow> {
    this.#stopWaiting();
    const run = this.#run;
    this.#cancelOpen(allDrained(this.state, 'closed'));
    await this.signInDesk.close();
    let how: CloseHow = 'none';
    if (run === null) await this.#previous;
    else {
      how = await this.#stopRun(run);
      const { active } = this.state;
      await this.#append([
        ...(active === null ? [] : [interrupted(active.id)]),
        { type: 'agent-stopped', how },
      ]).catch(() => undefined);
      this.#run = null;
    }
    await this.#record.end();
    return how;
  }

  async #askAgent<Value>(
    request: (run: AgentRun) => Promise<Value>,
  ): Answer<Value, 'not-running' | 'agent-refused'> {
    const decided = decideUseAgent(this.state);
    const run = this.#run;
    if (!decided.ok) return decided;
    if (run === null || this.closing) return err({ code: 'not-running', message: 'the agent does not run' });
    try {
      const value = await request(run);
      if (run === this.#run && !run.stopping) return ok(value);
      return err({ code: 'not-running', message: 'the agent stopped meanwhile' });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return err({ code: error instanceof AgentFailure ? 'not-running' : 'agent-refused', message });
    }
  }
}

const cannotStart: StartSignInProgram = () =>
  Promise.resolve(err(failureOfOurs('not-found', 'programs to sign in with cannot be run here')));
