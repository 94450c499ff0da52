/** Small system tools (ps, taskkill) whose output is read whole. */
import { execFile } from 'node:child_process';

const TIMEOUT_MS = 5000;

/** stdout, whatever the exit code; '' when the tool could not be run. Arguments reach it as they are. */
export function runTool(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { PATH, SystemRoot } = process.env;
  return new Promise((resolve) => {
    execFile(
      file,
      [...args],
      { env: { PATH, SystemRoot, ...env }, timeout: TIMEOUT_MS, maxBuffer: 16 << 20, windowsHide: true },
      (_error, stdout) => resolve(stdout),
    );
  });
}
