/**
 * Runs one shell command in a process group of its own and leaves nothing of the group behind: not when it
 * ends, not on cancel, not when the agent exits. The only place of the agent that starts processes.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { TurnCancelled } from './refusal.ts';

export type CommandRequest = {
  readonly command: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** Standard output and error as they come, whole characters only. */
  readonly onOutput: (text: string) => void;
};

export type CommandExit = { readonly code: number | null; readonly signal: NodeJS.Signals | null };

/** Between the polite and the final signal after a cancel. */
const GRACE_MS = 300;
/** How long output is awaited after the shell ended, in case a background child still holds the pipe. */
const DRAIN_MS = 250;

const running = new Set<ChildProcess>();

/** Variables that are meant for the agent itself and would mislead what it starts. */
const OWN_VARIABLES = ['ELECTRON_RUN_AS_NODE', 'SWITCHYARD_AGENT_DATA', 'SWITCHYARD_AGENT_PACE'];

/**
 * Resolves when the shell has ended and its group is gone. Rejects with TurnCancelled after the group was killed,
 * or with the system's error when no shell could be started.
 */
export function runCommand(request: CommandRequest): Promise<CommandExit> {
  if (request.signal.aborted) return Promise.reject(new TurnCancelled());
  const child = start(request);
  running.add(child);
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8');
    stream?.on('data', request.onOutput);
    stream?.on('error', () => undefined);
  }
  return new Promise((resolve, reject) => {
    let exit: CommandExit | null = null;
    let timer: NodeJS.Timeout | undefined;
    const cancel = (): void => {
      signalGroup(child, 'SIGTERM');
      timer = setTimeout(() => signalGroup(child, 'SIGKILL'), GRACE_MS);
    };
    const settle = (): void => {
      if (!running.delete(child)) return;
      clearTimeout(timer);
      request.signal.removeEventListener('abort', cancel);
      signalGroup(child, 'SIGKILL');
      child.stdout?.destroy();
      child.stderr?.destroy();
      if (request.signal.aborted) reject(new TurnCancelled());
      else if (exit !== null) resolve(exit);
    };
    request.signal.addEventListener('abort', cancel, { once: true });
    child.on('error', (error) => {
      if (child.pid !== undefined) return;
      running.delete(child);
      request.signal.removeEventListener('abort', cancel);
      reject(error);
    });
    child.on('exit', (code, signal) => {
      exit = { code, signal };
      clearTimeout(timer);
      timer = setTimeout(settle, DRAIN_MS);
    });
    child.on('close', settle);
  });
}

/** Kills every group that still runs; synchronous, for the way out. */
export function killRunningCommands(): void {
  for (const child of running) signalGroup(child, 'SIGKILL');
  running.clear();
}

function start(request: CommandRequest): ChildProcess {
  const env = { ...request.env };
  for (const name of OWN_VARIABLES) delete env[name];
  const options = { cwd: request.cwd, env, stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'] };
  if (process.platform === 'win32') {
    const shell = request.env['ComSpec'] ?? 'cmd.exe';
    return spawn(shell, ['/d', '/s', '/c', `"${request.command}"`], {
      ...options,
      windowsVerbatimArguments: true,
      windowsHide: true,
    });
  }
  return spawn('/bin/sh', ['-c', request.command], { ...options, detached: true });
}

function signalGroup(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (child.pid === undefined) return;
  if (process.platform === 'win32') {
    // Windows has no groups: end the tree while its root is there to name it by.
    if (child.exitCode === null)
      spawnSync('taskkill', ['/pid', String(child.pid), '/t', '/f'], { windowsHide: true });
    return;
  }
  try {
    process.kill(-child.pid, signal);
  } catch {
    // ESRCH: nothing of the group is left.
  }
}
