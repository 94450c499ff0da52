import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SessionEvent } from './event.ts';
import { mergeEvents } from './merge.ts';
import { beginFold, reduce, reduceAll } from './reduce.ts';
import { callOf, stateOfRequest } from './select.ts';
import { type SessionState, type Turn, emptySessionState } from './state.ts';
import { anyLog } from './testing/arbitrary-events.ts';
import { lost, numbered, tool, turn } from './testing/events.ts';

const runs = { numRuns: 400 };

function oneByOne(events: readonly SessionEvent[], from: SessionState = emptySessionState): SessionState {
  return events.reduce(reduce, from);
}

/** Joins as the flags say, wherever `merge` allows it. */
function merged(
  events: readonly SessionEvent[],
  flags: readonly boolean[],
  merge: (previous: SessionEvent, next: SessionEvent) => SessionEvent | null = mergeEvents,
): readonly SessionEvent[] {
  const out: SessionEvent[] = [];
  events.forEach((event, index) => {
    const previous = out[out.length - 1];
    const joined = previous !== undefined && flags[index] === true ? merge(previous, event) : null;
    if (joined === null) out.push(event);
    else out[out.length - 1] = joined;
  });
  return out;
}

function turnsOf(state: SessionState): readonly Turn[] {
  return state.active === null ? state.turns : [...state.turns, state.active];
}

