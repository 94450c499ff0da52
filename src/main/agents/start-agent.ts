/** Starts an agent's process, shakes hands, and keeps process and connection together until both are gone. */
import { realpath } from 'node:fs/promises';
import { once } from 'node:events';
import type { Failure, FailureCode, FailureDetail, SessionEventBody } from '../../shared/session/event.ts';
import { hiderOf } from '../../shared/text/hide-values.ts';
import type { ProcessRegistry } from '../processes/registry.ts';
import type { ExitInfo, ManagedProcess, StartProcessError } from '../processes/spawn.ts';
import { KILL_PACE } from '../processes/stop-ladder.ts';
import type { StopPace } from '../processes/stop-ladder.ts';
import type { Waits } from '../waking-clock.ts';
import { createFileAccess } from '../workspaces/file-access.ts';
import { AgentConnection, ORDINARY_TIMEOUTS } from './agent-connection.ts';
import type { AgentTimeouts } from './agent-connection.ts';
import { AgentFailure } from './agent-link.ts';
import type { AgentHandlers, AgentLaunch, AgentLink, RawAgent, StartAgent, StopHow } from './agent-link.ts';
import { ProtocolLog } from './protocol-log.ts';
import { quirksOf } from './quirks.ts';
import { ReopenPatience } from './reopen-patience.ts';
import { startTerminal } from './terminals/start-terminal.ts';
import { StderrTail } from './stderr-tail.ts';

export type StartAgentOptions = {
  readonly processes: ProcessRegistry;
  /** Told to agents. */
  readonly clientVersion: string;
  readonly timeouts?: Partial<AgentTimeouts>;
  /** For the timeouts; the machine's own without it. */
  readonly clock?: Waits;
};

/** With the connection as it is: for looking an agent over. */
export type Probed = AgentLink & { readonly raw: RawAgent };
export type StartProbed = (...words: Parameters<StartAgent>) => Promise<Probed>;

export function createStartAgent(options: StartAgentOptions): StartProbed {
  const patience = new ReopenPatience();
  return async (launch, cwd, handlers, onStage, signal) => {
    onStage('starting');
    if (signal.aborted) throw new AgentFailure(bareFailure('exited-early', STOPPED_EARLY, STOPPED));
    const { command, args, env, granted = [] } = launch;
    const started = await options.processes.start({ command, args, env, granted, cwd });
    if (!started.ok) throw new AgentFailure(startFailure(started.error));
    const run = new AgentProcess(options, launch, handlers, started.value.process);
    onStage('handshake');
    try {
      const link = await run.shakeHands(signal);
      return quirksOf(launch).reopen === 'at-once' ? link : { ...patience.guard(link), raw: link.raw };
    } finally {
      started.value.settled();
    }
  };
}

const STOPPED_EARLY = 'stopped while it started';
const STOPPED: FailureDetail = { code: 'stopped' };
/** After the process has ended: for what is still in its pipes. A child of its own may hold them open. */
const EXIT_GRACE_MS = 100;
/** After it closed a pipe: it is about to end, or will never be heard again. */
const PIPE_GRACE_MS = 500;
/** For running turns to end when the agent is stopped. */
const CANCEL_MS = 2000;
/** For an agent to put its sessions away before its input ends. */
const CLOSE_MS = 1000;
/** For an agent that did not come up: nothing is lost with it. */
const FAILED_START_PACE: StopPace = { inputMs: 300, termMs: 700, killMs: 2000 };
/** Lines that are no protocol, before the agent counts as broken. */
const MAX_NOISE_LINES = 1000;

function bareFailure(code: FailureCode, message: string, detail?: FailureDetail): Failure {
  return {
    code,
    message,
    ...(detail === undefined ? {} : { detail }),
    exitCode: null,
    signal: null,
    stderrTail: [],
  };
}

function startFailure(error: StartProcessError): Failure {
  switch (error.code) {
    case 'not-found': {
      const { command } = error;
      const detail = command === undefined ? undefined : ({ code: 'missing-command', command } as const);
      return bareFailure('not-found', error.message, detail);
    }
    case 'bad-directory':
      return bareFailure(error.code, error.message);
    case 'spawn-failed':
      return bareFailure('exited-early', error.message);
  }
}

