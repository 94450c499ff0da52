/// <reference lib="webworker" />
/** Sends chunks at an even rate, each as a message of its own, as no port of the app would: the worst case. */
import type { SessionFrame } from '../../../src/shared/ipc/contract/sessions.ts';
import type { SessionSummary } from '../../../src/shared/session/select.ts';
import type { StreamSpec } from './api.ts';
import { sampleText } from './markdown-sample.ts';

/** `seqs`: of each session, the seq of its last event. */
export type FeederStart = StreamSpec & {
  readonly seqs: readonly number[];
  readonly rows: readonly SessionSummary[];
};
export type FeederMessage =
  | { readonly type: 'ready' }
  /** `sentAt` in ms since the epoch. */
  | {
      readonly type: 'chunk';
      readonly session: number;
      readonly seq: number;
      readonly frame: SessionFrame;
      readonly sentAt: number;
    }
  | { readonly type: 'summaries'; readonly summaries: readonly SessionSummary[] }
  | { readonly type: 'done'; readonly chunks: number };

const chunkLength = 20;
const messageLength = 8000;
/** As main gathers changes of summaries. */
const summaryMs = 50;
const sliceMs = 4;

const scope = self as unknown as DedicatedWorkerGlobalScope;
const tell = (message: FeederMessage) => scope.postMessage(message);
let spec: FeederStart | null = null;

scope.addEventListener('message', ({ data }: MessageEvent<FeederStart | 'go'>) => {
  if (data !== 'go') spec = data;
  else if (spec !== null) run(spec);
});
tell({ type: 'ready' });

function run({ perSecond, ms, sessions, summaries, seqs, rows }: FeederStart): void {
  const seq = [...seqs];
  // Each session's text goes on from where the one before stopped, roughly.
  const position = seqs.map((last, session) => session * 311 + last * chunkLength);
  const total = Math.round((perSecond * ms) / 1000);
  const begin = performance.now();
  let sent = 0;
  let summariesSent = 0;

  const timer = setInterval(() => {
    const elapsed = performance.now() - begin;
    const due = Math.min(total, Math.floor((elapsed * perSecond) / 1000));
    for (; sent < due; sent++) sendChunk(sent % sessions);
    if (summaries && elapsed >= summariesSent * summaryMs) {
      summariesSent = Math.floor(elapsed / summaryMs) + 1;
      tell({ type: 'summaries', summaries: rows.map((row, index) => moved(row, index, elapsed)) });
    }
    if (sent < total) return;
    clearInterval(timer);
    tell({ type: 'done', chunks: sent });
  }, sliceMs);

  function sendChunk(session: number): void {
    const at = position[session] ?? 0;
    position[session] = at + chunkLength;
    const next = (seq[session] ?? 0) + 1;
    seq[session] = next;
    const frame: SessionFrame = {
      type: 'event',
      firstSeq: next,
      event: {
        type: 'message-chunk',
        role: 'agent',
        messageId: `m${Math.floor(at / messageLength)}`,
        content: { type: 'text', text: sampleText(at, chunkLength) },
        seq: next,
        at: Date.now(),
      },
    };
    tell({ type: 'chunk', session, seq: next, frame, sentAt: performance.timeOrigin + performance.now() });
  }
}

/** About once a second a session does something else, and now and then it has changed some lines more. */
function moved(row: SessionSummary, index: number, elapsed: number): SessionSummary {
  const step = Math.floor(elapsed / 1000 + index / 7);
  const activity: SessionSummary['activity'] =
    step % 2 === 0 ? { type: 'writing' } : { type: 'tool', kind: 'read', subject: `src/deliver-${step}.ts` };
  return { ...row, activity, added: row.added + Math.floor(step / 3) };
}
