/** Where a program is on the person's PATH, as agents get it. */
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { findOnWindows } from '../../processes/windows-command.ts';

export type SearchPath = {
  /** Absolute folders, in order. */
  readonly folders: readonly string[];
  readonly platform: NodeJS.Platform;
  /** Windows: what PATHEXT says. */
  readonly pathExt: string;
};

/** All places, in the order of the search. */
export async function findPrograms(name: string, path: SearchPath): Promise<readonly string[]> {
  const found: string[] = [];
  for (const folder of path.folders) {
    const program =
      path.platform === 'win32'
        ? await findOnWindows(name, { path: folder, pathExt: path.pathExt, isFile })
        : join(folder, name);
    if (program !== null && (path.platform === 'win32' || (await isProgram(program)))) found.push(program);
  }
  return found;
}

export async function isProgram(path: string): Promise<boolean> {
  if (!(await isFile(path))) return false;
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isFile() ?? false;
}
