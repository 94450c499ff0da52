/**
 * Signing in to the agent of one session, always because the person asked for it. Three ways: the running agent
 * does it, a new process of the agent does it before it opens the session, or a program of the agent is run and
 * talked to. When it worked the session goes on by itself.
 */
import { err, ok, type Result } from '../../shared/result.ts';
import type { SessionEventBody } from '../../shared/session/event.ts';
import type { SignInOutcome } from '../../shared/session/sign-in.ts';
import type { SessionState } from '../../shared/session/state.ts';
import type { AgentLaunch } from '../agents/agent-link.ts';
import type { StartSignInProgram, SignInProgram, TerminalMethod } from '../agents/sign-in-program.ts';
import { decideSignIn, type Refusal } from './decide.ts';
import { SignInOutput } from './sign-in-output.ts';

export type SignInPorts = {
  readonly state: () => SessionState;
  readonly append: (bodies: readonly SessionEventBody[]) => Promise<void>;
  readonly cwd: string;
  /** Null when the agent is no longer in the catalogue. */
  readonly launch: () => AgentLaunch | null;
  readonly startProgram: StartSignInProgram;
  /** Asks the agent that runs. */
  readonly authenticate: (methodId: string, signal: AbortSignal) => Promise<void>;
  /** Starts the agent anew, which signs in with that method before it opens the session. */
  readonly startWith: (methodId: string) => void;
  /** Ends the agent that `startWith` started. */
  readonly abandonStart: () => void;
  /** Starts the agent anew, which is signed in now; `events` say so. */
  readonly startSignedIn: (events: readonly SessionEventBody[]) => void;
};

export class SignInDesk {
  readonly output = new SignInOutput();
  readonly #ports: SignInPorts;
  #program: SignInProgram | null = null;
  #abort: AbortController | null = null;
  #running: Promise<void> = Promise.resolve();

  constructor(ports: SignInPorts) {
    this.#ports = ports;
  }

  start(methodId: string): Result<null, Refusal<'not-needed' | 'no-method' | 'signing-in'>> {
    const { state, append, startWith } = this.#ports;
    const decided = decideSignIn(state(), { methodId });
    if (!decided.ok) return decided;
    const method = decided.value;
    this.output.clear();
    void append([{ type: 'sign-in-started', methodId, how: method.type }]).catch(() => undefined);
    if (method.type === 'terminal') this.#running = this.#runProgram(method);
    else if (state().phase.name === 'ready') this.#running = this.#authenticate(methodId);
    else startWith(methodId);
    return ok(null);
  }

  input(line: string): Result<null, Refusal<'not-signing-in'>> {
    if (this.#program === null) return notSigningIn;
    this.#program.write(line);
    return ok(null);
  }

  cancel(): Result<null, Refusal<'not-signing-in'>> {
    if (this.#ports.state().signIn?.status !== 'running') return notSigningIn;
    if (this.#abort === null) this.#ports.abandonStart();
    else this.#stop();
    return ok(null);
  }

  /** For the session's end: resolves when no program of it runs. */
  async close(): Promise<void> {
    this.#stop();
    await this.#running;
  }

  #stop(): void {
    this.#abort?.abort();
    void this.#program?.stop();
  }

  async #runProgram(method: TerminalMethod): Promise<void> {
    const { launch, startProgram, cwd } = this.#ports;
    const abort = new AbortController();
    this.#abort = abort;
    const agent = launch();
    if (agent === null)
      return this.#end({ type: 'failed', message: 'the agent is no longer in the catalogue' });
    const started = await startProgram(agent, method, cwd, (text) => {
      if (!abort.signal.aborted) this.output.add(text);
    });
    if (!started.ok) return this.#end({ type: 'failed', message: started.error.message });
    this.#program = started.value;
    if (abort.signal.aborted) void started.value.stop();
    const exit = await started.value.ended;
    this.#program = null;
    if (abort.signal.aborted) {
      await started.value.stop();
      return this.#end({ type: 'cancelled' });
    }
    if (exit.code === 0) return this.#end({ type: 'ok' });
    const how = exit.signal === null ? `exit code ${exit.code}` : `signal ${exit.signal}`;
    this.#end({ type: 'failed', message: how });
  }

  async #authenticate(methodId: string): Promise<void> {
    const abort = new AbortController();
    this.#abort = abort;
    try {
      await this.#ports.authenticate(methodId, abort.signal);
      this.#end({ type: 'ok' }, { restart: false });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#end(abort.signal.aborted ? { type: 'cancelled' } : { type: 'failed', message });
    }
  }

  #end(outcome: SignInOutcome, { restart = true }: { readonly restart?: boolean } = {}): void {
    const { append, startSignedIn, state } = this.#ports;
    this.#abort = null;
    // The agent may have gone meanwhile, which ended the sign-in with it.
    if (state().signIn?.status !== 'running') return;
    const ended: SessionEventBody = { type: 'sign-in-ended', outcome };
    if (outcome.type === 'ok' && restart) startSignedIn([ended]);
    else void append([ended]).catch(() => undefined);
  }
}

const notSigningIn = err({ code: 'not-signing-in' as const, message: 'no sign-in runs' });
