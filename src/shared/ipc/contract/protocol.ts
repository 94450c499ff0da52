import { z } from 'zod';
import { request, stream } from '../method.ts';

/** One line of what went between the app and an agent's process. Texts are untrusted. */
export type ProtocolEntry = {
  /** From 1, without gaps, also across restarts of the agent. */
  readonly seq: number;
  /** Wall time, ms since the epoch. */
  readonly at: number;
  readonly from: 'agent' | 'app';
  /** `noise`: a line of stdout that is no message. `mark`: what happened to the process, told by the app. */
  readonly type: 'request' | 'response' | 'notification' | 'noise' | 'stderr' | 'mark';
  /** Of a response: the method of its request. Of a mark: its word. Null where there is none. */
  readonly method: string | null;
  readonly id: string | null;
  /** The kind of an update, the start of a line, what a mark says. At most 200 characters. */
  readonly detail: string | null;
  /** Bytes of the line. */
  readonly size: number;
  /** How long its answer took, at the request and at the response; null while there is none. */
  readonly ms: number | null;
  readonly failed: boolean;
  readonly remark: 'nonconforming' | 'unmatched' | null;
};

/** A full state first, then what came. Entries below `firstSeq` are no longer kept. */
export type ProtocolFrame = {
  readonly type: 'all' | 'more';
  readonly firstSeq: number;
  readonly entries: readonly ProtocolEntry[];
  /** Requests of earlier frames that have their answer now. */
  readonly answered: readonly { readonly seq: number; readonly ms: number }[];
};

/** Most entries that are kept of a session, and that a window keeps. */
export const MAX_PROTOCOL_ENTRIES = 10_000;
/** Of the pretty body of one entry, in UTF-16 units. */
export const MAX_SHOWN_BODY = 256 * 1024;

export function mergeProtocolFrames(previous: ProtocolFrame, next: ProtocolFrame): ProtocolFrame {
  if (next.type === 'all') return next;
  return {
    type: previous.type,
    firstSeq: next.firstSeq,
    entries: [...previous.entries, ...next.entries].filter(({ seq }) => seq >= next.firstSeq),
    answered: [...previous.answered, ...next.answered],
  };
}

const sessionId = z.uuid();
const seq = z.number().int().positive();

/** `json`: indented. `cut`: only the beginning of it is kept, or shown. */
export type ProtocolBody = { readonly text: string; readonly format: 'json' | 'text'; readonly cut: boolean };

export const protocolContract = {
  /** What a session and its agent's process say to each other, for as long as somebody looks. */
  'protocol.watch': stream<ProtocolFrame>()(z.object({ sessionId }), {
    codes: ['no-session'],
    merge: mergeProtocolFrames,
  }),
  'protocol.body': request<ProtocolBody>()(z.object({ sessionId, seq }), ['no-session', 'not-kept']),
  /** The entries above `after` whose line holds the text, whatever its case. */
  'protocol.search': request<{ readonly seqs: readonly number[] }>()(
    z.object({ sessionId, text: z.string().min(1).max(500), after: z.number().int().nonnegative() }),
    ['no-session'],
  ),
  /** Entries as JSON lines, without what looks like a secret. All that are kept when `seqs` is null. */
  'protocol.export': request<{ readonly text: string; readonly count: number }>()(
    z.object({ sessionId, seqs: z.array(seq).max(MAX_PROTOCOL_ENTRIES).nullable() }),
    ['no-session'],
  ),
  /** What is worth telling about a session that failed, as Markdown, without what looks like a secret. */
  'protocol.report': request<{ readonly text: string }>()(z.object({ sessionId, bodies: z.boolean() }), [
    'no-session',
  ]),
} as const;
