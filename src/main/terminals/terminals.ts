/** All terminals of the app. They live here, whatever the windows do. */
import { basename } from 'node:path';
import type { TerminalFrame, TerminalInfo } from '../../shared/ipc/contract/terminals.ts';
import { err, ok } from '../../shared/result.ts';
import type { Result } from '../../shared/result.ts';
import type { StartProcessError } from '../processes/spawn.ts';
import type { PtyProcess, TerminalSize } from './pty-process.ts';
import type { OpenScreen } from './screen.ts';
import { Terminal } from './terminal.ts';

/** Of the whole app, also those whose shell has ended: systems have only so many. */
export const MOST_TERMINALS = 24;

export type ShellCommand = { readonly command: string; readonly args: readonly string[] };

export type TerminalsPorts = {
  readonly startPty: (
    shell: ShellCommand,
    cwd: string,
    size: TerminalSize,
  ) => Promise<Result<PtyProcess, StartProcessError>>;
  /** Ends it and all that it started. */
  readonly stopPty: (pty: PtyProcess) => Promise<unknown>;
  /** Null: the account has none. */
  readonly shell: () => Promise<ShellCommand | null>;
  readonly folderOf: (workspaceId: string) => string | null;
  readonly openScreen: OpenScreen;
  readonly newId: () => string;
};

export type TerminalError<Code extends string> = { readonly code: Code; readonly message: string };

type Held = {
  readonly id: string;
  readonly workspaceId: string;
  readonly cwd: string;
  readonly terminal: Terminal;
  shell: string;
  name: string | null;
  starting: boolean;
  closed: boolean;
};

export class Terminals {
  readonly #ports: TerminalsPorts;
  readonly #held = new Map<string, Held>();
  readonly #watchers = new Set<(list: readonly TerminalInfo[]) => void>();
  #opening = 0;

  constructor(ports: TerminalsPorts) {
    this.#ports = ports;
  }

  list(): readonly TerminalInfo[] {
    return [...this.#held.values()].map(infoOf);
  }

  subscribe(listener: (list: readonly TerminalInfo[]) => void): () => void {
    this.#watchers.add(listener);
    return () => void this.#watchers.delete(listener);
  }

  async open(
    workspaceId: string,
    size: TerminalSize,
  ): Promise<
    Result<TerminalInfo, TerminalError<'no-workspace' | 'too-many-terminals' | 'no-shell' | 'start-failed'>>
  > {
    const cwd = this.#ports.folderOf(workspaceId);
    if (cwd === null) return err({ code: 'no-workspace', message: 'no such workspace' });
    if (this.#held.size + this.#opening >= MOST_TERMINALS) {
      return err({ code: 'too-many-terminals', message: `${MOST_TERMINALS} terminals are open` });
    }
    this.#opening += 1;
    try {
      return await this.#open(workspaceId, cwd, size);
    } finally {
      this.#opening -= 1;
    }
  }

  async #open(
    workspaceId: string,
    cwd: string,
    size: TerminalSize,
  ): Promise<Result<TerminalInfo, TerminalError<'no-shell' | 'start-failed'>>> {
    const started = await this.#start(cwd, size);
    if (!started.ok) return started;
    const { pty, shell } = started.value;
    const terminal = await Terminal.open(
      size,
      { onChange: () => this.#publish() },
      this.#ports.openScreen,
    ).catch(async (error: unknown) => {
      await this.#ports.stopPty(pty);
      throw error;
    });
    const id = this.#ports.newId();
    const held: Held = {
      id,
      workspaceId,
      cwd,
      terminal,
      shell,
      name: null,
      starting: false,
      closed: false,
    };
    this.#held.set(id, held);
    terminal.attach(pty);
    return ok(infoOf(held));
  }

  async #start(
    cwd: string,
    size: TerminalSize,
  ): Promise<
    Result<{ readonly pty: PtyProcess; readonly shell: string }, TerminalError<'no-shell' | 'start-failed'>>
  > {
    const shell = await this.#ports.shell();
    if (shell === null) return err({ code: 'no-shell', message: 'this account has no shell' });
    const started = await this.#ports.startPty(shell, cwd, size);
    if (!started.ok) return err({ code: 'start-failed', message: started.error.message });
    return ok({ pty: started.value, shell: basename(shell.command) });
  }

  async restart(
    id: string,
  ): Promise<Result<null, TerminalError<'no-terminal' | 'no-shell' | 'start-failed'>>> {
    const held = this.#held.get(id);
    if (held === undefined) return missing;
    if (held.starting || held.terminal.state.type === 'running') return ok(null);
    held.starting = true;
    try {
      const started = await this.#start(held.cwd, held.terminal.size);
      if (!started.ok) return started;
      if (held.closed) {
        await this.#ports.stopPty(started.value.pty);
        return missing;
      }
      held.shell = started.value.shell;
      held.terminal.attach(started.value.pty);
      return ok(null);
    } finally {
      held.starting = false;
    }
  }

  async close(id: string): Promise<Result<null, TerminalError<'no-terminal'>>> {
    const held = this.#held.get(id);
    if (held === undefined) return missing;
    held.closed = true;
    this.#held.delete(id);
    const { pty } = held.terminal;
    held.terminal.close();
    this.#publish();
    if (pty !== null) await this.#ports.stopPty(pty);
    return ok(null);
  }

  rename(id: string, name: string | null): Result<null, TerminalError<'no-terminal'>> {
    const held = this.#held.get(id);
    if (held === undefined) return missing;
    held.name = name;
    this.#publish();
    return ok(null);
  }

  write(id: string, text: string): Result<null, TerminalError<'no-terminal' | 'terminal-ended'>> {
    const held = this.#held.get(id);
    if (held === undefined) return missing;
    if (held.terminal.state.type === 'ended') {
      return err({ code: 'terminal-ended', message: 'its shell has ended' });
    }
    held.terminal.write(text);
    return ok(null);
  }

  resize(id: string, size: TerminalSize): Result<null, TerminalError<'no-terminal'>> {
    return this.#with(id, ({ terminal }) => terminal.resize(size));
  }

  acknowledge(id: string, viewId: string, at: number): Result<null, TerminalError<'no-terminal'>> {
    return this.#with(id, ({ terminal }) => terminal.acknowledge(viewId, at));
  }

  /** Null: no such terminal. */
  watch(id: string, viewId: string, emit: (frame: TerminalFrame) => void): (() => void) | null {
    return this.#held.get(id)?.terminal.watch(viewId, emit) ?? null;
  }

  #with(id: string, act: (held: Held) => void): Result<null, TerminalError<'no-terminal'>> {
    const held = this.#held.get(id);
    if (held === undefined) return missing;
    act(held);
    return ok(null);
  }

  #publish(): void {
    const list = this.list();
    for (const watcher of this.#watchers) watcher(list);
  }
}

const missing = err({ code: 'no-terminal' as const, message: 'no such terminal' });

function infoOf({ id, workspaceId, terminal, shell, name }: Held): TerminalInfo {
  return { id, workspaceId, shell, title: terminal.title, name, state: terminal.state };
}
