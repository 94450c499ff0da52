/** Which processes an application has, and which of them outlive it. Reads /proc, so Linux only. */
import { readFile, readdir } from 'node:fs/promises';

const TAG = 'SWITCHYARD_RUN=';

/**
 * @typedef {object} SeenProcess
 * @property {number} pid
 * @property {number} parent
 * @property {string} startedAt with the pid it names one process for good: pids are used again
 * @property {string | null} runId the application's tag: one for each agent process and all that it started
 * @property {string} command
 */

/**
 * @param {number} pid
 * @returns {Promise<SeenProcess[] | null>} `pid` and everything below it; null where the system cannot tell
 */
export async function processTree(pid) {
  const rows = await listProcesses();
  if (rows === null) return null;
  const below = (parent) =>
    rows.filter((row) => row.parent === parent).flatMap((row) => [row, ...below(row.pid)]);
  return [...rows.filter((row) => row.pid === pid), ...below(pid)];
}

/**
 * @param {SeenProcess[]} seen
 * @returns {Promise<SeenProcess[]>} those that still run, and others that carry the tag of one of them
 */
export async function leftovers(seen) {
  const known = new Set(seen.map(({ pid, startedAt }) => `${pid}/${startedAt}`));
  const runIds = new Set(seen.map(({ runId }) => runId).filter((runId) => runId !== null));
  const rows = (await listProcesses()) ?? [];
  return rows.filter(({ pid, startedAt, runId }) => known.has(`${pid}/${startedAt}`) || runIds.has(runId));
}

async function listProcesses() {
  if (process.platform !== 'linux') return null;
  const names = await readdir('/proc');
  const rows = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map(readProcess));
  return rows.filter((row) => row !== null);
}

async function readProcess(name) {
  try {
    const stat = await readFile(`/proc/${name}/stat`, 'utf8');
    // The second field, the name, may hold spaces and brackets.
    const [state, parent, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z' || state === 'X') return null;
    const environ = (await readFile(`/proc/${name}/environ`, 'latin1')).split('\0');
    const command = (await readFile(`/proc/${name}/cmdline`, 'latin1')).replaceAll('\0', ' ').trim();
    const tag = environ.find((pair) => pair.startsWith(TAG));
    return {
      pid: Number(name),
      parent: Number(parent),
      startedAt: rest[17],
      runId: tag === undefined ? null : tag.slice(TAG.length),
      command,
    };
  } catch {
    return null; // it ended meanwhile, or is not ours to read
  }
}
