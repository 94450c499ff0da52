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

function adaptPort(port: MessagePort): Port {
  let open = true;
  const closeListeners: (() => void)[] = [];
  function closed(): void {
    if (!open) return;
    open = false;
    for (const listener of closeListeners) listener();
  }
  // Chromium tells of closed ports since version 122. Before, main's farewell frame has to do: a listener there
  // crashes the page on its next reload (seen with 114).
  if ('onclose' in port) (port as MessagePort).addEventListener('close', closed);
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
      port.close();
      closed();
    },
  };
}
