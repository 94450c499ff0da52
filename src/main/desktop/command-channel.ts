/** Carries the asks of main to one window's page, also those made before the page has subscribed. */
import type { AppCommand } from '../../shared/ipc/contract/app.ts';

const maxKept = 50;

export type CommandChannel = {
  /** Kept for the next subscriber when there is none; past 50 the oldest are dropped. */
  send(command: AppCommand): void;
  /** Returns the unsubscriber. */
  subscribe(emit: (command: AppCommand) => void): () => void;
};

export function createCommandChannel(): CommandChannel {
  const subscribers = new Set<(command: AppCommand) => void>();
  let kept: AppCommand[] = [];
  return {
    send(command) {
      if (subscribers.size === 0) kept = [...kept, command].slice(-maxKept);
      for (const emit of subscribers) emit(command);
    },
    subscribe(emit) {
      subscribers.add(emit);
      const waiting = kept;
      kept = [];
      for (const command of waiting) emit(command);
      return () => void subscribers.delete(emit);
    },
  };
}
