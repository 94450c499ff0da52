/**
 * One run of an agent process for one session: from start to gone. Sorts what the agent sends by the agent's
 * own session id. A session makes a new run for each start, so nothing late of an old run can touch a new one.
 */
import type {
  ContentBlock,
  PermissionOutcome,
  StopReason,
  TurnTokens,
} from '../../shared/session/content.ts';
import type {
  AgentDescription,
  Effect,
  Failure,
  SessionEventBody,
  SessionEventType,
  StartStage,
} from '../../shared/session/event.ts';
import type { QuestionOutcome } from '../../shared/session/question.ts';
import {
  AgentFailure,
  AgentRequestError,
  type AgentLaunch,
  type AgentLink,
  type OpenedSession,
  type PermissionAsk,
  type QuestionAsk,
  type StartAgent,
  type StartedAgent,
  type StopHow,
} from '../agents/agent-link.ts';
import type { ProtocolLog } from '../agents/protocol-log.ts';
import { failureOfOurs, foreignUpdates, updatesLost } from './own-words.ts';
import { cancelled } from './permission-broker.ts';

/** Updates that may come before the session's id is known. */
export const MAX_EARLY = 10_000;
/** So many updates for sessions that are not ours are worth a notice. */
export const FOREIGN_NOTICE = 10;
/** JSON-RPC code of ACP for a missing sign-in. */
const AUTH_REQUIRED = -32000;

/** What stays true of a session without its history. */
const NOT_HISTORY: ReadonlySet<SessionEventType> = new Set([
  'commands',
  'mode',
  'options',
  'info',
  'usage',
  'account',
  'mcp-servers',
]);

export type AgentRunOptions = {
  readonly startAgent: StartAgent;
  readonly launch: AgentLaunch;
  readonly cwd: string;
  /** The agent's id of the conversation to take up again; null: a new one. */
  readonly resume: string | null;
  /** The agent's id of the conversation that the new one begins as a copy of. */
  readonly fork?: string | null;
  /** The conversation of `resume` was had elsewhere: what the agent tells of it is news. */
  readonly adopts?: boolean;
  /** What comes between the two calls is what was said before. */
  readonly onReplay?: (what: 'starts' | 'ends') => void;
  /** The method to sign in with before the session is opened. */
  readonly signIn?: string | null;
  readonly onDescribed?: (agent: AgentDescription) => void;
  readonly onProcess?: (started: StartedAgent) => void;
  readonly onStage: (stage: StartStage) => void;
  /** What concerns our session, in order. */
  readonly onUpdates: (bodies: readonly SessionEventBody[]) => void;
  /** `subagentId`: the sub-agent that asks; null: the agent itself. */
  readonly onPermission: (
    ask: PermissionAsk,
    signal: AbortSignal,
    subagentId: string | null,
  ) => Promise<PermissionOutcome>;
  /** Before the app does something outside itself for the agent: resolves when that is saved. */
  readonly onEffect?: (effect: Effect) => Promise<(done: boolean) => void>;
  /** What of the conversation the agent told again, which is not taken into the record. */
  readonly onRepeated?: (bodies: readonly SessionEventBody[]) => void;
  readonly onQuestion?: (ask: QuestionAsk, signal: AbortSignal) => Promise<QuestionOutcome>;
  /** The process is gone although nobody stopped it. At most once. */
  readonly onGone: (failure: Failure) => void;
  readonly protocolLog?: ProtocolLog;
};

export type OpenedRun = OpenedSession & {
  readonly agent: AgentDescription;
  /** `forgotten`: it was to resume and could not; the agent knows nothing of the conversation. */
  readonly memory: 'new' | 'resumed' | 'forgotten' | 'forked' | 'adopted';
};

