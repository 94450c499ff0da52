/**
 * The window's end of the pipeline as a worker thread: subscribes to every session, checks that nothing is
 * missing, acknowledges. Tells the other side when it watches all sessions, and when the turn of each is over.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import type { SessionFrame } from '../../../src/shared/ipc/contract/sessions.ts';
import { connect } from '../../../src/shared/ipc/connect.ts';
import { portOverThreads } from './node-port.ts';

export type ReaderInput = { readonly port: MessagePort; readonly sessionIds: readonly string[] };
export type ReaderReport =
  | { readonly type: 'watching' }
  | { readonly type: 'done'; readonly events: number; readonly batches: number }
  | { readonly type: 'broken'; readonly message: string };

const { port, sessionIds } = workerData as ReaderInput;
const client = connect(portOverThreads(port));
let watching = 0;
let done = 0;
let events = 0;
let batches = 0;

function tell(report: ReaderReport): void {
  parentPort?.postMessage(report);
}

for (const sessionId of sessionIds) {
  let seq = 0;
  const take = (frame: SessionFrame): void => {
    if (frame.type === 'snapshot') {
      if (seq !== 0) tell({ type: 'broken', message: 'the reader lagged' });
      seq = frame.state.seq;
      watching += 1;
      if (watching === sessionIds.length) tell({ type: 'watching' });
      return;
    }
    if (frame.type !== 'event') {
      tell({ type: 'broken', message: `a frame of type ${frame.type}` });
      return;
    }
    if (frame.firstSeq !== seq + 1) tell({ type: 'broken', message: `${frame.firstSeq} follows ${seq}` });
    events += frame.event.seq - seq;
    seq = frame.event.seq;
    if (frame.event.type !== 'turn-ended') return;
    done += 1;
    if (done === sessionIds.length) tell({ type: 'done', events, batches });
  };
  client.subscribe(
    'session.watch',
    { sessionId },
    {
      onBatch(frames) {
        batches += 1;
        frames.forEach(take);
      },
      onEnd: (error) =>
        tell({ type: 'broken', message: `the stream ended: ${error?.message ?? 'no error'}` }),
    },
  );
}
