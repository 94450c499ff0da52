/**
 * Writes the fixtures of the journal's present format. Run it once for each format that is released, never
 * again for one that is: `node tests/faults/run.mjs G29 && node artifacts/faults/make-journal-fixtures.mjs VERSION`
 */
import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nodeFilePort } from '../../src/main/storage/node-file-port.ts';
import { JOURNAL_FORMAT } from '../../src/main/storage/segment.ts';
import { facts, logOn, readAll } from '../../src/main/storage/testing/journal-rig.ts';
import { type SampleOptions, sampleEvents } from '../../src/main/storage/testing/sample-events.ts';
import type { SessionEvent, SessionEventBody } from '../../src/shared/session/event.ts';
import { FIXTURES, type FixtureFacts, type Manifest, factsOf } from './journal-fixtures.ts';

const [app = ''] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+/.test(app)) throw new Error('which version of the app?');

type Recipe = {
  readonly batches: readonly (readonly SessionEvent[])[];
  readonly segmentBytes?: number;
  readonly recordBytes?: number;
  /** After so many batches the app ends in the middle of a record, and another run goes on. */
  readonly tornAfter?: number;
};

const recipes: Readonly<Record<string, Recipe>> = {
  plain: { batches: inBatches(1, 60) },
  segments: { batches: inBatches(1, 150), segmentBytes: 24_000 },
  blobs: { batches: inBatches(1, 60, { largeEvery: 29, largeBytes: 5000 }), recordBytes: 3000 },
  streamed: { batches: [numbered(streamed())] },
  torn: { batches: inBatches(1, 40), tornAfter: 5 },
};

const root = join(FIXTURES, `format-${JOURNAL_FORMAT}`);
const sessions: Record<string, FixtureFacts> = {};
await mkdir(root, { recursive: true });
for (const [id, recipe] of Object.entries(recipes)) {
  const folder = join(root, id);
  await writeSession(folder, id, recipe);
  const { events, gaps, seq } = await readAll(nodeFilePort, folder);
  sessions[id] = factsOf(events, gaps, seq);
}
const manifest: Manifest = { format: JOURNAL_FORMAT, app, sessions };
await writeFile(join(root, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`, { flag: 'wx' });

async function writeSession(folder: string, id: string, recipe: Recipe): Promise<void> {
  const { batches, tornAfter = batches.length, ...sizes } = recipe;
  const open = () =>
    logOn(nodeFilePort, { folder, app, facts: { ...facts, id }, summarize: () => ({ title: id }), ...sizes });
  let log = open();
  for (const [index, batch] of batches.entries()) {
    if (index === tornAfter) {
      await log.close();
      await appendFile(join(folder, '000001.jsonl'), '1badc0de {"s":26,"t":"message-ch');
      log = open();
    }
    await log.append(batch);
  }
  await log.close();
}

function inBatches(from: number, to: number, options: SampleOptions = {}): (readonly SessionEvent[])[] {
  const batches: (readonly SessionEvent[])[] = [];
  for (let at = from; at <= to; at += 5) batches.push(sampleEvents(at, Math.min(to, at + 4), options));
  return batches;
}

/** What is joined before it is written. */
function streamed(): SessionEventBody[] {
  const words = Array.from({ length: 40 }, (_, index): SessionEventBody => ({
    type: 'message-chunk',
    role: index < 20 ? 'thought' : 'agent',
    messageId: null,
    content: { type: 'text', text: `word ${index} ` },
  }));
  const output = Array.from({ length: 20 }, (_, index): SessionEventBody => ({
    type: 'tool-call',
    patch: {
      toolCallId: 'c',
      terminal: { terminalId: 't', output: { mode: 'append', data: `line ${index}\n` } },
    },
  }));
  return [
    { type: 'turn-started', turnId: 't', prompt: [{ type: 'text', text: 'Say and do a lot.' }] },
    ...words,
    { type: 'tool-call', patch: { toolCallId: 'c', title: 'npm test', kind: 'execute', status: 'pending' } },
    ...output,
    { type: 'tool-call', patch: { toolCallId: 'c', status: 'completed' } },
    { type: 'turn-ended', turnId: 't', outcome: { type: 'stopped', reason: 'end_turn' } },
  ];
}

function numbered(bodies: readonly SessionEventBody[]): readonly SessionEvent[] {
  return bodies.map((body, index) => ({ ...body, seq: index + 1, at: 1_700_000_000_000 + index }));
}
