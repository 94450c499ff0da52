/** Finds in a session's events what hooks are told of. Cheap: it is called with every batch. */
import type { SessionEventBody } from '../../../shared/session/event.ts';
import type { ToolCallPatch } from '../../../shared/session/content.ts';
import type { HookEvent } from '../../../shared/permission/hook.ts';

export type SessionNews = {
  readonly event: Exclude<HookEvent, 'permission_request'>;
  readonly told: object;
};

/** Calls that are remembered. */
const MOST_CALLS = 500;
/** UTF-16 units of what a call holds; a longer one is told without. */
const LONGEST_INPUT = 256 * 1024;

export class SessionNewsReader {
  readonly #calls = new Map<string, { readonly call: ToolCallPatch; readonly ended: boolean }>();
  #replays = false;

  read(bodies: readonly SessionEventBody[]): readonly SessionNews[] {
    const news: SessionNews[] = [];
    for (const body of bodies) {
      if (body.type === 'replay-started') this.#replays = true;
      else if (body.type === 'replay-ended') this.#replays = false;
      // What is told again has happened before.
      else if (this.#replays) continue;
      else if (body.type === 'tool-call') news.push(...this.#ofCall(body.patch));
      else if (body.type === 'turn-ended') {
        news.push({ event: 'turn_ended', told: { turn: { id: body.turnId, outcome: body.outcome } } });
      }
    }
    return news;
  }

  #ofCall(patch: ToolCallPatch): readonly SessionNews[] {
    const { toolCallId, status } = patch;
    const before = this.#calls.get(toolCallId);
    // Output that streams is no news.
    if (before !== undefined && (status === undefined || before.ended)) return [];
    const { content: _content, rawOutput: _output, terminal: _terminal, ...rest } = patch;
    const call = { ...before?.call, ...rest };
    const ended = status === 'completed' || status === 'failed';
    this.#calls.delete(toolCallId);
    this.#calls.set(toolCallId, { call, ended });
    for (const oldest of this.#calls.keys()) {
      if (this.#calls.size <= MOST_CALLS) break;
      this.#calls.delete(oldest);
    }
    const told = { call: brief(call) };
    return [
      ...(before === undefined ? [{ event: 'tool_call_started' as const, told }] : []),
      ...(ended ? [{ event: 'tool_call_finished' as const, told }] : []),
    ];
  }
}

function brief(call: ToolCallPatch): object {
  const { toolCallId, title = '', kind = 'other', name = null, status = 'pending', locations = [] } = call;
  const input = JSON.stringify(call.rawInput ?? null);
  const rawInput = input.length <= LONGEST_INPUT ? (call.rawInput ?? null) : null;
  return { toolCallId, title, kind, name, status, locations, rawInput };
}
