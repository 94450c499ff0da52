/** The real pty. Started through the registry of processes, so that it is on record before it exists. */
// oxlint-disable-next-line switchyard/no-sync-io -- Opens a device, no file; see `holdOpen`.
import { close, constants as files, openSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { constants as system } from 'node:os';
import type { IPty } from '@lydell/node-pty';
import { err, ok } from '../../shared/result.ts';
import { buildEnvironment } from '../processes/environment.ts';
import { ProcessEnding } from '../processes/process-ending.ts';
import type { Launch } from '../processes/registry.ts';
import { isUsableDirectory } from '../processes/spawn.ts';
import type { ExitInfo } from '../processes/spawn.ts';
import type { StopHow, StopPace } from '../processes/stop-ladder.ts';
import type { PtyProcess, TerminalSize } from './pty-process.ts';

/** Its parts that the types do not name. */
type Inside = {
  readonly _socket?: { destroy: () => unknown };
  readonly ptsName?: string;
};

export function launchPty(size: TerminalSize): Launch<PtyProcess> {
  return async (options, { runId, sources }) => {
    const { command, args, cwd, env: launchEnv, granted = [] } = options;
    const { platform } = process;
    const env = buildEnvironment({ ...sources, launchEnv, granted, runId, platform });
    if (!(await isUsableDirectory(cwd))) {
      return err({ code: 'bad-directory', message: `${cwd} is not a folder that can be entered` });
    }
    const runs = await access(command, files.X_OK).then(
      () => true,
      () => false,
    );
    if (!runs) return err({ code: 'not-found', message: `${command} cannot be executed`, command });
    try {
      const { spawn } = await import('@lydell/node-pty');
      const pty = spawn(command, [...args], { name: 'xterm-256color', ...size, cwd, env, encoding: null });
      return ok(new NodePtyProcess(pty, runId));
    } catch (error) {
      return err({ code: 'spawn-failed', message: error instanceof Error ? error.message : String(error) });
    }
  };
}

/** Without output for this long after the end, in ms, all of it was read. */
const QUIET_MS = 40;
/** Whatever else may hold the terminal: the end is not waited for any longer than this, in ms. */
const MOST_DRAIN_MS = 3000;

class NodePtyProcess implements PtyProcess {
  readonly runId: string;
  readonly exited: Promise<ExitInfo>;
  readonly #pty: IPty;
  readonly #ending: ProcessEnding;
  #listener: ((bytes: Uint8Array) => void) | null = null;
  #early: Uint8Array[] = [];
  #paused = false;
  #lastOutput = 0;

  constructor(pty: IPty, runId: string) {
    this.#pty = pty;
    this.runId = runId;
    const letGo = process.platform === 'win32' ? () => {} : this.#holdOpen(pty as unknown as Inside);
    this.#ending = new ProcessEnding({
      pid: pty.pid,
      runId,
      endInput: () => this.#hangUp(),
      letGo,
    });
    this.exited = this.#ending.exited;
    // Without an encoding these are bytes, whatever the types say.
    pty.onData((data) => this.#onData(data as unknown as Uint8Array));
    pty.onExit(({ exitCode, signal }) => this.#ending.hasExited(exitOf(exitCode, signal)));
  }

  get pid(): number {
    return this.#pty.pid;
  }
  get exit(): ExitInfo | null {
    return this.#ending.exit;
  }

  onOutput(listener: (bytes: Uint8Array) => void): void {
    this.#listener = listener;
    for (const bytes of this.#early.splice(0)) listener(bytes);
  }

  write(text: string): void {
    if (this.exit === null) quietly(() => this.#pty.write(text));
  }

  resize({ cols, rows }: TerminalSize): void {
    if (this.exit === null) quietly(() => this.#pty.resize(cols, rows));
  }

  pause(): void {
    this.#paused = true;
    quietly(() => this.#pty.pause());
  }

  resume(): void {
    this.#paused = false;
    this.#lastOutput = performance.now();
    quietly(() => this.#pty.resume());
  }

  stop(pace?: StopPace): Promise<StopHow> {
    return this.#ending.stop(pace);
  }

  killNow(): void {
    if (this.exit !== null) return;
    quietly(() =>
      process.platform === 'win32' ? this.#pty.kill() : process.kill(-this.#pty.pid, 'SIGKILL'),
    );
  }

  #onData(bytes: Uint8Array): void {
    this.#lastOutput = performance.now();
    if (this.#listener === null) this.#early.push(bytes);
    else this.#listener(bytes);
  }

  /** What closing a terminal means to a shell: it says so to its jobs and goes. */
  #hangUp(): void {
    // Its end is heard of only when all its output was read.
    this.resume();
    quietly(() => (process.platform === 'win32' ? this.#pty.kill() : process.kill(-this.#pty.pid, 'SIGHUP')));
  }

  /**
   * When the last program lets go of a terminal, what is left in it to read is lost now and then. So this
   * process holds it open too, and lets go only when nothing more came for a while. Opened at once: a program
   * may end before a file would be open the ordinary way. Returns what lets go without waiting.
   */
  #holdOpen({ _socket: socket, ptsName }: Inside): () => void {
    if (socket === undefined || ptsName === undefined) return () => {};
    let held: number | null = null;
    try {
      held = openSync(ptsName, files.O_RDWR | files.O_NOCTTY);
    } catch {
      return () => {};
    }
    const destroy = socket.destroy.bind(socket);
    const letGo = () => {
      if (held !== null) close(held, () => {});
      held = null;
      socket.destroy = destroy;
      destroy();
    };
    // Called by the package itself, a moment after the program has ended.
    socket.destroy = () => {
      const began = performance.now();
      const look = () => {
        if (held === null) return;
        const now = performance.now();
        const quiet = !this.#paused && now - this.#lastOutput > QUIET_MS;
        const late = !this.#paused && now - began > MOST_DRAIN_MS;
        if (quiet || late) letGo();
        // Behind the reads of this round.
        else setTimeout(() => setImmediate(look), QUIET_MS / 2);
      };
      setImmediate(look);
      return socket;
    };
    return letGo;
  }
}

function exitOf(code: number, signal: number | undefined): ExitInfo {
  if (signal === undefined || signal === 0) return { code, signal: null };
  const name = Object.entries(system.signals).find(([, number]) => number === signal)?.[0];
  return { code: null, signal: name ?? String(signal) };
}

function quietly(act: () => void): void {
  try {
    act();
  } catch {
    // It ended meanwhile.
  }
}
