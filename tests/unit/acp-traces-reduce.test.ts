/** Recorded traffic of real agents, decoded and folded as the app does it. */
import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { decodeUpdate } from '../../src/shared/session/decode.ts';
import { decodeToolCallPatch } from '../../src/shared/session/decode-tool-call.ts';
import type { SessionEvent, SessionEventBody } from '../../src/shared/session/event.ts';
import { mergeEvents } from '../../src/shared/session/merge.ts';
import { reduce, reduceAll } from '../../src/shared/session/reduce.ts';
import { emptySessionState, type SessionState, type Turn } from '../../src/shared/session/state.ts';

const folder = new URL('../fixtures/acp-traces/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));

type Message = {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: { readonly sessionId?: string; readonly update?: unknown; readonly toolCall?: unknown };
  readonly result?: { readonly stopReason?: string };
};
type Line = { readonly proc: string; readonly dir: string; readonly msg?: Message };

function linesOf(file: string): readonly Line[] {
  return readFileSync(new URL(file, folder), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
}

/** The log that the app would keep of each session of a trace, by process and the agent's session id. */
class Recorder {
  readonly logs = new Map<string, SessionEvent[]>();
  readonly #requests = new Map<string, { session: string; what: 'prompt' | 'load'; turnId: string }>();
  readonly #asks = new Map<string, { session: string; requestId: string }>();
  readonly #running = new Map<string, string>();
  #count = 0;

  take({ proc, dir, msg }: Line): void {
    if (msg === undefined) return;
    const session = msg.params?.sessionId === undefined ? null : `${proc} ${msg.params.sessionId}`;
    if (dir === 'out' && msg.method !== undefined && session !== null) this.#sent(proc, session, msg);
    else if (dir === 'out' && msg.method === undefined) this.#answered(proc, msg);
    else if (dir === 'in' && msg.method !== undefined && session !== null) this.#heard(proc, session, msg);
    else if (dir === 'in' && msg.method === undefined) this.#settled(proc, msg);
  }

  #append(session: string, bodies: readonly SessionEventBody[]): void {
    const log = this.logs.get(session) ?? [];
    for (const body of bodies) log.push({ ...body, seq: log.length + 1, at: log.length + 1 });
    this.logs.set(session, log);
  }

  #sent(proc: string, session: string, msg: Message): void {
    this.#count += 1;
    const turnId = `turn-${this.#count}`;
    if (msg.method === 'session/prompt') {
      this.#requests.set(`${proc} ${msg.id}`, { session, what: 'prompt', turnId });
      // The app queues a prompt while one runs; the recordings sent two at once to see what happens.
      if (this.#running.has(session)) return;
      this.#running.set(session, turnId);
      this.#append(session, [{ type: 'turn-started', turnId, prompt: [{ type: 'text', text: 'prompt' }] }]);
    }
    if (msg.method === 'session/load') {
      this.#requests.set(`${proc} ${msg.id}`, { session, what: 'load', turnId });
      this.#append(session, [{ type: 'replay-started' }]);
    }
  }

  #heard(proc: string, session: string, msg: Message): void {
    if (msg.method === 'session/update') this.#append(session, decodeUpdate(msg.params?.update));
    if (msg.method !== 'session/request_permission') return;
    const toolCall = decodeToolCallPatch(msg.params?.toolCall);
    expect(toolCall).not.toBeNull();
    if (toolCall === null) return;
    this.#count += 1;
    const requestId = `ask-${this.#count}`;
    this.#asks.set(`${proc} ${msg.id}`, { session, requestId });
    this.#append(session, [
      { type: 'permission-asked', requestId, toolCall, options: [], diffMismatch: false },
    ]);
  }

  #answered(proc: string, msg: Message): void {
    const ask = this.#asks.get(`${proc} ${msg.id}`);
    if (ask === undefined) return;
    this.#append(ask.session, [
      {
        type: 'permission-settled',
        requestId: ask.requestId,
        outcome: { outcome: 'cancelled', why: 'turn-cancelled' },
      },
    ]);
  }

  #settled(proc: string, msg: Message): void {
    const request = this.#requests.get(`${proc} ${msg.id}`);
    if (request === undefined) return;
    this.#requests.delete(`${proc} ${msg.id}`);
    if (request.what === 'load') this.#append(request.session, [{ type: 'replay-ended' }]);
    else if (this.#running.get(request.session) === request.turnId) {
      this.#running.delete(request.session);
      const reason = (msg.result?.stopReason ?? 'end_turn') as 'end_turn';
      const { turnId } = request;
      this.#append(request.session, [{ type: 'turn-ended', turnId, outcome: { type: 'stopped', reason } }]);
    }
  }
}

