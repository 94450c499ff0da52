/** Journals of many sessions, written fast: what their messages say is drawn like words of a language. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bodyOf, controlJson, eventJson, recordLines } from '../../../src/main/storage/record.ts';
import { HEADER, JOURNAL_FORMAT, SUMMARY, type Header } from '../../../src/main/storage/segment.ts';
import { seededRandom } from '../../../src/main/storage/testing/sample-events.ts';
import type { SessionEvent } from '../../../src/shared/session/event.ts';
import type { SessionFacts } from '../../../src/shared/session/select.ts';

const BEGAN = 1_700_000_000_000;
const VOCABULARY = 50_000;
const WORDS_PER_MESSAGE = 12;
const MESSAGES_PER_TURN = 20;

/** The most frequent is `w0`; the rarest stand a few times in a million messages. */
export function wordNumber(number: number): string {
  return `w${number.toString(36)}`;
}

export async function writeJournals(
  dataDir: string,
  {
    sessions,
    messages,
    seed,
  }: { readonly sessions: number; readonly messages: number; readonly seed: number },
): Promise<void> {
  const random = seededRandom(seed);
  for (let session = 0; session < sessions; session += 1) {
    const id = `session-${session}`;
    const facts: SessionFacts = {
      id,
      workspaceId: `workspace-${session % 12}`,
      agentId: `agent-${session % 5}`,
      agentName: `Agent ${session % 5}`,
      cwd: `/home/someone/code/project-${session % 12}`,
      createdAt: BEGAN + session * 3_600_000,
    };
    const header: Header = {
      format: JOURNAL_FORMAT,
      session: id,
      segment: 1,
      app: '1.0.0',
      nonce: id,
      facts,
    };
    const lines = [controlJson(HEADER, 0, facts.createdAt, { m: 0, g: 1 }, header)];
    let last = 0;
    for (const event of eventsOf(facts.createdAt, messages, random)) {
      lines.push(eventJson(event, { m: event.seq, g: 1 }, bodyOf(event)));
      last = event.seq;
    }
    const summary = {
      ...facts,
      title: `Session ${session}`,
      status: 'idle',
      unread: false,
      added: 12,
      removed: 3,
    };
    lines.push(controlJson(SUMMARY, last, facts.createdAt + last, { m: last, g: 1 }, summary));
    const folder = join(dataDir, 'sessions', id);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, '000001.jsonl'), recordLines(lines));
  }
}

function* eventsOf(began: number, messages: number, random: () => number): Generator<SessionEvent> {
  let seq = 0;
  const next = () => {
    seq += 1;
    return { seq, at: began + seq * 700 };
  };
  for (let message = 0; message < messages; message += 1) {
    if (message % MESSAGES_PER_TURN === 0) {
      yield {
        ...next(),
        type: 'turn-started',
        turnId: `t${message}`,
        prompt: [{ type: 'text', text: text(random) }],
      };
      continue;
    }
    yield {
      ...next(),
      type: 'message-chunk',
      role: 'agent',
      messageId: `m${message}`,
      content: { type: 'text', text: text(random) },
    };
  }
}

/** Frequency falls with the rank. */
function text(random: () => number): string {
  return Array.from({ length: WORDS_PER_MESSAGE }, () =>
    wordNumber(Math.floor(VOCABULARY ** random()) - 1),
  ).join(' ');
}
