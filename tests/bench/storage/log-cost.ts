/** An agent's updates from its pipe to the state, with or without a journal behind. */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AgentStream } from '../../../src/main/agents/agent-stream.ts';
import type { EventLog } from '../../../src/main/sessions/event-log.ts';
import { SessionRecord } from '../../../src/main/sessions/session-record.ts';
import { openJournalStore } from '../../../src/main/storage/journal-store.ts';
import { facts } from '../../../src/main/storage/testing/journal-rig.ts';
import { decodeUpdate } from '../../../src/shared/session/decode.ts';
import type { MeasureContext } from '../node/measure.ts';
import { startFlood } from '../transport/flood.ts';
import type { Flood, FloodKind } from '../transport/flood.ts';

export type LogWork = { readonly kind: FloodKind; readonly count: number; readonly log: 'none' | 'journal' };

/** CPU time of this process, µs an update, until all of them are folded, and saved where there is a journal. */
export async function cpuOfLogging(
  { project, scratch }: MeasureContext,
  { kind, count, log: choice }: LogWork,
): Promise<number> {
  const folder = await mkdtemp(join(scratch, 'log-'));
  const flood = await startFlood(project, kind, count);
  try {
    const log = choice === 'none' ? noLog : (await openJournalStore(folder, { app: '0' })).openLog(facts);
    const fail = (error: unknown) => {
      throw error;
    };
    const record = new SessionRecord({ log, now: Date.now, report: fail });
    // The lock and the first file are of the session's start.
    await record.append([{ type: 'turn-started', turnId: 't', prompt: [{ type: 'text', text: 'go' }] }]);
    globalThis.gc?.();
    const before = process.cpuUsage();
    await fold(flood, count, record);
    await record.append([{ type: 'turn-cancelling' }]);
    const { user, system } = process.cpuUsage(before);
    await record.end();
    return (user + system) / count;
  } finally {
    await flood.end();
    await rm(folder, { recursive: true, force: true });
  }
}

const noLog: EventLog = {
  append: () => Promise.resolve(),
  async *read() {
    yield [];
  },
  close: () => Promise.resolve(),
};

function fold({ output, input, go }: Flood, count: number, record: SessionRecord): Promise<void> {
  return new Promise((resolve) => {
    let seen = 0;
    const stream = new AgentStream({
      input: output,
      output: input,
      onUpdate(_sessionId, update) {
        record.collect(decodeUpdate(update));
        seen += 1;
        if (seen === count) resolve();
      },
    });
    stream.readable.pipeTo(new WritableStream()).catch(() => undefined);
    go();
  });
}
