/** How the page gets its client: one port from main at a time, asked for through the preload. */
import type { Client } from '../shared/ipc/client.ts';
import { connect } from '../shared/ipc/connect.ts';
import type { Bridge } from '../shared/ipc/hand-over.ts';
import { bridgeName, portHere, portWanted } from '../shared/ipc/hand-over.ts';
import type { Port } from '../shared/ipc/port.ts';

/**
 * Asks for a port and connects over it. `onLost` is called once when that port closes: every call then
 * answers `closed`, and a new client is had by calling this again (main closes an older port of this page).
 */
export async function openClient(options: { readonly onLost?: () => void } = {}): Promise<Client> {
  const port = adaptPort(await askForPort());
  if (options.onLost !== undefined) port.onClose(options.onLost);
  return connect(port);
}

/** The path of a dropped or picked file or folder; empty when it has none. */
export function pathOfFile(file: File): string {
  return (globalThis as unknown as Record<typeof bridgeName, Bridge>)[bridgeName].pathOfFile(file);
}

function askForPort(): Promise<MessagePort> {
  return new Promise((resolve) => {
    function listen({ source, origin, data, ports }: MessageEvent<unknown>): void {
      const isHere = (data as { type?: unknown } | null)?.type === portHere;
      const [port] = ports;
      if (source !== window || origin !== window.location.origin || !isHere || port === undefined) return;
      window.removeEventListener('message', listen);
      resolve(port);
    }
    window.addEventListener('message', listen);
    window.postMessage({ type: portWanted }, window.location.origin);
  });
}

/**
 * No listener for the port's own `close` event: in Electron 25 (Chromium 114) one crashes the page at its next
 * reload. Main says farewell before it closes a port, on which `connect` closes this end, and does not outlive us.
 */
function adaptPort(port: MessagePort): Port {
  let open = true;
  const closeListeners: (() => void)[] = [];
  return {
    post(message) {
      if (open) port.postMessage(message);
    },
    onMessage(listener) {
      port.addEventListener('message', ({ data }) => listener(data));
      port.start();
    },
    onClose: (listener) => void closeListeners.push(listener),
    close() {
      if (!open) return;
      open = false;
      port.close();
      for (const listener of closeListeners) listener();
    },
  };
}
