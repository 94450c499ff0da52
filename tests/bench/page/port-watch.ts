/** The page's end of R6: counts chunks and messages that come over main's port. */
import { openClient } from '../../../src/renderer/ipc.ts';
import type { SessionFrame } from '../../../src/shared/ipc/contract/sessions.ts';
import { portHere, portWanted } from '../../../src/shared/ipc/hand-over.ts';
import type { PortReport } from './api.ts';

let chunks = 0;
let messages = 0;
let wanted = Infinity;
let enough: () => void = () => undefined;

export async function watchPort(how: 'contract' | 'bare', sessionIds: readonly string[]): Promise<void> {
  chunks = 0;
  messages = 0;
  if (how === 'bare') {
    const port = await barePort();
    port.addEventListener('message', ({ data }: MessageEvent<SessionFrame>) => take([data]));
    port.start();
    return;
  }
  const client = await openClient();
  await Promise.all(
    sessionIds.map(
      (sessionId) =>
        new Promise<void>((resolve) => {
          let isFirst = true;
          client.subscribe(
            'session.watch',
            { sessionId },
            {
              onBatch(frames) {
                if (isFirst) {
                  isFirst = false;
                  resolve();
                } else take(frames);
              },
            },
          );
        }),
    ),
  );
}

export async function received(count: number): Promise<PortReport> {
  if (chunks < count) {
    wanted = count;
    await new Promise<void>((resolve) => {
      enough = resolve;
    });
  }
  return { chunks, messages };
}

function take(frames: readonly SessionFrame[]): void {
  messages += 1;
  for (const frame of frames) if (frame.type === 'event') chunks += frame.event.seq - frame.firstSeq + 1;
  if (chunks >= wanted) enough();
}

function barePort(): Promise<MessagePort> {
  return new Promise((resolve) => {
    window.addEventListener('message', function listen({ data, ports }: MessageEvent<unknown>) {
      const [port] = ports;
      if ((data as { type?: unknown } | null)?.type !== portHere || port === undefined) return;
      window.removeEventListener('message', listen);
      resolve(port);
    });
    window.postMessage({ type: portWanted }, window.location.origin);
  });
}
