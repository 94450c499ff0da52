/**
 * The program of an agent that a person signs in with (ACP terminal methods): the agent's own command with the
 * method's arguments appended, over pipes. There is no terminal behind it, so a program that insists on one
 * says so in its output and ends.
 */
import type { Failure } from '../../shared/session/event.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import type { AuthMethod } from '../../shared/session/sign-in.ts';
import type { ProcessRegistry } from '../processes/registry.ts';
import type { ExitInfo } from '../processes/spawn.ts';
import type { AgentLaunch, StopHow } from './agent-link.ts';

export type TerminalMethod = Extract<AuthMethod, { readonly type: 'terminal' }>;

export type SignInProgram = {
  /** One line, without its end. */
  write(line: string): void;
  /** It has ended and all that it wrote was told. */
  readonly ended: Promise<ExitInfo>;
  stop(): Promise<StopHow>;
};

export type StartSignInProgram = (
  launch: AgentLaunch,
  method: TerminalMethod,
  cwd: string,
  onOutput: (text: string) => void,
) => Promise<Result<SignInProgram, Failure>>;

/** For what is still in its pipes when it has ended. */
const DRAIN_MS = 300;

export function createStartSignInProgram(processes: ProcessRegistry): StartSignInProgram {
  return async (launch, method, cwd, onOutput) => {
    const { command, args, env } = programOf(launch, method);
    const started = await processes.start({ command, args, env, cwd, kind: 'terminal' });
    if (!started.ok) {
      const { code, message } = started.error;
      const failure = code === 'spawn-failed' ? ('exited-early' as const) : code;
      return err({ code: failure, message, exitCode: null, signal: null, stderrTail: [] });
    }
    const { process: managed, settled } = started.value;
    settled();
    const outputs = [managed.stdout, managed.stderr];
    for (const output of outputs) output.setEncoding('utf8').on('data', onOutput);
    // It may end while a line is on its way; the exit says what there is to say.
    managed.stdin.on('error', () => undefined);
    const drained = Promise.all(outputs.map((output) => new Promise((done) => output.once('close', done))));
    const ended = managed.exited.then(async (exit) => {
      let timer: NodeJS.Timeout | undefined;
      const patience = new Promise((resolve) => {
        timer = setTimeout(resolve, DRAIN_MS);
      });
      await Promise.race([drained, patience]);
      clearTimeout(timer);
      void processes.stop(managed);
      return exit;
    });
    return ok({
      write: (line) => void (managed.stdin.writable && managed.stdin.write(`${line}\n`)),
      ended,
      stop: () => processes.stop(managed, { inputMs: 200, termMs: 1500, killMs: 2000 }),
    });
  };
}

/** The method's variables win over those of the agent. */
export function programOf(
  launch: AgentLaunch,
  method: TerminalMethod,
): Pick<AgentLaunch, 'command' | 'args' | 'env'> {
  const env = { ...launch.env, ...method.env };
  return method.command === null
    ? { command: launch.command, args: [...launch.args, ...method.args], env }
    : { command: method.command, args: method.args, env };
}
