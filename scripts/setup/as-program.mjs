import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { endAll, endOnInterrupt, wasInterrupted } from './endings.mjs';
import { describeFailure } from './failure.mjs';
import { say } from './step.mjs';

/**
 * Runs `main` when its module is what `node` was started with (also through a symbolic link), with the manners of a
 * command: an interrupt cleans up, a failure is one sentence and a next step, and nothing it started stays behind.
 *
 * @param {string} moduleUrl import.meta.url
 * @param {(args: string[]) => Promise<number | void>} main returns the exit code
 */
export async function asProgram(moduleUrl, main) {
  const started = process.argv[1];
  if (started === undefined || realpathSync(started) !== fileURLToPath(moduleUrl)) return;
  endOnInterrupt();
  let code = 1;
  try {
    code = Number((await main(process.argv.slice(2))) ?? 0);
  } catch (error) {
    if (!wasInterrupted()) say(describeFailure(error));
  }
  if (wasInterrupted()) return; // the interrupt's own clean-up decides when and how this ends
  await endAll();
  process.exitCode = code;
}
