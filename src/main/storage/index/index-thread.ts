/** The index's side of the messages: hands each to the engine and its answer back. */
import type { IndexOffWhy } from '../../../shared/session/search.ts';
import type { FilePort } from '../file-port.ts';
import { type EnginePorts, IndexEngine } from './index-engine.ts';
import type { OpenDatabase } from './index-file.ts';
import type { FromIndex, IndexNote, IndexQuestion, ToIndex } from './index-messages.ts';

/** How often progress is told at most, in ms. */
const PROGRESS_MS = 100;

export type ThreadPorts = {
  readonly dataDir: string;
  readonly files: FilePort;
  /** Throws when the library cannot be loaded here. */
  readonly loadLibrary: () => OpenDatabase;
  readonly now: () => number;
  readonly post: (message: FromIndex) => void;
};

/** Returns what takes the messages that come. */
export function startIndexThread(ports: ThreadPorts): (message: ToIndex) => void {
  const { post } = ports;
  const cancels = new Map<number, AbortController>();
  const off = (why: IndexOffWhy, error: unknown) =>
    post({ type: 'status', status: { state: 'off', why, detail: messageOf(error) }, renewal: null });
  let engine: IndexEngine;
  try {
    const openDatabase = ports.loadLibrary();
    engine = new IndexEngine({ ...ports, openDatabase, onStatus: spaced(post) });
  } catch (error) {
    off('no-library', error);
    return (message) => {
      if ('id' in message && 'ask' in message)
        post({ type: 'failed', id: message.id, message: 'no library' });
    };
  }
  engine.opened().catch((error: unknown) => off('no-disk', error));

  async function note(message: IndexNote): Promise<void> {
    switch (message.note) {
      case 'put':
        return engine.put(message.sessions);
      case 'turns':
        return engine.takeTurns(message.sessionId, message.settled);
      case 'release':
        return engine.release(message.sessionId);
      case 'remove':
        return engine.remove(message.sessionId);
      case 'cancel':
        return cancels.get(message.id)?.abort();
    }
  }

  async function answer(message: IndexQuestion & { readonly id: number }): Promise<unknown> {
    const { id } = message;
    const emit = (part: unknown) => post({ type: 'part', id, part });
    switch (message.ask) {
      case 'list':
        return engine.list(emit);
      case 'search':
        return engine.search(message.query);
      case 'refresh':
        return engine.refresh(emit);
      case 'verify': {
        const cancel = new AbortController();
        cancels.set(id, cancel);
        return engine.verify(emit, cancel.signal).finally(() => cancels.delete(id));
      }
      case 'repair':
        return engine.repair();
      case 'close':
        return engine.close();
    }
  }

  return (message) => {
    if ('note' in message) {
      // What is missed here, its journal tells.
      void note(message).catch(() => undefined);
      return;
    }
    const { id } = message;
    answer(message).then(
      (value) => post({ type: 'answer', id, value }),
      (error: unknown) => post({ type: 'failed', id, message: messageOf(error) }),
    );
  };
}

/** Counts that go up fast are told now and then, a new state at once. */
function spaced(post: (message: FromIndex) => void): EnginePorts['onStatus'] {
  let last = { state: '', at: 0 };
  return (status, renewal) => {
    const now = performance.now();
    if (status.state === last.state && status.state !== 'ready' && now - last.at < PROGRESS_MS) return;
    last = { state: status.state, at: now };
    post({ type: 'status', status, renewal });
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
