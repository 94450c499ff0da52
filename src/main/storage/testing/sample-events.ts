/** Events whose number tells all about them, so that what comes back can be checked without the originals. */
import { isDeepStrictEqual } from 'node:util';
import type { SessionEvent, SessionEventBody } from '../../../shared/session/event.ts';
import { mergeEvents } from '../../../shared/session/merge.ts';

/** Every so many events one is large, by default too large for a record; 0: none is. */
export type SampleOptions = { readonly largeEvery?: number; readonly largeBytes?: number };

export function sampleEvent(
  seq: number,
  { largeEvery = 0, largeBytes = 1_100_000 }: SampleOptions = {},
): SessionEvent {
  const base = { seq, at: 1_700_000_000_000 + seq * 7 };
  if (largeEvery > 0 && seq % largeEvery === 0) {
    return { ...base, ...notice(seq, `${seq}:`.padEnd(largeBytes, 'large ')) };
  }
  return { ...base, ...sampleBody(seq) };
}

export function sampleEvents(from: number, to: number, options: SampleOptions = {}): readonly SessionEvent[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => sampleEvent(from + index, options));
}

function sampleBody(seq: number): SessionEventBody {
  const text = `<${seq}>${'schrödinger 🚂 "x"\n'.repeat((seq * 31) % 13)}`;
  switch ((seq * 7919) % 8) {
    case 0:
      return { type: 'turn-started', turnId: `turn-${seq}`, prompt: [{ type: 'text', text }] };
    case 1:
      return { type: 'tool-call', patch: { toolCallId: `call-${seq}`, title: text, rawInput: { seq } } };
    case 2:
      return notice(seq, seq % 5 === 0 ? text.padEnd(9_000, `${seq} `) : null);
    case 3:
      return { type: 'turn-cancelling' };
    default:
      return { type: 'message-chunk', role: 'agent', messageId: null, content: { type: 'text', text } };
  }
}

function notice(seq: number, description: string | null): SessionEventBody {
  return { type: 'notice', severity: 'info', title: `number ${seq}`, description };
}

export type Recovered = {
  readonly events: readonly SessionEvent[];
  readonly gaps: readonly { readonly missing: { readonly from: number; readonly to: number } | null }[];
};

/** Numbers that the events stand for. */
export function seqsOf(events: readonly SessionEvent[]): ReadonlySet<number> {
  const seqs = new Set<number>();
  for (const { first, seq } of events)
    for (let each = first?.seq ?? seq; each <= seq; each += 1) seqs.add(each);
  return seqs;
}

/**
 * What is wrong with what came back, in words; empty when nothing is. Everything in `acked` must be there, all
 * that is there must be what was appended, once and in order, and numbers that are left out must be in a gap.
 */
export function problemsOf(
  { events, gaps }: Recovered,
  { acked, appendedTo, options = {} }: { acked: number; appendedTo: number; options?: SampleOptions },
): readonly string[] {
  const problems: string[] = [];
  const missing = new Set<number>();
  for (const gap of gaps) {
    for (let seq = gap.missing?.from ?? 1; seq <= (gap.missing?.to ?? 0); seq += 1) missing.add(seq);
  }
  let last = 0;
  for (const event of events) {
    const from = event.first?.seq ?? event.seq;
    if (from <= last) problems.push(`${from} again or out of order after ${last}`);
    for (let seq = last + 1; seq < from; seq += 1)
      if (!missing.has(seq)) problems.push(`${seq} left out silently`);
    if (event.seq > appendedTo) problems.push(`${event.seq} was never appended`);
    else if (!isDeepStrictEqual(event, joinedSample(from, event.seq, options))) {
      problems.push(`${event.seq} is not what was appended`);
    }
    last = event.seq;
  }
  const there = seqsOf(events);
  for (let seq = 1; seq <= acked; seq += 1)
    if (!there.has(seq)) problems.push(`${seq} was acknowledged and is lost`);
  return problems;
}

function joinedSample(from: number, to: number, options: SampleOptions): SessionEvent | null {
  return sampleEvents(from, to, options).reduce<SessionEvent | null>(
    (joined, event, index) => (index === 0 ? event : joined === null ? null : mergeEvents(joined, event)),
    null,
  );
}

/** Numbers from 0 up to 1 that are the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x100000000;
  };
}
