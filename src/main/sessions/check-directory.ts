/** Whether a session's directory is still the one that it began in. */
import { realpath, stat } from 'node:fs/promises';
import type { Failure } from '../../shared/session/event.ts';
import { failureOfOurs } from './own-words.ts';

/** `cwd`: canonical when the session began. Null: nothing is wrong with it. */
export async function checkDirectory(cwd: string): Promise<Failure | null> {
  try {
    if (!(await stat(cwd)).isDirectory()) return bad(`${cwd} is no folder any more`);
    const canonical = await realpath(cwd);
    return canonical === cwd ? null : bad(`${cwd} leads to ${canonical} now`);
  } catch {
    return bad(`${cwd} is not there any more`);
  }
}

function bad(message: string): Failure {
  return failureOfOurs('bad-directory', message);
}
