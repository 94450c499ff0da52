/** Writes a session's life down as events, and folds it with the app's own reducer. */
import type { ToolCallPatch } from '../../src/shared/session/content.ts';
import type { SessionEvent, SessionEventBody } from '../../src/shared/session/event.ts';
import { reduceAll } from '../../src/shared/session/reduce.ts';
import {
  summaryOf,
  type RecordState,
  type SessionFacts,
  type SessionSummary,
} from '../../src/shared/session/select.ts';
import { emptySessionState, type SessionState } from '../../src/shared/session/state.ts';

export type ScriptedSession = {
  readonly facts: SessionFacts;
  readonly state: SessionState;
  readonly summary: SessionSummary;
  /** Absent: it is saved. */
  readonly record?: RecordState;
  /** What goes on coming while the stage is open: one body every `everyMs`, again and again. */
  readonly ongoing: { readonly everyMs: number; readonly bodies: readonly SessionEventBody[] } | null;
};

export class Script {
  readonly facts: SessionFacts;
  private readonly events: SessionEvent[] = [];
  private seq = 0;
  private at: number;
  private ongoing: ScriptedSession['ongoing'] = null;

  /** `startedAgo`: how long ago it was created, ms. */
  constructor(facts: Omit<SessionFacts, 'createdAt'>, startedAgo: number) {
    this.at = Date.now() - startedAgo;
    this.facts = { ...facts, createdAt: this.at };
  }

  /** Lets time pass before the next event. */
  wait(ms: number): this {
    this.at += ms;
    return this;
  }

  /** The next event happens `ms` before now. */
  ago(ms: number): this {
    this.at = Math.max(this.at, Date.now() - ms);
    return this;
  }

  add(...bodies: readonly SessionEventBody[]): this {
    for (const body of bodies) {
      this.seq += 1;
      this.events.push({ ...body, seq: this.seq, at: this.at });
    }
    return this;
  }

  ready(options: Partial<Extract<SessionEventBody, { type: 'agent-ready' }>> = {}): this {
    return this.add(
      { type: 'agent-starting', stage: 'starting' },
      {
        type: 'agent-ready',
        agent: {
          name: this.facts.agentName,
          version: '1.4.0',
          promptImages: true,
          embeddedContext: true,
          loadSession: true,
        },
        acpSessionId: `acp-${this.facts.id}`,
        modes: null,
        options: null,
        ...options,
      },
    );
  }

  turn(text: string, id = `turn-${this.seq}`): this {
    return this.add({ type: 'turn-started', turnId: id, prompt: [{ type: 'text', text }] });
  }

  say(text: string): this {
    return this.add({
      type: 'message-chunk',
      role: 'agent',
      messageId: null,
      content: { type: 'text', text },
    });
  }

  think(text: string, ms: number): this {
    this.add({ type: 'message-chunk', role: 'thought', messageId: null, content: { type: 'text', text } });
    return this.wait(ms).add({
      type: 'message-chunk',
      role: 'thought',
      messageId: null,
      content: { type: 'text', text: '.' },
    });
  }

  tool(toolCallId: string, patch: Omit<ToolCallPatch, 'toolCallId'>): this {
    return this.add({ type: 'tool-call', patch: { toolCallId, ...patch } });
  }

  end(): this {
    const started = [...this.events].reverse().find((event) => event.type === 'turn-started');
    if (started?.type !== 'turn-started') throw new Error('no turn to end');
    return this.add({
      type: 'turn-ended',
      turnId: started.turnId,
      outcome: { type: 'stopped', reason: 'end_turn' },
    });
  }

  keepGoing(everyMs: number, bodies: readonly SessionEventBody[]): this {
    this.ongoing = { everyMs, bodies };
    return this;
  }

  done(): ScriptedSession {
    const state = reduceAll(emptySessionState, this.events);
    return { facts: this.facts, state, summary: summaryOf(this.facts, state), ongoing: this.ongoing };
  }
}
