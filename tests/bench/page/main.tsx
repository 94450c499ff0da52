/** A page of the app's own parts that measures drive from outside, and that reports how it kept up. */
import '../../../src/renderer/zod-jitless.ts';
import '../../../src/renderer/styles/app.css';
import { startI18n } from '../../../src/renderer/i18n/setup.ts';
import type { SessionFrame } from '../../../src/shared/ipc/contract/sessions.ts';
import type { PageBench, StreamSpec, View } from './api.ts';
import { createFeed, type Feed } from './feed.ts';
import type { FeederMessage, FeederStart } from './feeder.worker.ts';
import { nextFrame, quiet, watchPage } from './frames.ts';
import { longSession, sessionIdOf, summaryAt } from './long-session.ts';
import { sampleText } from './markdown-sample.ts';
import { idle, openOne, prepareOpening } from './opening.tsx';
import { received, watchPort } from './port-watch.ts';
import { mountSidebar, mountTranscript } from './views.tsx';

/** Sessions that stream beside the list. */
const streamingSessions = 32;
const perFlush = 33;
const chunkLength = 20;

document.documentElement.dataset['theme'] = 'dark';
startI18n('en');

let feed: Feed = createFeed({ summaries: [], states: new Map() });
/** Of each session that streams, the seq of its last event. */
let seqs: number[] = [];
let stream: { readonly worker: Worker; readonly spec: StreamSpec } | null = null;

async function show(view: View): Promise<void> {
  const items = view.view === 'transcript' ? view.items : 0;
  const count = view.view === 'transcript' ? 1 : streamingSessions;
  const rows = view.view === 'sidebar' ? view.rows : count;
  const state = longSession(items);
  seqs = Array.from({ length: count }, () => state.seq);
  const ids = seqs.map((_, index) => sessionIdOf(index));
  feed = createFeed({
    summaries: Array.from({ length: rows }, (_, index) => summaryAt(index, count)),
    states: new Map(ids.map((id) => [id, state])),
  });
  switch (view.view) {
    case 'nothing':
      for (const sessionId of ids) {
        feed.client.subscribe('session.watch', { sessionId }, { onBatch: () => undefined });
      }
      feed.client.subscribe('sessions.watch', {}, { onBatch: () => undefined });
      break;
    case 'transcript':
      mountTranscript(feed, sessionIdOf(0));
      break;
    case 'sidebar':
      mountSidebar(feed, ids);
      break;
  }
  await quiet();
}

async function prepareStream(spec: StreamSpec): Promise<void> {
  const worker = new Worker(new URL('./feeder.worker.ts', import.meta.url), { type: 'module' });
  stream = { worker, spec };
  const start: FeederStart = {
    ...spec,
    seqs: seqs.slice(0, spec.sessions),
    rows: Array.from({ length: spec.sessions }, (_, index) => summaryAt(index, spec.sessions)),
  };
  await new Promise((resolve) => {
    worker.addEventListener('message', resolve, { once: true });
  });
  worker.postMessage(start);
  await nextFrame();
}

async function runStream() {
  if (stream === null) throw new Error('the stream was not prepared');
  const { worker } = stream;
  const watch = watchPage(document.querySelector('[role="log"]'));
  let count = 0;
  const chunks = await new Promise<number>((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<FeederMessage>) => {
      switch (data.type) {
        case 'chunk':
          count += 1;
          seqs[data.session] = data.seq;
          watch.arrived(data.sentAt);
          feed.pushSession(sessionIdOf(data.session), [data.frame]);
          return;
        case 'summaries':
          feed.pushSummaries(data.summaries);
          return;
        case 'done':
          resolve(data.chunks);
          return;
        case 'ready':
          return;
      }
    });
    worker.postMessage('go');
  });
  await nextFrame();
  await nextFrame();
  worker.terminate();
  if (count !== chunks) throw new Error(`${count} of ${chunks} chunks came`);
  return { chunks, ...watch.end(), nodes: document.querySelectorAll('*').length };
}

async function grow(chars: number): Promise<void> {
  const id = sessionIdOf(0);
  let seq = seqs[0] ?? 0;
  for (let at = 0; at < chars;) {
    const frames: SessionFrame[] = [];
    for (let count = 0; count < perFlush && at < chars; count++, at += chunkLength) {
      seq += 1;
      frames.push({
        type: 'event',
        firstSeq: seq,
        event: {
          type: 'message-chunk',
          role: 'agent',
          messageId: 'growing',
          content: { type: 'text', text: sampleText(at, chunkLength) },
          seq,
          at: Date.now(),
        },
      });
    }
    feed.pushSession(id, frames);
    await nextFrame();
  }
  await nextFrame();
  await nextFrame();
}

const bench: PageBench = {
  show,
  prepareStream,
  stream: runStream,
  grow,
  watchPort,
  received,
  prepareOpening,
  openOne,
  idle,
};
Object.assign(globalThis, { bench });
document.documentElement.dataset['bench'] = '';
