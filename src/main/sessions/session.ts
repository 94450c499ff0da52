/**
 * One session: takes commands one at a time, decides them against the state, appends the events, and sees to
 * their effects on the agent. It lives in main whatever the windows do, and what goes wrong in it stays in it.
 */
import { err, ok, type Result } from '../../shared/result.ts';
import type { Mode, Rule } from '../../shared/permission/rule.ts';
import type { ContentBlock } from '../../shared/session/content.ts';
import type { SessionEvent, SessionEventBody } from '../../shared/session/event.ts';
import type { SessionFacts } from '../../shared/session/select.ts';
import type { SessionState } from '../../shared/session/state.ts';
import { AgentFailure, type StartedAgent, type StopHow } from '../agents/agent-link.ts';
import type { ProtocolLog } from '../agents/protocol-log.ts';
import type { StartSignInProgram } from '../agents/sign-in-program.ts';
import { AgentHolder } from './agent-holder.ts';
import {
  type QuestionAnswer,
  type Refusal,
  allDrained,
  decideAnswer,
  decideAnswerQuestion,
  decideArchive,
  decideChooseMode,
  decideEditQueued,
  decideMarkRead,
  decideMoveQueued,
  decidePin,
  decidePrompt,
  decideRename,
  decideRestart,
  decideRevokeRule,
  decideSendNow,
  decideUnqueue,
  offeredRules,
} from './decide.ts';
import { failureOfOurs } from './own-words.ts';
import { cancelled } from './permission-broker.ts';
import { SessionCore, type SessionPorts } from './session-core.ts';
import { RestartDesk } from './restart-desk.ts';
import type { RecordWatcher } from './session-record.ts';
import { SignInDesk } from './sign-in-desk.ts';
import { TurnDesk } from './turn-desk.ts';
import { DEFAULT_SILENCE_MINUTES, TurnWatch, commandRuns } from './turn-watch.ts';

export type CloseHow = StopHow | 'none';
type Answer<Value, Code extends string> = Promise<Result<Value, Refusal<Code>>>;

export class Session {
  readonly facts: SessionFacts;
  readonly protocolLog: ProtocolLog;
  readonly signInDesk: SignInDesk;
  readonly #core: SessionCore;
  readonly #holder: AgentHolder;
  readonly #turns: TurnDesk;
  readonly #silence: TurnWatch;
  readonly #restarts: RestartDesk;
  #closed: Promise<CloseHow> | null = null;