describe('reduce', () => {
  test('a batch folds to the same state as its events one by one', () => {
    fc.assert(
      fc.property(anyLog, (log) => {
        expect(reduceAll(emptySessionState, log)).toEqual(oneByOne(log));
      }),
      runs,
    );
  });

  test('one fold over many batches is the whole, and so is each of two that go on from one state', () => {
    fc.assert(
      fc.property(anyLog, anyLog, fc.integer({ min: 1, max: 9 }), (log, other, size) => {
        const fold = beginFold(emptySessionState);
        for (let at = 0; at < log.length; at += size) fold.add(log.slice(at, at + size));
        expect(fold.end()).toEqual(oneByOne(log));

        const before = oneByOne(log.slice(0, size));
        const rest = (events: readonly SessionEvent[]) => events.slice(size);
        const whole = [rest(log), rest(other)].map((events) => reduceAll(structuredClone(before), events));
        expect(oneByOne(rest(log), before)).toEqual(whole[0]);
        expect(oneByOne(rest(other), before)).toEqual(whole[1]);
      }),
      runs,
    );
  });

  test('hundreds of calls over many turns stand where they do when folded one by one', () => {
    const id = fc.integer({ min: 1, max: 90 }).map((number) => `c${number}`);
    const status = fc.constantFrom('pending', 'in_progress', 'completed', 'cancelled', 'failed');
    const step = fc.oneof(
      {
        weight: 9,
        arbitrary: fc.tuple(id, status).map(([call, now]) => tool(call, { title: 't', status: now })),
      },
      { weight: 3, arbitrary: id.map((call) => tool(call, { kind: 'read' })) },
      { weight: 2, arbitrary: fc.nat(1e6).map((number) => turn(`t${number}`)) },
      { weight: 1, arbitrary: fc.constant(lost) },
    );
    fc.assert(
      fc.property(fc.array(step, { minLength: 200, maxLength: 400 }), (bodies) => {
        const log = numbered(bodies);
        expect(reduceAll(emptySessionState, log)).toEqual(oneByOne(log));
      }),
      { numRuns: 40 },
    );
  });

  test('a snapshot at any cut, sent through a structured clone, followed by the rest is the whole', () => {
    fc.assert(
      fc.property(anyLog, fc.nat(), (log, somewhere) => {
        const cut = log.length === 0 ? 0 : somewhere % (log.length + 1);
        const snapshot = structuredClone(reduceAll(emptySessionState, log.slice(0, cut)));
        expect(reduceAll(snapshot, log.slice(cut))).toEqual(oneByOne(log));
      }),
      runs,
    );
  });

  test('joining adjacent events anywhere changes nothing', () => {
    fc.assert(
      fc.property(anyLog, fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }), (log, flags) => {
        expect(oneByOne(merged(log, flags))).toEqual(oneByOne(log));
      }),
      runs,
    );
  });

  test('control: joining chunks without minding whose they are is caught', () => {
    const careless = (previous: SessionEvent, next: SessionEvent): SessionEvent | null => {
      if (previous.type !== 'message-chunk' || next.type !== 'message-chunk') return null;
      if (previous.content.type !== 'text' || next.content.type !== 'text') return null;
      return { ...next, content: { type: 'text', text: previous.content.text + next.content.text } };
    };
    const result = fc.check(
      fc.property(anyLog, (log) => {
        const flags = log.map(() => true);
        expect(oneByOne(merged(log, flags, careless))).toEqual(oneByOne(log));
      }),
      runs,
    );
    expect(result.failed).toBe(true);
  });

  test('no order of any events breaks what every state promises', () => {
    fc.assert(
      fc.property(anyLog, (log) => {
        let state = emptySessionState;
        for (const event of log) {
          const before = state;
          state = reduce(state, event);
          expect(state.seq).toBe(event.seq);
          const entries = turnsOf(state).flatMap((turn) => turn.entries);
          const entryIds = entries.map((entry) => entry.id);
          expect(new Set(entryIds).size).toBe(entryIds.length);
          for (const pending of state.permissions) {
            expect(callOf(stateOfRequest(state, pending), pending.toolCallId)).not.toBeNull();
          }
          const asked = entries.flatMap((entry) =>
            entry.type === 'question' && entry.outcome === null ? entry.questionId : [],
          );
          for (const { questionId } of state.questions) expect(asked).toContain(questionId);
          expect(state.turns.every((turn) => turn.endedAt !== null)).toBe(true);
          expect(state.active?.endedAt ?? null).toBeNull();
          expect(state.cancelling && state.active === null).toBe(false);
          expect(state.settledSeq).toBeLessThanOrEqual(state.seq);
          if (before.replaying && state.replaying) expect(state.settledSeq).toBe(before.settledSeq);
        }
      }),
      runs,
    );
  });

  test('no state that was handed out is ever written to', () => {
    fc.assert(
      fc.property(
        anyLog,
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 9 }),
        (log, sizes) => {
          let state = emptySessionState;
          const handedOut: { state: SessionState; copy: SessionState }[] = [];
          for (let start = 0, batch = 0; start < log.length; batch += 1) {
            const size = sizes[batch % sizes.length] ?? 1;
            state = reduceAll(state, log.slice(start, start + size));
            handedOut.push({ state, copy: structuredClone(state) });
            start += size;
          }
          for (const one of handedOut) expect(one.state).toEqual(one.copy);
        },
      ),
      runs,
    );
  });

  test('text of the agent and ids of tool calls are never lost, whatever else happens', () => {
    fc.assert(
      fc.property(anyLog, (log) => {
        const said = log.flatMap((event) =>
          event.type === 'message-chunk' && event.role === 'agent' && event.content.type === 'text'
            ? event.content.text
            : [],
        );
        const entries = turnsOf(oneByOne(log)).flatMap((turn) => turn.entries);
        const shown = entries.flatMap((entry) =>
          entry.type === 'message' && entry.role === 'agent'
            ? entry.blocks.flatMap((block) => (block.type === 'text' ? block.text : []))
            : [],
        );
        // A late piece may continue its message in an earlier turn: then order is by message, not by time.
        expect([...shown.join('')].sort()).toEqual([...said.join('')].sort());
        const called = log.flatMap((event) => (event.type === 'tool-call' ? event.patch.toolCallId : []));
        const calls = entries.flatMap((entry) => (entry.type === 'tool-call' ? entry.toolCallId : []));
        expect(calls).toEqual(expect.arrayContaining([...new Set(called)]));
      }),
      runs,
    );
  });
});
