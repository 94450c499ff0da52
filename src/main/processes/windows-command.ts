/**
 * How a command is started on Windows, as pure functions: found along PATH and PATHEXT (never in the
 * working directory, which would run programs out of the workspace), and batch files through cmd.exe
 * with quoting that leaves cmd nothing to interpret.
 */
import { win32 } from 'node:path';
import { err, ok } from '../../shared/result.ts';
import type { Result } from '../../shared/result.ts';

export type WindowsSpawn = {
  readonly file: string;
  readonly args: readonly string[];
  /** `args` are the exact command line, to be passed on unquoted. */
  readonly verbatim: boolean;
};

export type WindowsSearch = {
  readonly path: string;
  /** Such as `.COM;.EXE;.BAT;.CMD`. */
  readonly pathExt: string;
  readonly isFile: (path: string) => Promise<boolean>;
};

const DEFAULT_PATHEXT = '.COM;.EXE;.BAT;.CMD';

/** The program's full path; null when there is none. */
export async function findOnWindows(command: string, search: WindowsSearch): Promise<string | null> {
  const extensions = (search.pathExt || DEFAULT_PATHEXT).split(';').filter((extension) => extension !== '');
  const hasExtension = extensions.some((extension) =>
    command.toUpperCase().endsWith(extension.toUpperCase()),
  );
  const endings = hasExtension ? [''] : extensions;
  const bases = /[\\/]/.test(command)
    ? [command]
    : search.path
        .split(';')
        .map((folder) => folder.replaceAll('"', ''))
        .filter((folder) => win32.isAbsolute(folder))
        .map((folder) => win32.join(folder, command));
  for (const base of bases) {
    for (const ending of endings) {
      if (await search.isFile(base + ending)) return base + ending;
    }
  }
  return null;
}

/** `program` is what `findOnWindows` found. Fails for arguments that cannot be passed on exactly. */
export function windowsSpawn(
  program: string,
  args: readonly string[],
  comSpec: string,
): Result<WindowsSpawn, string> {
  if (!/\.(cmd|bat)$/i.test(program)) return ok({ file: program, args, verbatim: false });
  const unsafe = [program, ...args].find((word) => !canQuoteForCmd(word));
  if (unsafe !== undefined) {
    return err(`cmd.exe cannot take this word exactly: ${JSON.stringify(unsafe)}`);
  }
  const line = [program, ...args].map(quoteForCmd).join(' ');
  return ok({ file: comSpec, args: ['/d', '/s', '/c', `"${line}"`], verbatim: true });
}

/**
 * Inside double quotes cmd.exe still expands %NAME%, and a quote ends them; a batch file parses its
 * arguments a second time, so no escape survives.
 */
function canQuoteForCmd(word: string): boolean {
  return !/["%\r\n\0]/.test(word);
}

/** A backslash before the closing quote would escape it for the program, so those are doubled. */
function quoteForCmd(word: string): string {
  return `"${word.replace(/\\+$/, '$&$&')}"`;
}