export class AgentRun {
  readonly #options: AgentRunOptions;
  readonly #abort = new AbortController();
  #link: AgentLink | null = null;
  #starting: Promise<unknown> = Promise.resolve();
  #stopping = false;
  #stopped: Promise<StopHow> | null = null;
  #gone = false;
  #acpSessionId: string | null = null;
  #isOpen = false;
  #early = new Map<string, SessionEventBody[]>();
  #earlyCount = 0;
  #earlyLost = false;
  /** Sessions that the agent announced as its own helpers. */
  readonly #children = new Set<string>();
  #foreign = 0;
  /** The agent tells its history again, which the record has already, until the next prompt. */
  #repeats = false;

  constructor(options: AgentRunOptions) {
    this.#options = options;
  }

  /** Someone asked it to stop. */
  get stopping(): boolean {
    return this.#stopping;
  }

  /**
   * Starts the process and opens or takes up the session. Rejects with AgentFailure; the process may run on
   * then, until `stop`. Updates are held back until `release`.
   */
  start(): Promise<OpenedRun> {
    const started = this.#start();
    this.#starting = started.catch(() => undefined);
    return started;
  }

  /** Lets through what came before the session was open. */
  release(): void {
    const id = this.#acpSessionId;
    this.#isOpen = true;
    const early = this.#early;
    this.#early = new Map();
    for (const [acpSessionId, bodies] of early) this.#take(acpSessionId, bodies);
    if (this.#earlyLost && id !== null) this.#options.onUpdates([updatesLost]);
  }

  prompt(prompt: readonly ContentBlock[]): Promise<StopReason> {
    this.#repeats = false;
    return this.#opened((link, id) => link.prompt(id, prompt));
  }

  cancel(): void {
    if (this.#link !== null && this.#acpSessionId !== null && !this.#gone) {
      this.#link.cancel(this.#acpSessionId);
    }
  }

  /** Stops one sub-agent alone. */
  cancelSubagent(subagentId: string): void {
    if (this.#link !== null && this.#children.has(subagentId) && !this.#gone) this.#link.cancel(subagentId);
  }

  authenticate(methodId: string, signal: AbortSignal): Promise<void> {
    return this.#opened((link) => link.authenticate(methodId, signal));
  }

  logout(): Promise<void> {
    return this.#opened((link) => link.logout());
  }

  setTitle(title: string): Promise<void> {
    return this.#opened((link, id) => link.setTitle(id, title));
  }

  archiveSession(archived: boolean): Promise<void> {
    return this.#opened((link, id) => link.archiveSession(id, archived));
  }

  /** Of the prompt that was answered last. */
  get turnTokens(): TurnTokens | null {
    return this.#acpSessionId === null ? null : (this.#link?.turnTokens(this.#acpSessionId) ?? null);
  }

  deleteSession(): Promise<void> {
    return this.#opened((link, id) => link.deleteSession(id));
  }

  /** Ends a command of the agent, or of a sub-agent, that the app runs. False when it does not run. */
  stopTerminal(terminalId: string): boolean {
    const link = this.#link;
    if (link === null || this.#acpSessionId === null || this.#gone) return false;
    return [this.#acpSessionId, ...this.#children].some((id) => link.stopTerminal(id, terminalId));
  }

  setMode(modeId: string): Promise<void> {
    return this.#opened((link, id) => link.setMode(id, modeId));
  }

  setOption(optionId: string, value: string | boolean) {
    return this.#opened((link, id) => link.setOption(id, optionId, value));
  }

  /** The whole stop ladder, also while it starts. Calling it again awaits the same. */
  stop(): Promise<StopHow> {
    this.#stopping = true;
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #start(): Promise<OpenedRun> {
    const { startAgent, launch, cwd, resume, onStage, onUpdates, protocolLog } = this.#options;
    const { fork = null, signIn = null, adopts = false } = this.#options;
    const link = await startAgent(
      launch,
      cwd,
      {
        onEvents: (acpSessionId, events) => this.#take(acpSessionId, events),
        onPermission: (acpSessionId, ask, signal) => this.#ask(acpSessionId, ask, signal),
        onQuestion: (acpSessionId, ask, signal) => this.#question(acpSessionId, ask, signal),
        onQuestionCompleted: (elicitationId) => {
          if (!this.stopping) onUpdates([{ type: 'question-completed', elicitationId }]);
        },
        onEffect: (acpSessionId, effect) => this.#effect(acpSessionId, effect),
        onProcess: (started) => this.#options.onProcess?.(started),
        onExit: (failure) => this.#exit(failure),
        ...(protocolLog === undefined ? {} : { protocolLog }),
      },
      (stage) => {
        if (!this.stopping) onStage(stage);
      },
      this.#abort.signal,
    );
    this.#link = link;
    if (this.stopping)
      throw new AgentFailure(failureOfOurs('exited-early', 'stopped while it started', { code: 'stopped' }));
    this.#options.onDescribed?.(link.agent);
    if (signIn !== null) {
      onStage('signing-in');
      await this.#signIn(link, signIn);
    }
    onStage('opening');
    if (fork !== null) {
      const forked = await link.forkSession(cwd, fork);
      this.#acpSessionId = forked.acpSessionId;
      return { ...forked, agent: link.agent, memory: 'forked' };
    }
    if (resume !== null && adopts)
      return { ...(await this.#adopt(link, resume)), agent: link.agent, memory: 'adopted' };
    const resumed = resume === null ? null : await this.#reopen(link, resume);
    this.#repeats = resumed !== null;
    const opened = resumed ?? (await link.openSession(cwd));
    this.#acpSessionId = opened.acpSessionId;
    const memory = resume === null ? 'new' : resumed === null ? 'forgotten' : 'resumed';
    return { ...opened, agent: link.agent, memory };
  }

  /** Whatever goes wrong with it, what is missing is the sign-in. */
  async #signIn(link: AgentLink, methodId: string): Promise<void> {
    try {
      await link.authenticate(methodId, this.#abort.signal);
    } catch (error) {
      if (!(error instanceof AgentRequestError)) throw error;
      throw new AgentFailure(failureOfOurs('auth-required', error.message));
    }
  }

  /** Lets its history through as it comes, however long it is. */
  async #adopt(link: AgentLink, acpSessionId: string): Promise<OpenedSession> {
    this.#acpSessionId = acpSessionId;
    this.#isOpen = true;
    this.#options.onReplay?.('starts');
    try {
      const opened = await link.reopenSession(this.#options.cwd, acpSessionId);
      if (opened !== null) return opened;
      throw new AgentFailure(failureOfOurs('session-refused', 'the agent cannot load conversations'));
    } finally {
      this.#options.onReplay?.('ends');
    }
  }

  /** Null when the agent cannot, or says that it no longer has the conversation. */
  async #reopen(link: AgentLink, acpSessionId: string): Promise<OpenedSession | null> {
    this.#repeats = true;
    this.#acpSessionId = acpSessionId;
    try {
      return await link.reopenSession(this.#options.cwd, acpSessionId);
    } catch (error) {
      const refused = failureOf(error).code === 'session-refused';
      if (!refused || this.#gone || this.stopping) throw error;
      return null;
    }
  }

  async #stop(): Promise<StopHow> {
    this.#abort.abort();
    if (this.#link !== null) return this.#link.stop();
    await this.#starting;
    // Aborting a start ends the process, unless the start was over at the same moment.
    const link = this.#link as AgentLink | null;
    return link === null ? 'clean' : link.stop();
  }

  #opened<Value>(request: (link: AgentLink, acpSessionId: string) => Promise<Value>): Promise<Value> {
    if (this.#link === null || this.#acpSessionId === null || this.#gone) {
      return Promise.reject(new AgentFailure(failureOfOurs('exited', 'the agent process is gone')));
    }
    return request(this.#link, this.#acpSessionId);
  }

  #exit(failure: Failure): void {
    if (this.#gone) return;
    this.#gone = true;
    if (!this.stopping) this.#options.onGone(failure);
  }

  #take(acpSessionId: string, bodies: readonly SessionEventBody[]): void {
    if (!this.#isOpen) {
      this.#keepEarly(acpSessionId, bodies);
    } else if (acpSessionId === this.#acpSessionId) {
      this.#learnChildren(bodies);
      const news = this.#repeats ? bodies.filter(({ type }) => NOT_HISTORY.has(type)) : bodies;
      if (news.length > 0) this.#options.onUpdates(news);
    } else if (this.#children.has(acpSessionId)) {
      this.#learnChildren(bodies);
      if (!this.#repeats) this.#options.onUpdates(bodies.flatMap((body) => childOf(acpSessionId, body)));
    } else {
      this.#foreign += bodies.length;
      if (this.#foreign >= FOREIGN_NOTICE && this.#foreign - bodies.length < FOREIGN_NOTICE) {
        this.#options.onUpdates([foreignUpdates]);
      }
    }
  }

  #learnChildren(bodies: readonly SessionEventBody[]): void {
    for (const body of bodies) if (body.type === 'subagent') this.#children.add(body.subagentId);
  }

  async #effect(acpSessionId: string, effect: Effect): Promise<(done: boolean) => void> {
    const { onEffect } = this.#options;
    const ours = acpSessionId === this.#acpSessionId || this.#children.has(acpSessionId);
    if (!ours || this.#gone || this.stopping) throw new AgentFailure(failureOfOurs('exited', 'it is over'));
    return onEffect === undefined ? () => undefined : onEffect(effect);
  }

  #keepEarly(acpSessionId: string, bodies: readonly SessionEventBody[]): void {
    const repeated = this.#repeats && acpSessionId === this.#acpSessionId;
    if (repeated) this.#options.onRepeated?.(bodies);
    const kept = this.#early.get(acpSessionId) ?? [];
    for (const body of bodies) {
      if (repeated && !NOT_HISTORY.has(body.type)) continue;
      if (this.#earlyCount >= MAX_EARLY) {
        this.#earlyLost = true;
        break;
      }
      this.#earlyCount += 1;
      kept.push(body);
    }
    this.#early.set(acpSessionId, kept);
  }

  async #ask(acpSessionId: string, ask: PermissionAsk, signal: AbortSignal): Promise<PermissionOutcome> {
    const ours = acpSessionId === this.#acpSessionId || this.#children.has(acpSessionId);
    if (!this.#isOpen || !ours || this.#gone || this.stopping) return cancelled('agent-gone');
    return this.#options.onPermission(ask, signal, acpSessionId === this.#acpSessionId ? null : acpSessionId);
  }

  /** Before the session is open an agent asks what it needs to know to open it, a sign-in for one. */
  async #question(
    acpSessionId: string | null,
    ask: QuestionAsk,
    signal: AbortSignal,
  ): Promise<QuestionOutcome> {
    const ours =
      !this.#isOpen ||
      acpSessionId === null ||
      acpSessionId === this.#acpSessionId ||
      this.#children.has(acpSessionId);
    const { onQuestion } = this.#options;
    if (!ours || this.#gone || this.stopping || onQuestion === undefined) {
      return { outcome: 'cancelled', why: 'agent-gone' };
    }
    return onQuestion(ask, signal);
  }
}

/** What stands in a transcript; a sub-agent's modes, titles and usage are not the session's. */
function childOf(subagentId: string, body: SessionEventBody): readonly SessionEventBody[] {
  switch (body.type) {
    case 'message-chunk':
    case 'tool-call':
    case 'plan':
    case 'plan-document':
    case 'plan-removed':
    case 'notice':
    case 'compaction':
    case 'subagent':
    case 'unknown':
      return [{ type: 'child', subagentId, body }];
    default:
      return [];
  }
}

/** What went wrong, as data, whatever was thrown. */
export function failureOf(error: unknown): Failure {
  if (error instanceof AgentFailure) return error.failure;
  const authRequired = error instanceof AgentRequestError && error.code === AUTH_REQUIRED;
  return failureOfOurs(
    authRequired ? 'auth-required' : 'session-refused',
    error instanceof Error ? error.message : String(error),
  );
}
