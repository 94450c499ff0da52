/**
 * The two ways to show a command's output. The journal keeps both: a `console` block as content, and
 * `_meta.terminal_info`, `terminal_output` and `terminal_exit`, which clients that announce
 * `_meta.terminal_output` show as a terminal (the keys that Zed, Claude Code and Codex use).
 */
import type { ClientCapabilities, SessionUpdate } from '@agentclientprotocol/sdk/unstable';

export function showsTerminals(client: ClientCapabilities): boolean {
  return client._meta?.['terminal_output'] === true;
}

/** The form that this client wants: the terminal, or the content, never both. */
export function presented(update: SessionUpdate, client: ClientCapabilities): SessionUpdate {
  if (update.sessionUpdate !== 'tool_call' && update.sessionUpdate !== 'tool_call_update') return update;
  const { _meta: meta, ...rest } = update;
  const isTerminal = meta != null && Object.keys(meta).some((key) => key.startsWith('terminal_'));
  if (!isTerminal) return update;
  if (!showsTerminals(client)) return rest;
  const { content: _, ...shown } = update;
  if (!('terminal_info' in meta)) return shown as SessionUpdate;
  return { ...update, content: [{ type: 'terminal', terminalId: update.toolCallId }] };
}
