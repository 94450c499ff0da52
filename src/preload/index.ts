/** Hands the page a port to main whenever it asks, and the path of a dropped file. Nothing else. */
import { contextBridge, ipcRenderer, webUtils } from 'electron';
import type { Bridge } from '../shared/ipc/hand-over.ts';
import { bridgeName, portChannel, portHere, portWanted } from '../shared/ipc/hand-over.ts';

/** What is used of the page's window; the rest of the DOM is no business of a preload. */
declare const window: {
  readonly location: { readonly origin: string };
  addEventListener(type: 'message', listener: (event: { source: unknown; data: unknown }) => void): void;
  postMessage(message: unknown, origin: string, ports: unknown[]): void;
};

// Only the page's own window may ask: a frame inside it could post the same message.
window.addEventListener('message', ({ source, data }) => {
  if (source === window && (data as { type?: unknown } | null)?.type === portWanted)
    ipcRenderer.send(portChannel);
});
ipcRenderer.on(portChannel, ({ ports }) =>
  window.postMessage({ type: portHere }, window.location.origin, ports),
);

// Electron before 29 has no `webUtils`; from 32 on files have no `path`.
const pathOfFile: Bridge['pathOfFile'] = (file) =>
  (webUtils as typeof webUtils | undefined)?.getPathForFile(file) ?? (file as { path?: string }).path ?? '';
contextBridge.exposeInMainWorld(bridgeName, { pathOfFile } satisfies Bridge);
