/**
 * A process that takes a lock when it is told to. `node lock-child.mjs ours|naive`; messages come over the
 * channel of its parent: `{ type: 'take', folder }`, `{ type: 'release' }`; each is answered.
 */
import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type JournalLock, takeLock } from '../../src/main/storage/journal-lock.ts';
import { nodeFilePort } from '../../src/main/storage/node-file-port.ts';
import { ownIdentity, probeProcess } from '../../src/main/storage/process-identity.ts';

type Order = { readonly type: 'take'; readonly folder: string } | { readonly type: 'release' };

const naive = process.argv[2] === 'naive';
const ports = { files: nodeFilePort, self: await ownIdentity('1.0.0'), probe: probeProcess };
let lock: JournalLock | null = null;

process.on('message', (order: Order) => {
  void obey(order).then(
    (answer) => process.send?.(answer),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.on('disconnect', () => process.exit());
process.send?.({ ready: true });

async function obey(order: Order): Promise<unknown> {
  if (order.type === 'release') {
    await lock?.release();
    lock = null;
    return { released: true };
  }
  if (naive) return { got: await takeNaively(order.folder) };
  const taken = await takeLock(ports, order.folder, { force: false });
  if (taken.ok) lock = taken.value;
  return taken.ok ? { got: true } : { got: false, class: taken.error.class };
}

/** The control: look, then write. */
async function takeNaively(folder: string): Promise<boolean> {
  const path = join(folder, 'lock');
  const isTaken = await access(path).then(
    () => true,
    () => false,
  );
  if (isTaken) return false;
  await writeFile(path, String(process.pid));
  return true;
}
