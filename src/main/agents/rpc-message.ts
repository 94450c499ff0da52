/** What a parsed line from an agent is. Reads JSON-RPC 2.0 leniently where agents are known to slip. */
import type { AnyMessage, JsonRpcId } from '@agentclientprotocol/sdk/unstable';
import { isRecord } from '../../shared/session/json-value.ts';
import type { JsonRecord } from '../../shared/session/json-value.ts';

export const BLANK = Symbol('blank line');
const BYTE_ORDER_MARK = /^\uFEFF/;

/** For a line that did not parse: nothing but space, a byte order mark in front, or noise. */
export function parseOddLine(line: string): unknown {
  if (line.trim() === '') return BLANK;
  if (!BYTE_ORDER_MARK.test(line)) return undefined;
  try {
    return JSON.parse(line.slice(1));
  } catch {
    return undefined;
  }
}

export type Incoming =
  | { readonly type: 'request'; readonly id: JsonRpcId; readonly message: AnyMessage }
  | { readonly type: 'notification'; readonly message: AnyMessage }
  | { readonly type: 'response'; readonly id: number; readonly message: AnyMessage }
  /** An answer to no open request. */
  | { readonly type: 'stray-response' }
  | { readonly type: 'noise' };

/** `openIds`: our requests that wait for an answer. */
export function classify(value: unknown, openIds: ReadonlySet<number>): Incoming {
  if (!isRecord(value)) return { type: 'noise' };
  return typeof value.method === 'string'
    ? classifyCall(value, value.method)
    : classifyResponse(value, openIds);
}

function classifyCall(value: JsonRecord, method: string): Incoming {
  // A log line may have a `method` too. Without the version mark, only what names a session is a message.
  const marked = value.jsonrpc === '2.0';
  if (!marked && !(isRecord(value.params) && typeof value.params.sessionId === 'string')) {
    return { type: 'noise' };
  }
  const { id, params } = value;
  if (id === undefined) return { type: 'notification', message: { jsonrpc: '2.0', method, params } };
  if (!isId(id)) return { type: 'noise' };
  return { type: 'request', id, message: { jsonrpc: '2.0', id, method, params } };
}

function isId(value: unknown): value is JsonRpcId {
  return value === null || typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));
}

/** Accepts a missing version mark, an id echoed as text, and `error: null` beside a result. */
function classifyResponse(value: JsonRecord, openIds: ReadonlySet<number>): Incoming {
  const { id, result, error } = value;
  if (id === undefined || (result === undefined && error === undefined)) return { type: 'noise' };
  const match = typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : id;
  if (typeof match !== 'number' || !openIds.has(match)) return { type: 'stray-response' };
  const message: AnyMessage =
    error === undefined || error === null
      ? { jsonrpc: '2.0', id: match, result }
      : { jsonrpc: '2.0', id: match, error: errorOf(error) };
  return { type: 'response', id: match, message };
}

const INTERNAL_ERROR = -32603;

function errorOf(error: unknown): {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
} {
  if (!isRecord(error)) return { code: INTERNAL_ERROR, message: String(error) };
  return {
    code: Number.isInteger(error.code) ? (error.code as number) : INTERNAL_ERROR,
    message: typeof error.message === 'string' ? error.message : 'the agent gave no reason',
    ...(error.data === undefined ? {} : { data: error.data }),
  };
}

/** What a message was about that was too long to be read: enough to leave nobody waiting for it. */
export type Unread =
  | { readonly type: 'response'; readonly id: number | string }
  | { readonly type: 'request'; readonly id: number | string; readonly method: string }
  | { readonly type: 'other' };

/** By the first and the last bytes of its line. Only what stands outside of any nested object counts. */
export function classifyUnread({ start, end }: { readonly start: string; readonly end: string }): Unread {
  const head = /^\s*\{([^{}[\]]*)/.exec(start)?.[1] ?? '';
  const tail = /[}\]"]\s*,([^{}[\]]*)\}\s*$/.exec(end)?.[1] ?? '';
  const method = /"method"\s*:\s*"([^"\\]{1,200})"/.exec(head)?.[1];
  const idText = (/"id"\s*:\s*(\d{1,15}|"[^"\\]{1,100}")/.exec(head) ?? ID_AT_END.exec(tail))?.[1];
  if (idText === undefined) return { type: 'other' };
  const id = JSON.parse(idText) as number | string;
  return method === undefined ? { type: 'response', id } : { type: 'request', id, method };
}

const ID_AT_END = /"id"\s*:\s*(\d{1,15}|"[^"\\]{1,100}")/;
