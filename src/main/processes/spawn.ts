/** Starts processes: the one place. Each gets its own process group, a tag, and an environment built by name. */
import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { access, constants, stat } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import { err, ok } from '../../shared/result.ts';
import type { Result } from '../../shared/result.ts';
import { buildEnvironment, secretsOf } from './environment.ts';
import type { Environment, EnvironmentSources } from './environment.ts';
import type { ProcessKind } from './lease.ts';
import { ProcessEnding } from './process-ending.ts';
import type { StopHow, StopPace } from './stop-ladder.ts';
import { findOnWindows, windowsSpawn } from './windows-command.ts';
import type { WindowsSpawn } from './windows-command.ts';

export type StartProcessOptions = {
  readonly command: string;
  readonly args: readonly string[];
  /** Added to the environment that is built for it; wins. */
  readonly env: Environment;
  /** Names of the person's environment that it gets although they are withheld as a rule. */
  readonly granted?: readonly string[];
  /** Absolute. */
  readonly cwd: string;
  /** What it is for; `agent` when nothing is said. */
  readonly kind?: ProcessKind;
};

/** What whoever starts it has settled before. */
export type SpawnSetting = {
  /** A new uuid. */
  readonly runId: string;
  readonly sources: EnvironmentSources;
};

export type StartProcessError = {
  /** `not-found`: no such program, or not executable. `spawn-failed`: the system is out of something. */
  readonly code: 'not-found' | 'bad-directory' | 'spawn-failed';
  readonly message: string;
  /** The program that there is not, when that is all there is to say. */
  readonly command?: string;
};

export type ExitInfo = { readonly code: number | null; readonly signal: string | null };

export interface SupervisedProcess {
  readonly pid: number;
  /** The value of SWITCHYARD_RUN in its environment and in that of all it starts. */
  readonly runId: string;
  /** The process itself has ended; what it started may live on and hold its pipes. */
  readonly exited: Promise<ExitInfo>;
  readonly exit: ExitInfo | null;
  /**
   * Ends it and all that it started. Resolves when nothing is left, or what is left had to be given up.
   * Idempotent; a later call can only make it faster. Also cleans up after a process that ended by itself.
   */
  stop(pace?: StopPace): Promise<StopHow>;
  /** SIGKILL to its group, without waiting: for when the app itself is going down. */
  killNow(): void;
}

/** One that is spoken to over pipes. */
export interface ManagedProcess extends SupervisedProcess {
  /** Values in its environment that must be shown nowhere: under names of secrets, and what it was granted. */
  readonly secrets: readonly string[];
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
}

export async function startProcess(
  options: StartProcessOptions,
  setting: SpawnSetting = { runId: randomUUID(), sources: { appEnv: process.env, shellEnv: null } },
): Promise<Result<ManagedProcess, StartProcessError>> {
  const { runId, sources } = setting;
  const { platform } = process;
  const { env: launchEnv, granted = [] } = options;
  const env = buildEnvironment({ ...sources, launchEnv, granted, runId, platform });
  if (!(await isUsableDirectory(options.cwd))) {
    return err({ code: 'bad-directory', message: `${options.cwd} is not a folder that can be entered` });
  }
  const program = await programFor(options, env);
  if (!program.ok) return err(program.error);
  try {
    const child = spawn(program.value.file, [...program.value.args], {
      cwd: options.cwd,
      env,
      detached: platform !== 'win32',
      windowsHide: true,
      windowsVerbatimArguments: program.value.verbatim,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    return ok(await spawned(child, { runId, secrets: secretsOf(env, granted) }));
  } catch (error) {
    return err(startError(options.command, error));
  }
}

/** Rejects with the system's error when the process does not come to be. */
function spawned(child: ChildProcessWithoutNullStreams, identity: Identity): Promise<ManagedProcess> {
  return new Promise((resolve, reject) => {
    child.once('spawn', () => resolve(new SpawnedProcess(child, identity)));
    child.once('error', reject);
  });
}

export async function isUsableDirectory(path: string): Promise<boolean> {
  try {
    const found = await stat(path);
    await access(path, constants.X_OK);
    return found.isDirectory();
  } catch {
    return false;
  }
}

async function programFor(
  options: StartProcessOptions,
  env: Environment,
): Promise<Result<WindowsSpawn, StartProcessError>> {
  const { command, args } = options;
  if (process.platform !== 'win32') return ok({ file: command, args, verbatim: false });
  const found = await findOnWindows(command, {
    path: env.Path ?? env.PATH ?? '',
    pathExt: env.PATHEXT ?? '',
    isFile: async (path) => (await stat(path).catch(() => null))?.isFile() ?? false,
  });
  if (found === null) return err(missing(command));
  const spawnable = windowsSpawn(found, args, env.ComSpec ?? 'cmd.exe');
  return spawnable.ok ? spawnable : err({ code: 'not-found', message: spawnable.error });
}

function missing(command: string): StartProcessError {
  return { code: 'not-found', message: `${command} was not found`, command };
}

function startError(command: string, error: unknown): StartProcessError {
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return missing(command);
    case 'EACCES':
    case 'EPERM':
    case 'ENOEXEC':
      return { code: 'not-found', message: `${command} cannot be executed` };
    default:
      return { code: 'spawn-failed', message };
  }
}

type Identity = Pick<ManagedProcess, 'runId' | 'secrets'>;

class SpawnedProcess implements ManagedProcess {
  readonly runId: string;
  readonly secrets: readonly string[];
  readonly exited: Promise<ExitInfo>;
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #ending: ProcessEnding;

  constructor(child: ChildProcessWithoutNullStreams, { runId, secrets }: Identity) {
    this.#child = child;
    this.runId = runId;
    this.secrets = secrets;
    this.#ending = new ProcessEnding({
      pid: this.pid,
      runId,
      endInput: () => child.stdin.end(),
      // Whoever still holds the other ends must not keep our descriptors open.
      letGo: () => {
        for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe.destroy();
      },
    });
    this.exited = this.#ending.exited;
    child.once('exit', (code, signal) => this.#ending.hasExited({ code, signal }));
    // A pipe that breaks is an ordinary end; without a listener it would end the app.
    for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe.on('error', () => {});
    child.on('error', () => {});
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }
  get stdin(): Writable {
    return this.#child.stdin;
  }
  get stdout(): Readable {
    return this.#child.stdout;
  }
  get stderr(): Readable {
    return this.#child.stderr;
  }
  get exit(): ExitInfo | null {
    return this.#ending.exit;
  }

  stop(pace?: StopPace): Promise<StopHow> {
    return this.#ending.stop(pace);
  }

  killNow(): void {
    if (this.exit !== null) return;
    try {
      if (process.platform === 'win32') this.#child.kill('SIGKILL');
      else process.kill(-this.pid, 'SIGKILL');
    } catch {
      // It ended meanwhile.
    }
  }
}
