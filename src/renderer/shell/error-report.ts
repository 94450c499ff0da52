/** Where unexpected errors of the page go: its console, and main's log once the page is connected. */
import type { Client } from '../../shared/ipc/client.ts';

let client: Client | null = null;

export function sendErrorReports(to: Client): void {
  client = to;
}

export function newErrorId(): string {
  return crypto.randomUUID().slice(0, 8);
}

export function reportError(id: string, error: unknown): void {
  console.error(`unexpected error ${id}`, error);
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
  void client?.request('app.reportError', {
    id,
    message: message.slice(0, 4096),
    stack: stack?.slice(0, 32_768) ?? null,
  });
}
