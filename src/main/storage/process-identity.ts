/** Who this process is and whether another still runs, for locks. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { listProcesses, parseProcStat } from '../processes/process-table.ts';
import type { LockOwner, ProcessProbe } from './lock-class.ts';

export async function ownIdentity(app: string): Promise<LockOwner> {
  const { pid } = process;
  const bootId = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => null);
  return {
    pid,
    startToken: await startTokenOf(pid),
    bootId: bootId?.trim() ?? null,
    host: hostname(),
    nonce: randomUUID(),
    app,
  };
}

export async function probeProcess(pid: number): Promise<ProcessProbe> {
  if (!exists(pid)) return { alive: false, startToken: null };
  if (process.platform !== 'linux') return { alive: true, startToken: await startTokenOf(pid) };
  try {
    // Without a state that counts it has ended and only waits to be reaped.
    const stat = parseProcStat(await readFile(`/proc/${pid}/stat`, 'utf8'));
    return { alive: stat !== null, startToken: stat?.startToken ?? null };
  } catch {
    return { alive: exists(pid), startToken: null };
  }
}

async function startTokenOf(pid: number): Promise<string | null> {
  if (process.platform === 'linux') {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    return parseProcStat(stat)?.startToken ?? null;
  }
  return (await listProcesses()).find((row) => row.pid === pid)?.startToken ?? null;
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it is there, but somebody else's.
    return Reflect.get(error as object, 'code') !== 'ESRCH';
  }
}
