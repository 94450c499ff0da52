import type { MessagePort } from 'node:worker_threads';
import type { Port } from '../../../src/shared/ipc/port.ts';

export function portOverThreads(port: MessagePort): Port {
  return {
    post: (message) => port.postMessage(message),
    onMessage: (listener) => void port.on('message', listener),
    onClose: (listener) => void port.once('close', listener),
    close: () => port.close(),
  };
}
