/** Programs of the system that some runs need. */
import { execFile } from 'node:child_process';

export function hasTool(name: string): Promise<boolean> {
  return runTool(name, ['--version']);
}

/** Whether it ended well. */
export function runTool(name: string, args: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(name, [...args], { timeout: 10_000 }, (error) => resolve(error === null));
  });
}
