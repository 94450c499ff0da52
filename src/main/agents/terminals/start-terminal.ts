import { err, ok } from '../../../shared/result.ts';
import type { Result } from '../../../shared/result.ts';
import type { ProcessRegistry } from '../../processes/registry.ts';
import type { StopPace } from '../../processes/stop-ladder.ts';
import type { TerminalProcess } from './agent-terminal.ts';
import type { TerminalStart } from './agent-terminals.ts';

/** A command that is stopped has nothing to save that it could not save on TERM. */
const PACE: StopPace = { inputMs: 0, termMs: 2000, killMs: 2000 };

/** Over pipes, without input. Rejects never: what is wrong comes back as a sentence. */
export async function startTerminal(
  processes: ProcessRegistry,
  { command, args, env, cwd }: TerminalStart,
): Promise<Result<TerminalProcess, string>> {
  const started = await processes.start({ command, args, env, cwd, kind: 'terminal' });
  if (!started.ok) return err(started.error.message);
  const { process, settled } = started.value;
  settled();
  // Nobody types: a command that asks gets an end of input instead of waiting for ever.
  process.stdin.end();
  const { stdout, stderr, exited } = process;
  return ok({ stdout, stderr, exited, stop: () => processes.stop(process, PACE) });
}