  constructor(facts: SessionFacts, ports: SessionPorts) {
    this.facts = facts;
    const core = new SessionCore(facts, ports);
    const holder = new AgentHolder(core, {
      onReady: () => {
        this.#restarts.ready();
        this.#turns.sendNext();
      },
      onEnded: () => this.#turns.stopWaiting(),
      onGone: (ended) => {
        if (!core.closing) this.#restarts.ended(ended);
      },
    });
    this.#core = core;
    this.#holder = holder;
    this.#turns = new TurnDesk(core, holder);
    this.#silence = new TurnWatch({
      clock: ports.clock,
      state: () => core.state,
      silenceMs: () => {
        const minutes = ports.launchOf(facts.agentId)?.silenceMinutes ?? DEFAULT_SILENCE_MINUTES;
        return minutes === 0 ? null : minutes * 60_000;
      },
      commandRuns: () => commandRuns(core.state),
      onChange: (since) => void core.append([{ type: 'turn-silent', since }]).catch(() => undefined),
    });
    core.heard = (bodies) => this.#silence.heard(bodies);
    this.#restarts = new RestartDesk({
      clock: ports.clock,
      chance: Math.random,
      restart: () => void this.#beginAgain(),
      onChange: (plan) => {
        if (plan !== null || core.state.restart !== null) {
          void core.append([{ type: 'restart-planned', plan }]).catch(() => undefined);
        }
      },
    });
    this.protocolLog = core.protocolLog;
    this.signInDesk = new SignInDesk({
      state: () => core.state,
      append: (bodies) => core.append(bodies),
      cwd: facts.cwd,
      launch: () => ports.launchOf(facts.agentId),
      startProgram: ports.startSignInProgram ?? cannotStart,
      authenticate: (methodId, signal) =>
        holder.run === null
          ? Promise.reject(new AgentFailure(failureOfOurs('exited', 'the agent does not run')))
          : holder.run.authenticate(methodId, signal),
      startWith: (methodId) => {
        void core.append([{ type: 'agent-starting', stage: 'starting' }]);
        holder.begin({ signIn: methodId });
      },
      abandonStart: () => holder.abandonStart(),
      startSignedIn: (events) => holder.startSignedIn(events),
    });
  }

  get state(): SessionState {
    return this.#core.state;
  }

  get closing(): boolean {
    return this.#core.closing;
  }

  /** Of its agent, the one that was started last since the app is; null: none was. */
  get process(): StartedAgent | null {
    return this.#holder.process;
  }

  get processRuns(): boolean {
    return this.#holder.run !== null;
  }

  /** Nothing may happen in it. */
  get readOnly(): boolean {
    return this.#core.readOnly;
  }

  /** A process of it runs, is being ended, or is about to be started again. */
  get isAtWork(): boolean {
    const willRun = this.#restarts.plan?.type === 'restarting';
    return this.#holder.run !== null || willRun || this.state.signIn?.status === 'running';
  }

  /** For one whose record says that something of it runs although nothing can: the app ended under it. */
  markInterrupted(): void {
    void this.#core.append([{ type: 'agent-stopped', how: 'interrupted' }]);
  }

  /** The state now and every event after it. */
  /** All that its record holds, oldest first; what is not saved yet too. */
  events(): AsyncIterable<readonly SessionEvent[]> {
    return this.#core.ports.log.read();
  }

  watch(watcher: RecordWatcher): { readonly state: SessionState; readonly stop: () => void } {
    return this.#core.record.watch(watcher);
  }

  /** Starts the agent of a new session. `fork`: the agent's id of the conversation that it begins as a copy of. */
  start({
    fork = null,
    adopt = null,
  }: { readonly fork?: string | null; readonly adopt?: string | null } = {}): void {
    if (this.state.phase.name !== 'new' || this.closing) return;
    void this.#core.append([{ type: 'agent-starting', stage: 'starting' }]);
    this.#holder.begin({ fork, adopt });
  }

  async prompt(
    prompt: readonly ContentBlock[],
  ): Answer<{ readonly queued: boolean }, 'not-running' | 'queue-full'> {
    if (this.closing) return err({ code: 'not-running', message: 'the session is being closed' });
    if (this.readOnly) return err({ code: 'not-running', message: 'the session can only be read' });
    const { serves } = this.#holder;
    const decided = decidePrompt(this.state, { prompt, id: this.#core.ports.newId(), serves });
    if (!decided.ok) return decided;
    const saved = this.#core.append(decided.value);
    const starts = decided.value.some(({ type }) => type === 'turn-started');
    if (starts) void this.#turns.send(saved);
    else this.#goOn();
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
    if (this.state.active === null) this.#goOn();
    else await this.cancel();
    return answer;
  }

  async pin(pinned: boolean): Answer<null, never> {
    return this.#simply(decidePin(this.state, { pinned }));
  }

  /** One that is put away does not run. */
  async archive(archived: boolean): Answer<null, never> {
    if (archived) void this.stop();
    return this.#simply(decideArchive(this.state, { archived }));
  }

  /**
   * Answers open questions `cancelled`, then tells the agent. An agent that does not hear it in time is
   * stopped, and the turn ends as interrupted.
   */
  cancel(): Answer<null, 'no-turn'> {
    return this.#turns.cancel();
  }

  /** `remember`: what was asked becomes a rule. It is on record before the answer, or there is no answer. */
  async answerPermission(
    requestId: string,
    optionId: string,
    remember?: { readonly offer: number; readonly scope: 'session' | 'workspace' | 'everywhere' },
  ): Answer<null, 'already-settled' | 'no-option' | 'not-kept'> {
    let own: readonly Rule[] = [];
    if (remember !== undefined) {
      const { offer, scope } = remember;
      const texts = offeredRules(this.state, { requestId, optionId, offer });
      if (texts === null) return err({ code: 'no-option', message: 'that was not offered' });
      if (scope === 'session') {
        own = texts.map((text) => ({ ...text, layer: 'session', id: `session:${this.#core.ports.newId()}` }));
      } else {
        const kept = await this.#core.ports.permissions?.keepRules(texts, scope);
        if (kept?.ok !== true)
          return err({ code: 'not-kept', message: kept?.error.message ?? 'no rules here' });
      }
    }
    const decided = decideAnswer(this.state, { requestId, optionId, rules: own });
    if (!decided.ok) return decided;
    try {
      await this.#core.append(decided.value);
    } catch {
      // An answer that is not on record must not take effect.
      this.#core.broker.settle([
        { type: 'permission-settled', requestId, outcome: cancelled('turn-cancelled') },
      ]);
      return ok(null);
    }
    this.#core.broker.settle(decided.value);
    return ok(null);
  }

  async chooseMode(mode: Mode | null): Answer<null, never> {
    return this.#simply(decideChooseMode(this.state, { mode }));
  }

  async revokeRule(ruleId: string): Answer<null, never> {
    return this.#simply(decideRevokeRule(this.state, { ruleId }));
  }

  async answerQuestion(
    questionId: string,
    answer: QuestionAnswer,
  ): Answer<null, 'already-settled' | 'bad-answer'> {
    const decided = decideAnswerQuestion(this.state, { questionId, answer });
    if (!decided.ok) return decided;
    try {
      await this.#core.append(decided.value);
      this.#core.settle(decided.value);
    } catch {
      // An answer that is not on record must not reach the agent.
      this.#core.settle([
        { type: 'question-settled', questionId, outcome: { outcome: 'cancelled', why: 'turn-cancelled' } },
      ]);
    }
    return ok(null);
  }

  /** Stops one sub-agent; what it asks is answered `cancelled` first. */
  async cancelSubagent(subagentId: string): Answer<null, 'no-subagent'> {
    if (!Object.hasOwn(this.state.subagents, subagentId) || this.#holder.run === null) {
      return err({ code: 'no-subagent', message: 'no such sub-agent' });
    }
    this.#core.cancelOpen(
      allDrained(this.state, 'turn-cancelled').filter(
        (body) =>
          body.type === 'permission-settled' &&
          this.state.permissions.some(
            (pending) => pending.requestId === body.requestId && pending.subagentId === subagentId,
          ),
      ),
    );
    this.#holder.run.cancelSubagent(subagentId);
    return ok(null);
  }

  async signOut(): Answer<null, 'not-running' | 'agent-refused'> {
    const asked = await this.#holder.ask((run) => run.logout());
    if (!asked.ok) return asked;
    await this.#core.append([{ type: 'signed-out' }]).catch(() => undefined);
    return ok(null);
  }

  /** The agent forgets the conversation; ours stays until it is closed. */
  deleteAtAgent(): Answer<void, 'not-running' | 'agent-refused'> {
    return this.#holder.ask((run) => run.deleteSession());
  }

  /** Ends one command that the app runs for the agent; the turn goes on. */
  stopTerminal(terminalId: string): Result<null, Refusal<'not-running'>> {
    return this.#holder.run?.stopTerminal(terminalId) === true
      ? ok(null)
      : err({ code: 'not-running', message: 'the command does not run' });
  }

  async setMode(modeId: string): Answer<null, 'not-running' | 'agent-refused'> {
    const before = this.#core.modeEvents;
    const asked = await this.#holder.ask((run) => run.setMode(modeId));
    if (!asked.ok) return asked;
    // Some agents announce the new mode themselves, some in other words, some say nothing.
    const announced = this.#core.modeEvents !== before;
    if (!announced && this.state.modes?.currentModeId !== modeId) {
      await this.#core.append([{ type: 'mode', modeId }]).catch(() => undefined);
    }
    return ok(null);
  }

  async setOption(optionId: string, value: string | boolean): Answer<null, 'not-running' | 'agent-refused'> {
    const asked = await this.#holder.ask((run) => run.setOption(optionId, value));
    if (!asked.ok) return asked;
    await this.#core.append([{ type: 'options', options: asked.value }]).catch(() => undefined);
    return ok(null);
  }

  async rename(alias: string | null): Answer<null, never> {
    const answer = await this.#simply(decideRename(this.state, { alias }));
    const name = this.state.alias;
    // The name here is the person's whatever the agent makes of it.
    if (name !== null && this.state.agent?.offers?.includes('title') === true) {
      void this.#holder.ask((run) => run.setTitle(name));
    }
    return answer;
  }

  async markRead(): Answer<null, never> {
    return this.#simply(decideMarkRead(this.state));
  }

  /** Starts the agent anew and takes up the conversation where the agent can. */
  restart(): Answer<null, 'still-running'> {
    this.#restarts.superseded();
    return this.#beginAgain();
  }

  /** Ends the process under the running turn, and starts the agent anew. */
  async stopAndRestart(): Answer<null, 'no-turn' | 'still-running'> {
    if (this.closing || !(await this.#turns.stopAgent())) {
      return err({ code: 'no-turn', message: 'no turn runs' });
    }
    return this.restart();
  }

  /** The person waits for a silent turn; it is said again after as long. */
  keepWaiting(): Result<null, never> {
    this.#silence.waitOn();
    return ok(null);
  }

  /** An agent that ended by itself stays as it is. */
  stopRestarting(): Result<null, never> {
    this.#restarts.stop();
    return ok(null);
  }

  async #beginAgain(): Answer<null, 'still-running'> {
    if (this.closing) return err({ code: 'still-running', message: 'the session is being closed' });
    if (this.readOnly) return err({ code: 'still-running', message: 'the session can only be read' });
    const decided = decideRestart(this.state);
    if (!decided.ok) return decided;
    void this.#core.append(decided.value);
    this.#holder.begin();
    return ok(null);
  }

  /** Stops its process tree; the next prompt starts the agent again. */
  async stop(): Promise<CloseHow> {
    if (this.#closed !== null) return this.#closed;
    this.#restarts.superseded();
    this.signInDesk.cancel();
    return this.#holder.halt('stopped');
  }

  /** Stops an idle process to save its memory; to the person the session is as ready as before. */
  async park(): Promise<void> {
    if (this.state.phase.name !== 'ready' || this.state.active !== null || !this.#holder.serves) return;
    await this.#holder.halt('parked');
  }

  /** Stops the process tree and ends the record. Resolves when nothing is left of it, or that had to be given up. */
  close(): Promise<CloseHow> {
    this.#core.closing = true;
    this.#closed ??= this.#close();
    return this.#closed;
  }

  /** Sends what waits, or starts the agent that it waits for. */
  #goOn(): void {
    if (this.#holder.run === null) this.#restarts.superseded();
    this.#holder.wake();
    this.#turns.sendNext();
  }

  async #simply<Code extends string>(
    decided: Result<readonly SessionEventBody[], Refusal<Code>>,
  ): Answer<null, Code> {
    if (!decided.ok) return decided;
    await this.#core.append(decided.value).catch(() => undefined);
    return ok(null);
  }

  async #close(): Promise<CloseHow> {
    this.#turns.stopWaiting();
    this.#silence.close();
    this.#restarts.close();
    this.#core.cancelOpen(allDrained(this.state, 'closed'));
    await this.signInDesk.close();
    const how = await this.#holder.close();
    await this.#core.record.end();
    return how;
  }
}

const cannotStart: StartSignInProgram = () =>
  Promise.resolve(err(failureOfOurs('not-found', 'programs to sign in with cannot be run here')));
