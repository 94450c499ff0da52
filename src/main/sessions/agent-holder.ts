/**
 * The agent process that works for a session now: starts it, opens its conversation, notices its end, stops
 * it. Whatever belongs to another run is late and is dropped.
 */
import { err, ok, type Result } from '../../shared/result.ts';
import type { Effect, Failure, FailureCode, SessionEventBody } from '../../shared/session/event.ts';
import type { SessionState } from '../../shared/session/state.ts';
import { AgentFailure, type StartedAgent, type StopHow } from '../agents/agent-link.ts';
import { AgentRun, type OpenedRun, failureOf } from './agent-run.ts';
import { type Refusal, allDrained, decideUseAgent, nextInQueue } from './decide.ts';
import {
  failureOfOurs,
  forked,
  historyDiffers,
  imported,
  interrupted,
  startedWithoutMemory,
} from './own-words.ts';
import { ReplayComparison } from './replay-comparison.ts';
import { type WantedSettings, restoreSettings, wantedSettings } from './restore-settings.ts';
import type { EndedAgent } from './restart-desk.ts';

import type { SessionCore } from './session-core.ts';

/** What may be over with the next start: all but what is missing, or needs a person. */
const MAY_PASS: ReadonlySet<FailureCode> = new Set([
  'exited',
  'exited-early',
  'no-handshake',
  'session-refused',
]);

export type HolderHooks = {
  /** Its conversation is open: prompts may go. */
  readonly onReady: () => void;
  /** It works for the session no longer. */
  readonly onEnded: () => void;
  /** It ended by itself, which is on record. */
  readonly onGone: (ended: EndedAgent) => void;
};

export class AgentHolder {
  readonly #core: SessionCore;
  readonly #hooks: HolderHooks;
  #run: AgentRun | null = null;
  /** Until the process before is gone no new one starts. */
  #previous: Promise<unknown> = Promise.resolve();
  /** What the session is to begin as a copy of, until it has. */
  #fork: string | null = null;
  /** The agent's id of the conversation that the session is to take over from it, until it has. */
  #adopt: string | null = null;
  /** When the run became ready, on the session's clock. */
  #readyAt: number | null = null;
  #process: StartedAgent | null = null;

  constructor(core: SessionCore, hooks: HolderHooks) {
    this.#core = core;
    this.#hooks = hooks;
  }

  /** The process that was started last. */
  get process(): StartedAgent | null {
    return this.#process;
  }

  get run(): AgentRun | null {
    return this.#run;
  }

  /** Prompts may go to it, once its conversation is open. */
  get serves(): boolean {
    return this.#run !== null && !this.#run.stopping;
  }

