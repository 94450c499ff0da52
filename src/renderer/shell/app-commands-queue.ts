import type { AppCommand } from '../../shared/ipc/contract/app.ts';

/** Asks of main, kept until the page listens: the menu may be faster than the first render. */
export type AppCommandQueue = {
  push(commands: readonly AppCommand[]): void;
  /** Hands over what waits and what comes. Returns the disposer. */
  listen(listener: (command: AppCommand) => void): () => void;
};

export function createAppCommandQueue(): AppCommandQueue {
  const waiting: AppCommand[] = [];
  let heard: ((command: AppCommand) => void) | null = null;
  return {
    push(commands) {
      for (const command of commands) {
        if (heard === null) waiting.push(command);
        else heard(command);
      }
    },
    listen(listener) {
      heard = listener;
      for (const command of waiting.splice(0)) listener(command);
      return () => {
        if (heard === listener) heard = null;
      };
    },
  };
}
