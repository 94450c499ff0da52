/** The terminals of the app as it runs: real shells in real ptys, under the same care as every other process. */
import { randomUUID } from 'node:crypto';
import { loginShell } from '../processes/shell-environment.ts';
import type { Supervisor } from '../processes/supervisor.ts';
import { launchPty } from './node-pty-process.ts';
import { openScreen } from './screen.ts';
import { Terminals } from './terminals.ts';
import type { ShellCommand } from './terminals.ts';

export type OpenTerminalsOptions = {
  readonly supervisor: Supervisor;
  readonly folderOf: (workspaceId: string) => string | null;
  /** Of the app; programs may ask which terminal they run in. */
  readonly version: string;
};

/** Closing a terminal is no negotiation: a shell that has heard of it goes, or is made to. In ms. */
const CLOSE_PACE = { inputMs: 1000, termMs: 500, killMs: 2000 };

export function openTerminals({ supervisor, folderOf, version }: OpenTerminalsOptions): Terminals {
  const { processes } = supervisor;
  return new Terminals({
    async startPty({ command, args }, cwd, size) {
      const started = await processes.startWith(launchPty(size), {
        kind: 'terminal',
        command,
        args,
        cwd,
        env: {
          TERM: 'xterm-256color',
          COLORTERM: 'truecolor',
          TERM_PROGRAM: 'Switchyard',
          TERM_PROGRAM_VERSION: version,
        },
      });
      if (!started.ok) return started;
      started.value.settled();
      return { ok: true, value: started.value.process };
    },
    stopPty: (pty) => processes.stop(pty, CLOSE_PACE),
    shell: () => personsShell(supervisor),
    folderOf,
    openScreen,
    newId: randomUUID,
  });
}

async function personsShell(supervisor: Supervisor): Promise<ShellCommand | null> {
  if (process.platform === 'win32') {
    return { command: (await supervisor.variable('ComSpec')) ?? 'C:\\Windows\\System32\\cmd.exe', args: [] };
  }
  const command = loginShell({ SHELL: await supervisor.variable('SHELL') });
  if (command === null) return null;
  // Terminals of macOS start login shells, and start files there count on it.
  return { command, args: process.platform === 'darwin' ? ['-l'] : [] };
}
