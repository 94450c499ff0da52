/** What Linux knows of processes. The measures of the app as a whole need it and say so elsewhere. */
import { readdir, readFile } from 'node:fs/promises';

export function assertLinux(): void {
  if (process.platform !== 'linux') throw new Error('this measure reads /proc, which only Linux has');
}

/** CPU time of all threads of a process, µs. */
export async function cpuMicrosOf(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`);
  const times = await Promise.all(
    threads.map(async (thread) => {
      const text = await readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').catch(() => '0');
      return Number(text.split(' ', 1)[0]) / 1000;
    }),
  );
  return times.reduce((sum, time) => sum + time, 0);
}

/** Memory of a process, bytes, where each shared page counts by the share of one of its users. */
export async function pssOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
  const kilobytes = /^Pss:\s+(\d+) kB$/m.exec(text)?.[1];
  if (kilobytes === undefined) throw new Error('smaps_rollup has no Pss');
  return Number(kilobytes) * 1024;
}

export type ProcessInfo = { readonly pid: number; readonly parent: number; readonly command: string };

/** The process and everything that it started, as far as the tree still says so. */
export async function treeOf(root: number): Promise<readonly ProcessInfo[]> {
  const all = (await Promise.all((await readdir('/proc')).map(readProcess))).filter(
    (found) => found !== null,
  );
  const tree = all.filter(({ pid }) => pid === root);
  for (let at = 0; at < tree.length; at++) {
    const parent = tree[at]?.pid;
    tree.push(...all.filter((one) => one.parent === parent));
  }
  return tree;
}

async function readProcess(name: string): Promise<ProcessInfo | null> {
  if (!/^\d+$/.test(name)) return null;
  try {
    const [stat, command] = await Promise.all([
      readFile(`/proc/${name}/stat`, 'utf8'),
      readFile(`/proc/${name}/cmdline`, 'utf8'),
    ]);
    const afterName = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { pid: Number(name), parent: Number(afterName[1]), command: command.replaceAll('\0', ' ').trim() };
  } catch {
    return null;
  }
}