  /** Starts it when it does not run and the session waits for nothing but that. */
  wake(): void {
    const { phase, signIn } = this.#core.state;
    const isDown = phase.name === 'stopped' || phase.name === 'parked' || phase.name === 'failed';
    if (!isDown || signIn !== null || this.#core.closing || this.#run !== null) return;
    void this.#core.append([{ type: 'agent-starting', stage: 'starting' }]);
    this.begin();
  }

  /** `fork`, `adopt`: the agent's id of the conversation that the session begins as a copy of, or takes over. */
  begin({
    signIn = null,
    fork,
    adopt,
  }: {
    readonly signIn?: string | null;
    readonly fork?: string | null;
    readonly adopt?: string | null;
  } = {}): void {
    const { facts, ports, broker, questions, protocolLog } = this.#core;
    if (fork !== undefined) this.#fork = fork;
    if (adopt !== undefined) this.#adopt = adopt;
    const launch = ports.launchOf(facts.agentId);
    if (launch === null) {
      const failure = failureOfOurs('not-found', `${facts.agentName} is no longer among the agents`);
      void this.#core.append([{ type: 'agent-failed', failure }]);
      return;
    }
    const { acpSessionId, turns } = this.#core.state;
    const wanted = wantedSettings(this.#core.state);
    const adopts = this.#adopt;
    const replay = new ReplayComparison();
    const run: AgentRun = new AgentRun({
      startAgent: ports.startAgent,
      launch,
      cwd: facts.cwd,
      // Agents do not keep sessions that were never used.
      resume: adopts ?? (turns.length === 0 ? null : acpSessionId),
      adopts: adopts !== null,
      onReplay: (what) => {
        if (run !== this.#run) return;
        void this.#core.append([{ type: what === 'starts' ? 'replay-started' : 'replay-ended' }]);
      },
      onRepeated: (bodies) => replay.take(bodies),
      onEffect: (effect) => this.#effect(effect),
      fork: this.#fork,
      signIn,
      onDescribed: (agent) => {
        if (run === this.#run) void this.#core.append([{ type: 'agent-described', agent }]);
      },
      onProcess: (started) => {
        if (run === this.#run) this.#process = started;
      },
      onStage: (stage) => {
        const { phase } = this.#core.state;
        if (run !== this.#run || (phase.name === 'starting' && phase.stage === stage)) return;
        void this.#core.append([{ type: 'agent-starting', stage }]);
      },
      onUpdates: (bodies) => {
        if (run === this.#run) this.#core.collect(bodies);
      },
      onPermission: (ask, signal, subagentId) =>
        broker.ask(ask, signal, { isCurrent: () => this.#serves(run), subagentId }),
      onQuestion: (ask, signal) => questions.ask(ask, signal, () => this.#serves(run)),
      onGone: (failure) => this.gone(run, failure),
      protocolLog,
    });
    this.#run = run;
    this.#readyAt = null;
    void this.#open(run, wanted, replay);
  }

  /** Asks the agent for something that is no prompt. */
  async ask<Value>(
    request: (run: AgentRun) => Promise<Value>,
  ): Promise<Result<Value, Refusal<'not-running' | 'agent-refused'>>> {
    const decided = decideUseAgent(this.#core.state);
    const run = this.#run;
    if (!decided.ok) return decided;
    if (run === null || this.#core.closing) {
      return err({ code: 'not-running', message: 'the agent does not run' });
    }
    try {
      const value = await request(run);
      if (run === this.#run && !run.stopping) return ok(value);
      return err({ code: 'not-running', message: 'the agent stopped meanwhile' });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return err({ code: error instanceof AgentFailure ? 'not-running' : 'agent-refused', message });
    }
  }

  /** The process of that run ended, or is of no use. */
  gone(run: AgentRun, failure: Failure): void {
    if (run !== this.#run || run.stopping) return;
    this.#run = null;
    this.#hooks.onEnded();
    // The process may have left others behind, or may still run after a failed start.
    void this.#stopRun(run);
    const { active, agent, turns } = this.#core.state;
    this.#core.cancelOpen([
      ...allDrained(this.#core.state, 'agent-gone'),
      ...endedCommands(this.#core.state),
      ...(active === null ? [] : [interrupted(active.id)]),
      { type: 'agent-failed', failure },
    ]);
    const readyAt = this.#readyAt;
    this.#hooks.onGone({
      withinTurn: active !== null,
      resumable: agent?.loadSession === true || turns.length === 0,
      wasReady: readyAt !== null,
      mayPass: MAY_PASS.has(failure.code),
      ranMs: readyAt === null ? 0 : this.#core.ports.clock.now() - readyAt,
    });
  }

  /** Null when another run took its place, or the session closed, while it was being stopped. */
  async end(run: AgentRun): Promise<StopHow | null> {
    const how = await this.#stopRun(run);
    if (run !== this.#run || this.#core.closing) return null;
    this.#run = null;
    return how;
  }

  /** Ends its process on purpose; the session goes on without one. `none`: nothing ran. */
  async halt(as: 'stopped' | 'parked'): Promise<StopHow | 'none'> {
    const run = this.#run;
    if (run === null) {
      await this.#previous;
      return 'none';
    }
    this.#hooks.onEnded();
    const { active } = this.#core.state;
    this.#core.cancelOpen([
      ...allDrained(this.#core.state, 'agent-gone'),
      ...(active === null ? [] : [interrupted(active.id)]),
    ]);
    const how = await this.#stopRun(run);
    if (run !== this.#run || this.#core.closing) return how;
    this.#run = null;
    const ended: SessionEventBody =
      as === 'parked' && how !== 'leaked' ? { type: 'parked' } : { type: 'agent-stopped', how };
    await this.#core.append([ended]).catch(() => undefined);
    // Whoever sent a prompt meanwhile wants it to run.
    if (nextInQueue(this.#core.state) !== null) this.wake();
    return how;
  }

  /** For a session that closes. `none`: nothing ran. */
  async close(): Promise<StopHow | 'none'> {
    const run = this.#run;
    if (run === null) {
      await this.#previous;
      return 'none';
    }
    const how = await this.#stopRun(run);
    const { active } = this.#core.state;
    await this.#core
      .append([...(active === null ? [] : [interrupted(active.id)]), { type: 'agent-stopped', how }])
      .catch(() => undefined);
    this.#run = null;
    return how;
  }

  /** The person gave up a sign-in that was to come before the session is opened. */
  abandonStart(): void {
    const run = this.#run;
    this.#run = null;
    if (run !== null) void this.#stopRun(run);
    const failure = failureOfOurs('auth-required', '');
    this.#core.cancelOpen([
      ...allDrained(this.#core.state, 'agent-gone'),
      { type: 'sign-in-ended', outcome: { type: 'cancelled' } },
      { type: 'agent-failed', failure },
    ]);
  }

  /** A process that ran before the sign-in knows nothing of it: a new one takes over. */
  startSignedIn(events: readonly SessionEventBody[]): void {
    const run = this.#run;
    const { active } = this.#core.state;
    if (run !== null) void this.#stopRun(run);
    this.#hooks.onEnded();
    this.#core.cancelOpen([
      ...events,
      ...allDrained(this.#core.state, 'agent-gone'),
      ...(active === null ? [] : [interrupted(active.id)]),
      { type: 'agent-starting', stage: 'starting' },
    ]);
    this.begin();
  }

  async #open(run: AgentRun, wanted: WantedSettings, replay: ReplayComparison): Promise<void> {
    const { ports, facts } = this.#core;
    try {
      await this.#previous;
      const failure = ports.checkDirectory === undefined ? null : await ports.checkDirectory(facts.cwd);
      if (run !== this.#run || run.stopping) return;
      if (failure !== null) return this.gone(run, failure);
      const opened = await run.start();
      if (run !== this.#run || run.stopping) return;
      const { agent, acpSessionId } = opened;
      const isOther = opened.memory !== 'resumed' && opened.memory !== 'forgotten';
      const { modes, options } = isOther ? opened : await restoreSettings(run, opened, wanted);
      if (run !== this.#run || run.stopping) return;
      void this.#core.append([
        { type: 'agent-ready', agent, acpSessionId, modes, options },
        ...this.#saidOf(opened.memory, replay),
      ]);
      if (opened.memory === 'forked') this.#takeForked(run);
      else run.release();
      this.#readyAt = this.#core.ports.clock.now();
      this.#hooks.onReady();
    } catch (error) {
      this.gone(run, failureOf(error));
    }
  }

  #saidOf(memory: OpenedRun['memory'], replay: ReplayComparison): readonly SessionEventBody[] {
    switch (memory) {
      case 'new':
      case 'forked':
        return [];
      case 'adopted':
        this.#adopt = null;
        return [imported];
      case 'forgotten':
        return [startedWithoutMemory];
      case 'resumed':
        return replay.agreesWith(this.#core.state.turns) ? [] : [historyDiffers];
    }
  }

  /** On record before it happens; what became of it, as soon as that is known. */
  async #effect(effect: Effect): Promise<(done: boolean) => void> {
    const effectId = this.#core.ports.newId();
    await this.#core.append([{ type: 'effect-begun', effectId, effect }]);
    return (done) =>
      void this.#core.append([{ type: 'effect-ended', effectId, done }]).catch(() => undefined);
  }

  #serves(run: AgentRun): boolean {
    return run === this.#run && !run.stopping && !this.#core.closing;
  }

  /** Some agents tell the history of what was copied, as they do on a load; of the others it is said so. */
  #takeForked(run: AgentRun): void {
    this.#fork = null;
    void this.#core.append([{ type: 'replay-started' }]);
    run.release();
    void this.#core.append([{ type: 'replay-ended' }]);
    if (this.#core.state.turns.length === 0) void this.#core.append([forked]);
  }

  /** `leaked` also when the stop itself goes wrong: nobody knows what is left then. */
  #stopRun(run: AgentRun): Promise<StopHow> {
    const stopped = run.stop().catch((error: unknown): StopHow => {
      this.#core.ports.report(error);
      return 'leaked';
    });
    this.#previous = stopped;
    return stopped;
  }
}

/** Commands that the app runs for an agent end with it: that much is known of them. */
function endedCommands({ effects }: SessionState): readonly SessionEventBody[] {
  return effects.flatMap(({ effectId, effect }) =>
    effect.kind === 'terminal' ? [{ type: 'effect-ended' as const, effectId, done: false }] : [],
  );
}
