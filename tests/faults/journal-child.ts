/**
 * The program that fault runs kill: writes a session's journal on the real disk and says what is saved.
 * `node journal-child.mjs MODE DATA_DIR`. MODE `stream` writes until it is killed, `script` writes sixty events,
 * `naive` does that without waiting for the disk. Lines: `up`, `ack N`, `no N`, `done`.
 */
import { writeSync } from 'node:fs';
import { nodeFilePort } from '../../src/main/storage/node-file-port.ts';
import { openJournalStore } from '../../src/main/storage/journal-store.ts';
import { ownIdentity, probeProcess } from '../../src/main/storage/process-identity.ts';
import { facts } from '../../src/main/storage/testing/journal-rig.ts';
import { appendNaively } from '../../src/main/storage/testing/naive-journal.ts';
import { CHILD_OPTIONS, SCRIPT_EVENTS } from './child-script.ts';
import { sampleEvents } from '../../src/main/storage/testing/sample-events.ts';

const [mode = '', dataDir = ''] = process.argv.slice(2);
const say = (text: string) => void writeSync(1, `${text}\n`);

say('up');
if (mode === 'naive') await writeNaively();
else if (mode === 'naive-stream') await streamNaively();
else await writeJournal();

async function writeJournal(): Promise<void> {
  const store = await openJournalStore(dataDir, {
    app: '1.0.0',
    lock: { self: { ...(await ownIdentity('1.0.0')), nonce: `child-${process.pid}` }, probe: probeProcess },
    // The delays are not what is looked at.
    clock: {
      now: () => Date.now(),
      after(ms, run) {
        const timer = setTimeout(run, Math.min(ms, 20));
        return () => clearTimeout(timer);
      },
    },
  });
  const log = store.openLog(facts, { summarize: () => ({ title: 'written by a test' }) });
  let seq = 0;
  for await (const batch of log.read()) seq = batch[batch.length - 1]?.seq ?? seq;
  if (mode === 'script') {
    while (seq < SCRIPT_EVENTS) await append(1);
    for (let tries = 0; log.status.name !== 'ready' && tries < 100; tries += 1) await pause(10);
    await log.close();
    say('done');
    return;
  }
  for (;;) {
    const saved = append(1 + Math.floor(Math.random() * 6));
    if (Math.random() < 0.5) await saved;
    if (Math.random() < 0.3) await pause(Math.random() * 10);
  }

  async function append(count: number): Promise<void> {
    const events = sampleEvents(seq + 1, seq + count, CHILD_OPTIONS);
    seq += count;
    const last = seq;
    await log.append(events).then(
      () => say(`ack ${last}`),
      () => say(`no ${last}`),
    );
  }
}

/** Many apps do it so: the write is on its way, so it is as good as done. */
async function writeNaively(): Promise<void> {
  const writes: Promise<void>[] = [];
  for (const event of sampleEvents(1, SCRIPT_EVENTS)) {
    writes.push(appendNaively(nodeFilePort, dataDir, [event]).catch(() => undefined));
    say(`ack ${event.seq}`);
    if (event.seq % 4 === 0) await Promise.all(writes);
  }
  await Promise.all(writes);
  say('done');
}

async function streamNaively(): Promise<void> {
  for (let seq = 1; ; seq += 1) {
    void appendNaively(nodeFilePort, dataDir, sampleEvents(seq, seq)).catch(() => undefined);
    say(`ack ${seq}`);
    if (seq % 20 === 0) await pause(1);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