/** The life of one process: at most one failure, told once, or a stop that was asked for. */
class AgentProcess {
  readonly #options: StartAgentOptions;
  readonly #handlers: AgentHandlers;
  readonly #process: ManagedProcess;
  readonly #stderr: StderrTail;
  readonly #log: ProtocolLog;
  /** What it was given to be kept is not told on. */
  readonly #hide: (text: string) => string;
  readonly #connection: AgentConnection;
  #phase: 'starting' | 'ready' | 'stopping' | 'failed' = 'starting';
  #stopped: Promise<StopHow> | null = null;
  #outputEnded: () => void = () => {};

  constructor(
    options: StartAgentOptions,
    launch: AgentLaunch,
    handlers: AgentHandlers,
    managed: ManagedProcess,
  ) {
    this.#options = options;
    this.#handlers = handlers;
    this.#process = managed;
    const log = handlers.protocolLog ?? new ProtocolLog();
    this.#log = log;
    log.hideValues(managed.secrets);
    this.#hide = hiderOf(managed.secrets);
    log.processStarted(`pid ${managed.pid}`);
    handlers.onProcess?.({ runId: managed.runId, pid: managed.pid, startedAt: Date.now() });
    this.#stderr = new StderrTail(managed.stderr, (line) => log.stderr(line));
    const outputEnded = new Promise<void>((resolve) => {
      this.#outputEnded = resolve;
    });
    this.#connection = new AgentConnection({
      stream: {
        log,
        input: managed.stdout,
        output: managed.stdin,
        onEnd: () => {
          this.#outputEnded();
          void this.#giveUpUnlessItEnds('output');
        },
        onOutputError: () => void this.#giveUpUnlessItEnds('input'),
        onLeftOut: (bytes) => this.#connection.tellAll([leftOut(bytes)]),
        onFrameTooLarge: () => this.#fail('frame-too-large', 'a message of it had no end', KILL_PACE),
        onNoise: (lines) => this.#hearNoise(lines),
      },
      name: launch.name,
      clientVersion: options.clientVersion,
      quirks: quirksOf(launch),
      ...(launch.providers === undefined ? {} : { providers: launch.providers }),
      timeouts: { ...ORDINARY_TIMEOUTS, initialize: quirksOf(launch).initializeMs, ...options.timeouts },
      ...(options.clock === undefined ? {} : { clock: options.clock }),
      handlers,
      startTerminal: (start) => startTerminal(options.processes, start),
      filesFor: async (cwd) => createFileAccess(await realpath(cwd).catch(() => cwd)),
      failure: (code, message, detail) => this.#failure(code, message, detail),
    });
    void this.#watchExit(outputEnded);
  }

  async shakeHands(signal: AbortSignal): Promise<Probed> {
    const aborted = new Promise<never>((_, reject) => {
      const abort = () => reject(new AgentFailure(this.#failure('exited-early', STOPPED_EARLY, STOPPED)));
      if (signal.aborted) abort();
      else signal.addEventListener('abort', abort, { once: true });
    });
    try {
      const agent = await Promise.race([this.#connection.initialize(), aborted]);
      this.#phase = 'ready';
      return this.#link(agent);
    } catch (error) {
      if (this.#phase === 'starting') this.#phase = 'stopping';
      await this.#stop(signal.aborted ? undefined : FAILED_START_PACE);
      throw error;
    }
  }

  #link(agent: AgentLink['agent']): Probed {
    const connection = this.#connection;
    return {
      agent,
      raw: connection.raw,
      openSession: (cwd, servers) => connection.openSession(cwd, servers),
      reopenSession: (cwd, acpSessionId, servers) => connection.reopenSession(cwd, acpSessionId, servers),
      forkSession: (cwd, acpSessionId, servers) => connection.forkSession(cwd, acpSessionId, servers),
      authenticate: (methodId, signal) => connection.authenticate(methodId, signal),
      logout: () => connection.logout(),
      setTitle: (acpSessionId, title) => connection.setTitle(acpSessionId, title),
      deleteSession: (acpSessionId) => connection.deleteSession(acpSessionId),
      archiveSession: (acpSessionId, archived) => connection.archiveSession(acpSessionId, archived),
      listSessions: (cwd) => connection.listSessions(cwd),
      prompt: (acpSessionId, prompt) => connection.prompt(acpSessionId, prompt),
      turnTokens: (acpSessionId) => connection.turnTokens(acpSessionId),
      cancel: (acpSessionId) => connection.cancel(acpSessionId),
      setMode: (acpSessionId, modeId) => connection.setMode(acpSessionId, modeId),
      setOption: (acpSessionId, optionId, value) => connection.setOption(acpSessionId, optionId, value),
      stopTerminal: (acpSessionId, terminalId) => connection.stopTerminal(acpSessionId, terminalId),
      stop: () => this.#stopAsked(),
    };
  }

  async #stopAsked(): Promise<StopHow> {
    if (this.#phase === 'ready') {
      this.#phase = 'stopping';
      await this.#connection.cancelAll(CANCEL_MS);
      await this.#connection.closeSessions(CLOSE_MS);
    }
    return this.#stop();
  }

  #stop(pace?: StopPace): Promise<StopHow> {
    const stopping = this.#stopped ?? this.#stopAll(pace);
    this.#stopped ??= stopping.finally(() => {
      void stopping.then((how) => this.#log.mark('process-stopped', how));
      this.#closeStopped();
    });
    return this.#stopped;
  }

  #closeStopped(): void {
    this.#connection.close(new AgentFailure(this.#failure('exited', 'it was stopped', STOPPED)));
  }

  /** The process and the commands that run for it. */
  async #stopAll(pace: StopPace | undefined): Promise<StopHow> {
    const [how] = await Promise.all([
      this.#options.processes.stop(this.#process, pace),
      this.#connection.closeTerminals(),
    ]);
    return how;
  }

  /** Ends the connection at once, then the process and what it left; tells whoever listens, once. */
  #fail(code: FailureCode, message: string, pace?: StopPace, detail?: FailureDetail): void {
    // Stopping waits for no answer of a process that is gone.
    if (this.#phase === 'stopping' && this.#process.exit !== null) this.#closeStopped();
    if (this.#phase === 'failed' || this.#phase === 'stopping') return;
    const wasReady = this.#phase === 'ready';
    this.#phase = 'failed';
    const failure = this.#failure(code, message, detail);
    this.#connection.close(new AgentFailure(failure));
    void this.#stop(pace);
    if (wasReady) this.#handlers.onExit(failure);
  }

  async #watchExit(outputEnded: Promise<void>): Promise<void> {
    const { exited, stderr } = this.#process;
    const exit = await exited;
    this.#log.mark('process-exited', exitText(exit));
    const drained = Promise.all([outputEnded, stderr.readableEnded ? null : once(stderr, 'close')]);
    await Promise.race([drained.catch(() => {}), delay(EXIT_GRACE_MS)]);
    const code = this.#phase === 'starting' ? 'exited-early' : 'exited';
    const lastWords = this.#stderr.lines.at(-1)?.trim();
    if (lastWords === undefined) this.#fail(code, exitText(exit), undefined, { code: 'exit' });
    else this.#fail(code, lastWords);
  }

  async #giveUpUnlessItEnds(pipe: 'input' | 'output'): Promise<void> {
    await Promise.race([this.#process.exited, delay(PIPE_GRACE_MS)]);
    if (this.#process.exit !== null) return;
    const code = this.#phase === 'starting' ? 'no-handshake' : 'exited';
    this.#fail(code, `it closed its ${pipe}`, FAILED_START_PACE, { code: 'pipe-closed', pipe });
  }

  #hearNoise(lines: number): void {
    if (lines !== MAX_NOISE_LINES) return;
    if (this.#phase === 'starting') {
      const message = 'it writes text that is no protocol to its output';
      this.#fail('no-handshake', message, FAILED_START_PACE, { code: 'no-protocol' });
      return;
    }
    this.#connection.tellAll([
      {
        type: 'notice',
        severity: 'warning',
        title: 'This agent writes lines to its output that are no protocol messages.',
        description: `${MAX_NOISE_LINES} so far. They are left out.`,
      },
    ]);
  }

  #failure(code: FailureCode, message: string, detail?: FailureDetail): Failure {
    const { exit } = this.#process;
    return {
      ...bareFailure(code, this.#hide(message), detail),
      exitCode: exit?.code ?? null,
      signal: exit?.signal ?? null,
      stderrTail: this.#stderr.lines.map(this.#hide),
    };
  }
}

function leftOut(bytes: number): SessionEventBody {
  return {
    type: 'notice',
    severity: 'warning',
    code: 'message-left-out',
    title: 'A message of the agent was too large and was left out',
    description: `${(bytes / 1024 ** 2).toFixed(1)} MiB`,
  };
}

function exitText({ code, signal }: ExitInfo): string {
  return signal === null ? `exit code ${code}` : `signal ${signal}`;
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
