import type { Port } from './port.ts';

/**
 * Two ends of a pipe in memory, like a MessageChannel: messages are structured clones, arrive in order and
 * never within the call that posted them; closing one end closes the other after what was posted before.
 */
export function memoryPorts(): readonly [Port, Port] {
  const one = createEnd();
  const other = createEnd();
  return [toPort(one, other), toPort(other, one)];
}

type End = {
  readonly messageListeners: ((message: unknown) => void)[];
  readonly closeListeners: (() => void)[];
  /** Posted before anyone listened. */
  readonly early: unknown[];
  open: boolean;
};

function createEnd(): End {
  return { messageListeners: [], closeListeners: [], early: [], open: true };
}

function toPort(own: End, peer: End): Port {
  return {
    post(message) {
      const clone: unknown = structuredClone(message);
      if (own.open) queueMicrotask(() => deliver(peer, clone));
    },
    onMessage(listener) {
      own.messageListeners.push(listener);
      for (const message of own.early.splice(0)) queueMicrotask(() => deliver(own, message));
    },
    onClose(listener) {
      own.closeListeners.push(listener);
    },
    close() {
      shut(own);
      queueMicrotask(() => shut(peer));
    },
  };
}

function deliver(end: End, message: unknown): void {
  if (!end.open) return;
  if (end.messageListeners.length === 0) end.early.push(message);
  for (const listener of end.messageListeners) listener(message);
}

function shut(end: End): void {
  if (!end.open) return;
  end.open = false;
  for (const listener of end.closeListeners) listener();
}
