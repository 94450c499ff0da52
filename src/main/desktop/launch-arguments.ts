/**
 * What a command line asks for. The same strict reading for the first launch, a second one and whatever
 * another program passes us: an unknown word never does anything.
 */
import { isAbsolute, resolve } from 'node:path';
import { z } from 'zod';

export type LaunchArguments = {
  /** Absolute path of the folder to open. It may not exist. */
  readonly folder: string | null;
  /** Agent to start a session with in it. */
  readonly agentId: string | null;
};

const maxArguments = 1000;
const maxPathLength = 4096;
const agentSwitch = /^--agent=([a-z][a-z0-9-]{0,63})$/;
/** A link, not a path; one letter is a Windows drive. */
const link = /^[a-z][a-z0-9+.-]+:/i;

/**
 * `args` are the words after our own program, see `ownArguments`. Chromium adds switches of its own to them
 * and may move switches to the front; folders stay in order, and only the first counts.
 */
export function parseLaunchArguments(args: readonly string[], cwd: string): LaunchArguments {
  let folder: string | null = null;
  let agentId: string | null = null;
  for (const word of args.slice(0, maxArguments)) {
    if (word.startsWith('-')) agentId ??= agentSwitch.exec(word)?.[1] ?? null;
    else folder ??= folderIn(word, cwd);
  }
  return { folder, agentId };
}

function folderIn(word: string, cwd: string): string | null {
  if (word === '' || word.length > maxPathLength || word.includes('\0') || link.test(word)) return null;
  if (!isAbsolute(cwd)) return null;
  return resolve(cwd, word);
}

/** Switches of Electron and Node that take the next word as their value. */
const withValue = new Set(['-r', '--require', '-i', '--inspect-port', '--js-flags']);

/**
 * The words that are meant for us in a `process.argv`. While developing, Electron itself is the program and
 * the first bare word after it is the app's path.
 */
export function ownArguments(
  argv: readonly string[],
  options: { readonly defaultApp: boolean },
): readonly string[] {
  const words = argv.slice(1);
  if (!options.defaultApp) return words;
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? '';
    if (withValue.has(word)) index++;
    else if (!word.startsWith('-')) return words.slice(index + 1);
  }
  return [];
}

const secondLaunch = z.object({
  args: z.array(z.string()).max(maxArguments),
  cwd: z.string().max(maxPathLength),
});
export type SecondLaunch = z.infer<typeof secondLaunch>;

/** What a second launch sent over: from a process of the same user, but perhaps of another version. */
export function parseSecondLaunch(data: unknown): LaunchArguments {
  const parsed = secondLaunch.safeParse(data);
  if (!parsed.success) return { folder: null, agentId: null };
  return parseLaunchArguments(parsed.data.args, parsed.data.cwd);
}
