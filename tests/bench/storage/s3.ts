import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { openJournalStore } from '../../../src/main/storage/journal-store.ts';
import { facts } from '../../../src/main/storage/testing/journal-rig.ts';
import type { SessionEvent, SessionEventBody } from '../../../src/shared/session/event.ts';
import { beginFold } from '../../../src/shared/session/reduce.ts';
import { emptySessionState } from '../../../src/shared/session/state.ts';
import type { Measure } from '../node/measure.ts';
import { takeTurns } from '../node/pairs.ts';
import { median, ratioOfMedians } from '../node/statistics.ts';

const JOURNAL_BYTES = 100 * 1024 * 1024;
const CHUNK_BYTES = 256 * 1024;

type Reading = { readonly cpuSeconds: number; readonly stallMs: number };

export const s3: Measure = {
  names: ['S3'],
  title: 'a journal of 100 MB read to the state of its session, against cutting and parsing its lines',
  async run({ scratch, say }) {
    const dataDir = join(scratch, 's3');
    const last = await writeJournal(dataDir);
    say(`a journal with ${last} events`);
    try {
      const { ours, parse } = await takeTurns(
        {
          ours: () => measured(() => recover(dataDir, last)),
          parse: () => measured(() => readLines(dataDir)),
        },
        { rounds: 5 },
      );
      const cpu = (readings: readonly Reading[]) => readings.map(({ cpuSeconds }) => cpuSeconds);
      const stalls = ours.map(({ stallMs }) => stallMs);
      const raw = { oursSeconds: cpu(ours), parseSeconds: cpu(parse), stallMs: stalls };
      return [
        {
          name: 'S3.ratio',
          value: ratioOfMedians(cpu(ours), cpu(parse)),
          unit: '× split and parse, CPU',
          target: { atMost: 2 },
          raw,
        },
        { name: 'S3.cpu', value: median(cpu(ours)), unit: 's of CPU', target: { atMost: 2 }, raw: {} },
        {
          name: 'S3.stall',
          value: median(stalls),
          unit: 'ms, longest time that nothing else got a turn',
          target: { atMost: 50 },
          raw: {},
        },
      ];
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};

async function measured(read: () => Promise<void>): Promise<Reading> {
  globalThis.gc?.();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const before = process.cpuUsage();
  await read();
  const { user, system } = process.cpuUsage(before);
  delay.disable();
  return { cpuSeconds: (user + system) / 1e6, stallMs: delay.max / 1e6 };
}

async function recover(dataDir: string, last: number): Promise<void> {
  const store = await openJournalStore(dataDir, { app: '0' });
  const log = store.openLog(facts);
  const fold = beginFold(emptySessionState);
  for await (const events of log.read()) fold.add(events);
  const state = fold.end();
  if (state.seq !== last || log.gaps().length > 0) throw new Error(`it came back up to ${state.seq}`);
}

async function readLines(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'sessions', facts.id);
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  for (const name of (await readdir(folder)).filter((file) => file.endsWith('.jsonl')).sort()) {
    const file = await open(join(folder, name));
    let rest: Buffer = Buffer.alloc(0);
    for (;;) {
      const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES);
      if (bytesRead === 0) break;
      const bytes = Buffer.concat([rest, chunk.subarray(0, bytesRead)]);
      let start = 0;
      for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
        JSON.parse(bytes.toString('utf8', start + 9, end));
        start = end + 1;
      }
      rest = bytes.subarray(start);
    }
    await file.close();
  }
}

/** Turns of a hundred calls with what the agent says in between. Returns the number of the last event. */
async function writeJournal(dataDir: string): Promise<number> {
  const store = await openJournalStore(dataDir, { app: '0' });
  const log = store.openLog(facts);
  const source = Array.from({ length: 30 }, (_, line) => `  const value${line} = match("${line}");\n`).join(
    '',
  );
  let seq = 0;
  for (let turn = 0, bytes = 0; bytes < JOURNAL_BYTES; turn += 1) {
    const bodies: SessionEventBody[] = [
      { type: 'turn-started', turnId: `t${turn}`, prompt: [{ type: 'text', text: 'Go on.' }] },
    ];
    for (let call = 0; call < 100; call += 1) {
      const toolCallId = `t${turn}-c${call}`;
      bodies.push(
        { type: 'message-chunk', role: 'agent', messageId: null, content: { type: 'text', text: source } },
        {
          type: 'tool-call',
          patch: {
            toolCallId,
            title: `Read ${call}`,
            kind: 'read',
            status: 'pending',
            rawInput: { path: 'a' },
          },
        },
        {
          type: 'tool-call',
          patch: {
            toolCallId,
            status: 'completed',
            content: [{ type: 'content', block: { type: 'text', text: source } }],
          },
        },
      );
      bytes += 2.6 * source.length;
    }
    bodies.push({ type: 'turn-ended', turnId: `t${turn}`, outcome: { type: 'stopped', reason: 'end_turn' } });
    await log.append(
      bodies.map((body): SessionEvent => ({ ...body, seq: ++seq, at: 1_700_000_000_000 + seq })),
    );
  }
  await log.close();
  return seq;
}
