/** Commands that nobody means and no rule opens: they take the whole disk or the person's home with them. */
import type { ReadRequest } from './read-request.ts';
import type { ShellCommand } from './shell-reading.ts';

/** The words of the first such command, also behind launchers and in scripts; null: there is none. */
export function disasterOf({ readings }: ReadRequest, home: string | null): string | null {
  for (const { commands } of readings) {
    const found = commands.find((command) => isDisaster(command, home));
    if (found !== undefined) return found.words.join(' ').slice(0, 200);
  }
  return null;
}

function isDisaster({ program, words, redirects }: ShellCommand, home: string | null): boolean {
  const rest = words.slice(1);
  if (program === 'mkfs' || program.startsWith('mkfs.')) return true;
  if (program === 'dd') return rest.some((word) => /^of=\/dev\/(?!null$|zero$|stdout$|stderr$)/.test(word));
  if (
    redirects.some(
      ({ target, writes }) => writes && /^\/dev\/(?:sd|hd|nvme|vd|xvd|disk|mmcblk)/.test(target ?? ''),
    )
  ) {
    return true;
  }
  const recursive = rest.some((word) => /^-[a-zA-Z]*[rR]|^--(?:recursive|no-preserve-root)$/.test(word));
  if (!recursive || !['rm', 'chmod', 'chown', 'chgrp', 'shred'].includes(program)) return false;
  return rest.some((word) => isEverything(word, home));
}

const EVERYTHING =
  /^(?:\/+|~|~\/+|\$HOME\/*|\$\{HOME\}\/*|[A-Za-z]:[\\/]*|\/(?:bin|boot|dev|etc|home|lib|lib64|opt|root|sbin|sys|usr|var|Users|Applications|Library|System)\/*)(?:\*|\.\*)?$/;

function isEverything(word: string, home: string | null): boolean {
  const folded = word.replace(/\/(?:\.?\/)+/g, '/').replace(/(?<=.)\/\.$/, '');
  return EVERYTHING.test(folded) || (home !== null && folded.replace(/\/+\*?$/, '') === home);
}
