/** A folder to work in that goes away with the test: a git repository with one commit. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export type WorkspaceFolder = {
  readonly path: string;
  /** Absolute path of a file in it. */
  file(name: string): string;
  read(name: string): Promise<string>;
  write(name: string, content: string): Promise<void>;
  remove(): Promise<void>;
};

export async function makeWorkspace(
  files: Readonly<Record<string, string>>,
  name = 'payments',
): Promise<WorkspaceFolder> {
  const base = await realpath(await mkdtemp(join(tmpdir(), 'switchyard-workspace-')));
  const path = join(base, name);
  const file = (part: string) => join(path, part);
  const write = async (part: string, content: string) => {
    await mkdir(dirname(file(part)), { recursive: true });
    await writeFile(file(part), content);
  };
  await mkdir(path);
  for (const [part, content] of Object.entries(files)) await write(part, content);
  const git = (...args: string[]) =>
    run('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...args], { cwd: path });
  await git('init', '--quiet');
  await git('add', '.');
  await git('commit', '--quiet', '--allow-empty', '--message', 'Start');
  return {
    path,
    file,
    write,
    read: (part) => readFile(file(part), 'utf8'),
    remove: () => rm(base, { recursive: true, force: true }),
  };
}