function recorded(file: string): ReadonlyMap<string, readonly SessionEvent[]> {
  const recorder = new Recorder();
  for (const line of linesOf(file)) recorder.take(line);
  return recorder.logs;
}

function turnsOf(state: SessionState): readonly Turn[] {
  return state.active === null ? state.turns : [...state.turns, state.active];
}

/** Everything that the events said, and everything that the state shows, in order. */
function said(log: readonly SessionEvent[]) {
  const texts = { user: '', agent: '', thought: '' };
  const calls = new Set<string>();
  for (const event of log) {
    if (event.type === 'message-chunk' && event.content.type === 'text') {
      texts[event.role] += event.content.text;
    }
    if (event.type === 'tool-call') calls.add(event.patch.toolCallId);
    if (event.type === 'permission-asked') calls.add(event.toolCall.toolCallId);
  }
  return { ...texts, calls: [...calls].sort() };
}

function shown(state: SessionState) {
  const texts = { user: '', agent: '', thought: '' };
  const calls = new Set<string>();
  for (const turn of turnsOf(state)) {
    // A turn that the app started has the prompt that it sent; one of the history has the agent's words.
    const fromHistory = !turn.id.startsWith('turn-');
    for (const block of (fromHistory && turn.prompt) || [])
      if (block.type === 'text') texts.user += block.text;
    for (const entry of turn.entries) {
      if (entry.type === 'thought') texts.thought += entry.text;
      if (entry.type === 'tool-call') calls.add(entry.toolCallId);
      if (entry.type !== 'message') continue;
      for (const block of entry.blocks) if (block.type === 'text') texts[entry.role] += block.text;
    }
  }
  return { ...texts, calls: [...calls].sort() };
}

describe.each(files)('%s', (file) => {
  const logs = recorded(file);

  test('shows every word and every tool call in the order in which they came', () => {
    expect(logs.size).toBeGreaterThan(0);
    for (const [, log] of logs) expect(shown(reduceAll(emptySessionState, log))).toEqual(said(log));
  });

  test('has nothing that the app does not understand', () => {
    for (const [, log] of logs) {
      const unknown = turnsOf(reduceAll(emptySessionState, log)).flatMap((turn) =>
        turn.entries.filter((entry) => entry.type === 'unknown'),
      );
      expect(unknown).toEqual([]);
    }
  });

  test('leaves no question open and no call running once its turn was cancelled or its process left', () => {
    for (const [, log] of logs) {
      const state = reduceAll(emptySessionState, [
        ...log,
        { type: 'agent-stopped', how: 'clean', seq: log.length + 1, at: log.length + 1 },
      ]);
      const open = turnsOf(state).flatMap((turn) =>
        turn.entries.filter(
          (entry) =>
            entry.type === 'tool-call' && (entry.status === 'pending' || entry.status === 'in_progress'),
        ),
      );
      expect({ open, permissions: state.permissions, active: state.active }).toEqual({
        open: [],
        permissions: [],
        active: null,
      });
    }
  });

  test('folds to the same state one by one and with every chunk joined that can be', () => {
    for (const [, log] of logs) {
      const joined: SessionEvent[] = [];
      for (const event of log) {
        const last = joined[joined.length - 1];
        const both = last === undefined ? null : mergeEvents(last, event);
        if (both === null) joined.push(event);
        else joined[joined.length - 1] = both;
      }
      expect(joined.reduce(reduce, emptySessionState)).toEqual(reduceAll(emptySessionState, log));
    }
  });
});

test('the recordings are the ones that these tests are about', () => {
  let updates = 0;
  for (const file of files) {
    updates += linesOf(file).filter((line) => line.msg?.method === 'session/update').length;
  }
  expect({ files: files.length, updates }).toEqual({ files: 28, updates: 6642 });
});
