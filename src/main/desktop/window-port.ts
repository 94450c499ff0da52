/** Hands a port to each page of ours that asks. A page has one live port: a new one closes the one before. */
import { ipcMain, MessageChannelMain } from 'electron';
import type { IpcMainEvent, MessagePortMain } from 'electron';
import { portChannel } from '../../shared/ipc/hand-over.ts';
import type { Port } from '../../shared/ipc/port.ts';
import type { OwnPages } from './own-pages.ts';
import { refusalOfPort } from './port-sender.ts';
import type { PortRefusal } from './port-sender.ts';

export type PortHandOverOptions = {
  readonly pages: OwnPages;
  readonly isOwnWindow: (webContentsId: number) => boolean;
  /** Serves the window over its port and returns what stops that. */
  readonly onPort: (port: Port, webContentsId: number) => () => void;
  readonly onRefused: (reason: PortRefusal, webContentsId: number) => void;
};

export function handOverPorts({ pages, isOwnWindow, onPort, onRefused }: PortHandOverOptions): void {
  const live = new Map<number, () => void>();

  ipcMain.on(portChannel, (event) => {
    const { sender, senderFrame } = event;
    const { id } = sender;
    const frame = frameOf(event);
    const refusal = refusalOfPort({ frame, webContentsId: id }, { pages, isOwnWindow });
    if (refusal !== null || senderFrame === null) {
      onRefused(refusal ?? 'no-frame', id);
      return;
    }
    const previous = live.get(id);
    if (previous === undefined) sender.once('destroyed', () => closeOf(id));
    previous?.();
    const { port1, port2 } = new MessageChannelMain();
    live.set(id, onPort(adaptPort(port1), id));
    senderFrame.postMessage(portChannel, null, [port2]);
  });

  function closeOf(id: number): void {
    live.get(id)?.();
    live.delete(id);
  }
}

/** A frame may be gone while its message is on the way; asking it anything then throws. */
function frameOf({ sender, senderFrame }: IpcMainEvent): { url: string; isMainFrame: boolean } | null {
  try {
    if (senderFrame === null) return null;
    const { mainFrame } = sender;
    const same =
      senderFrame.processId === mainFrame.processId && senderFrame.routingId === mainFrame.routingId;
    return { url: senderFrame.url, isMainFrame: senderFrame.parent === null && same };
  } catch {
    return null;
  }
}

function adaptPort(port: MessagePortMain): Port {
  let open = true;
  const closeListeners: (() => void)[] = [];
  port.on('close', () => {
    if (!open) return;
    open = false;
    for (const listener of closeListeners) listener();
  });
  return {
    post(message) {
      if (open) port.postMessage(message);
    },
    onMessage(listener) {
      port.on('message', ({ data }) => listener(data));
      port.start();
    },
    onClose(listener) {
      if (open) closeListeners.push(listener);
      else queueMicrotask(listener);
    },
    close: () => port.close(),
  };
}
