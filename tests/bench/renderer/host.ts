/**
 * A small Electron app of the real parts (scheme, guards, window, hand-over, serve) that shows the bench's page.
 * Its main process streams on demand, the app's way or with a message for each chunk.
 */
import { join } from 'node:path';
import { app } from 'electron';
import { registerAppScheme, serveApp } from '../../../src/main/desktop/app-protocol.ts';
import { guardWebContents } from '../../../src/main/desktop/web-contents-guard.ts';
import { createWindow } from '../../../src/main/desktop/window-factory.ts';
import { handOverPorts } from '../../../src/main/desktop/window-port.ts';
import { sessionsContract } from '../../../src/shared/ipc/contract/sessions.ts';
import type { SessionFrame } from '../../../src/shared/ipc/contract/sessions.ts';
import type { Port } from '../../../src/shared/ipc/port.ts';
import { serve } from '../../../src/shared/ipc/serve.ts';
import { emptySessionState } from '../../../src/shared/session/state.ts';

export type FloodSpec = {
  readonly sessionIds: readonly string[];
  readonly perSecond: number;
  readonly ms: number;
};
export type HostBench = {
  /** How the next port is used. */
  usePort(how: 'contract' | 'bare'): void;
  /** Resolves when everything has been handed to the port. Chunks sent. */
  flood(spec: FloodSpec): Promise<number>;
};

const sliceMs = 4;
const pages = { devServerUrl: null };
const own = new Set<number>();
const emitters = new Map<string, (frame: SessionFrame) => void>();
let how: 'contract' | 'bare' = 'contract';
let bare: Port | null = null;

const { 'session.watch': watchMethod } = sessionsContract;
const contract = { 'session.watch': watchMethod } as const;

registerAppScheme();
guardWebContents({ pages, onRefused: () => undefined });
handOverPorts({
  pages,
  isOwnWindow: (id) => own.has(id),
  onRefused: () => undefined,
  onPort(port) {
    if (how === 'bare') {
      bare = port;
      return () => port.close();
    }
    return serve({
      contract,
      port,
      handlers: {
        'session.watch': ({ sessionId }, { emit }) => {
          emitters.set(sessionId, emit);
          emit({ type: 'snapshot', state: emptySessionState });
          return () => void emitters.delete(sessionId);
        },
      },
      onUnexpected: (error) => {
        throw error;
      },
    }).close;
  },
});

function flood({ sessionIds, perSecond, ms }: FloodSpec): Promise<number> {
  const total = Math.round((perSecond * ms) / 1000);
  const seqs = sessionIds.map(() => 0);
  const begin = performance.now();
  let sent = 0;
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const due = Math.min(total, Math.floor(((performance.now() - begin) * perSecond) / 1000));
      for (; sent < due; sent++) {
        const session = sent % sessionIds.length;
        const seq = (seqs[session] ?? 0) + 1;
        seqs[session] = seq;
        send(sessionIds[session] ?? '', {
          type: 'event',
          firstSeq: seq,
          event: {
            type: 'message-chunk',
            role: 'agent',
            messageId: null,
            content: { type: 'text', text: `${String(sent).padStart(8, '0')} along it goes` },
            seq,
            at: Date.now(),
          },
        });
      }
      if (sent < total) return;
      clearInterval(timer);
      resolve(sent);
    }, sliceMs);
  });
}

function send(sessionId: string, frame: SessionFrame): void {
  if (how === 'bare') bare?.post(frame);
  else emitters.get(sessionId)?.(frame);
}

const bench: HostBench = {
  usePort: (next) => {
    how = next;
  },
  flood,
};
Object.assign(globalThis, { bench });

void app.whenReady().then(async () => {
  await serveApp(join(__dirname, 'page'));
  const window = createWindow({
    pages,
    preloadFile: join(__dirname, 'preload.js'),
    devTools: true,
    title: 'bench',
  });
  own.add(window.webContents.id);
});
