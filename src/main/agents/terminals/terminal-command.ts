/** The command that an agent wants to have run: what is started, what a person reads, what may be set for it. Pure. */
import { isRecord } from '../../../shared/session/json-value.ts';

export type TerminalCommand = {
  readonly command: string;
  readonly args: readonly string[];
};

/** A word that a shell takes as it is. */
const PLAIN = /^[\w@%+=:,./-]+$/;

/** As one would type it. */
export function commandLine({ command, args }: TerminalCommand): string {
  if (args.length === 0) return command;
  return [command, ...args].map((word) => (PLAIN.test(word) ? word : quoted(word))).join(' ');
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

/** What a shell would have to read: more than one word, or characters with a meaning. */
export function needsShell({ command, args }: TerminalCommand): boolean {
  return args.length === 0 && !PLAIN.test(command);
}

/** Agents send a program with its arguments, or one line for a shell. */
export function spawnedCommand(given: TerminalCommand, platform: NodeJS.Platform): TerminalCommand {
  if (!needsShell(given)) return given;
  return platform === 'win32'
    ? {
        command: 'powershell.exe',
        args: ['-NoProfile', '-NonInteractive', '-Command', given.command],
      }
    : { command: '/bin/sh', args: ['-c', given.command] };
}

const SHELL = /(?:^|[\\/])(?:ba|da|z|k)?sh$/;
const SCRIPT_FLAG = /^-[a-z]*c$/;

/** The spellings under which a person may have seen the command. */
export function spellings(given: TerminalCommand): readonly string[] {
  const [flag = '', script] = given.args;
  const isScript = SHELL.test(given.command) && SCRIPT_FLAG.test(flag) && given.args.length === 2;
  return isScript && script !== undefined ? [commandLine(given), script.trim()] : [commandLine(given).trim()];
}

/** The command in the arguments of a tool call, in its spellings; empty when there is none that can be trusted. */
export function commandsOfInput(rawInput: unknown): readonly string[] {
  if (!isRecord(rawInput)) return [];
  const value = rawInput.command ?? rawInput.cmd;
  if (Array.isArray(value)) {
    const [command, ...args] = value.filter((word): word is string => typeof word === 'string');
    return command === undefined || args.length + 1 !== value.length ? [] : spellings({ command, args });
  }
  if (typeof value !== 'string') return [];
  const { args } = rawInput;
  if (args === undefined || args === null) return [value.trim()];
  if (!Array.isArray(args) || !args.every((word): word is string => typeof word === 'string')) return [];
  return spellings({ command: value, args });
}

/**
 * Names that load code into whatever is started, or send git elsewhere: an agent sets none of them for a
 * command. https://man7.org/linux/man-pages/man8/ld.so.8.html, https://nodejs.org/api/cli.html
 */
const FORBIDDEN =
  /^(?:LD_.*|DYLD_.*|GIT_.*|NODE_OPTIONS|NODE_PATH|ELECTRON_.*|SWITCHYARD_.*|BASH_ENV|ENV|ZDOTDIR|PROMPT_COMMAND|PERL5OPT|PERL5LIB|PYTHONSTARTUP|PYTHONHOME|RUBYOPT|RUBYLIB|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|IFS)$/i;

export function mayBeSet(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]{0,255}$/.test(name) && !FORBIDDEN.test(name);
}

/** Decides which program a name stands for, so it is never covered by what was allowed without it. */
export function isTelling(name: string): boolean {
  return /^(?:PATH|PATHEXT|SHELL|EDITOR|VISUAL|PAGER|HOME|XDG_CONFIG_HOME|npm_config_.*)$/i.test(name);
}
