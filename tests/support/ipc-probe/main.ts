/**
 * A small Electron app of the real parts (scheme, guards, window, hand-over, serve) around a contract that
 * exists to be pushed: what the walking app's own methods cannot show at will.
 */
import { join } from 'node:path';
import { app } from 'electron';
import { registerAppScheme, serveApp } from '../../../src/main/desktop/app-protocol.ts';
import { guardWebContents } from '../../../src/main/desktop/web-contents-guard.ts';
import { createWindow } from '../../../src/main/desktop/window-factory.ts';
import { handOverPorts } from '../../../src/main/desktop/window-port.ts';
import { serve } from '../../../src/shared/ipc/serve.ts';
import { probeContract, probeHandlers } from './contract.ts';

const pages = { devServerUrl: null };
const own = new Set<number>();
const state = { ports: 0, closedPorts: 0, disposedStreams: 0, logged: [] as string[] };
Object.assign(globalThis, { probe: state });

registerAppScheme();
guardWebContents({ pages, onRefused: () => undefined });
handOverPorts({
  pages,
  isOwnWindow: (id) => own.has(id),
  onRefused: () => undefined,
  onPort(port) {
    state.ports++;
    port.onClose(() => state.closedPorts++);
    const handlers = probeHandlers({ onDisposed: () => state.disposedStreams++ });
    const onUnexpected = (error: unknown) => `log-${state.logged.push(String(error))}`;
    return serve({ contract: probeContract, handlers, port, onUnexpected }).close;
  },
});
void app.whenReady().then(async () => {
  await serveApp(join(__dirname, 'page'));
  const window = createWindow({
    pages,
    preloadFile: join(__dirname, 'preload.js'),
    devTools: true,
    title: 'probe',
  });
  own.add(window.webContents.id);
});
