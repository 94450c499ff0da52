/**
 * What agents answer, checked: the SDK hands answers on unread. Lenient where agents differ, `null`
 * where an answer cannot be used.
 */
import type { StopReason, TurnTokens } from '../../shared/session/content.ts';
import { decodeConfigOptions, decodeModes } from '../../shared/session/decode-config.ts';
import type { AgentDescription, AgentOffer } from '../../shared/session/event.ts';
import { decodeItems, isRecord, numberOf, textOf } from '../../shared/session/json-value.ts';
import type { JsonRecord } from '../../shared/session/json-value.ts';
import { decodeAuthMethods } from '../../shared/session/sign-in.ts';
import type { KeptSession, OpenedSession } from './agent-link.ts';

export type InitializeAnswer = {
  readonly protocolVersion: number;
  readonly agent: AgentDescription;
  readonly canLoad: boolean;
  readonly canResume: boolean;
  readonly canClose: boolean;
  /** It can be asked with whose account it works. */
  readonly tellsAccount: boolean;
};

/** `fallbackName` for agents that do not introduce themselves. */
export function readInitialize(answer: unknown, fallbackName: string): InitializeAnswer | null {
  if (!isRecord(answer) || typeof answer.protocolVersion !== 'number') return null;
  const capabilities = recordOf(answer.agentCapabilities);
  const prompts = recordOf(capabilities.promptCapabilities);
  const info = recordOf(answer.agentInfo);
  const canLoad = capabilities.loadSession === true;
  const canResume = isOffered(recordOf(capabilities.sessionCapabilities).resume);
  return {
    protocolVersion: answer.protocolVersion,
    canLoad,
    canResume,
    canClose: isOffered(recordOf(capabilities.sessionCapabilities).close),
    tellsAccount: isOffered(recordOf(capabilities.auth).status),
    agent: {
      name: textOf(info.title) ?? textOf(info.name) ?? fallbackName,
      version: textOf(info.version) ?? null,
      promptImages: prompts.image === true,
      promptAudio: prompts.audio === true,
      embeddedContext: prompts.embeddedContext === true,
      loadSession: canLoad || canResume,
      authMethods: decodeAuthMethods(answer.authMethods),
      offers: readOffers(capabilities),
      mcp: readMcp(recordOf(capabilities.mcpCapabilities)),
    },
  };
}

function readOffers(capabilities: JsonRecord): readonly AgentOffer[] {
  const sessions = recordOf(capabilities.sessionCapabilities);
  return [
    ...(isOffered(sessions.fork) ? (['fork'] as const) : []),
    ...(isOffered(sessions.delete) ? (['delete'] as const) : []),
    // Archiving hides from the agent's list: without one nothing could be found again.
    ...(isOffered(sessions.archive) && isOffered(sessions.list) ? (['archive'] as const) : []),
    ...(isOffered(sessions.title) ? (['title'] as const) : []),
    ...(isOffered(sessions.list) ? (['list'] as const) : []),
    ...(isOffered(recordOf(capabilities.auth).logout) ? (['logout'] as const) : []),
    ...(isOffered(capabilities.providers) ? (['providers'] as const) : []),
  ];
}

/** Programs are for every agent to take; only one that says so itself makes no use of them. */
function readMcp(offered: JsonRecord): { stdio: boolean; http: boolean; sse: boolean } {
  return {
    stdio: recordOf(offered['_meta']).stdio !== false,
    http: offered.http === true,
    sse: offered.sse === true,
  };
}

function recordOf(value: unknown): JsonRecord {
  return isRecord(value) ? value : {};
}

/** Capabilities of the newer kind are marker objects: there or not. */
function isOffered(value: unknown): boolean {
  return isRecord(value) || value === true;
}

export function readNewSession(answer: unknown): OpenedSession | null {
  return isRecord(answer) && typeof answer.sessionId === 'string'
    ? readReopened(answer, answer.sessionId)
    : null;
}

/** The answer to load and resume may be empty, and is `null` from some agents. */
export function readReopened(answer: unknown, acpSessionId: string): OpenedSession {
  const { modes, configOptions } = recordOf(answer);
  return { acpSessionId, modes: decodeModes(modes), options: decodeConfigOptions(configOptions) };
}

const STOP_REASONS: ReadonlySet<unknown> = new Set<StopReason>([
  'end_turn',
  'max_tokens',
  'max_turn_requests',
  'refusal',
  'cancelled',
]);

/** A reason that we do not know is an ordinary end: the turn is over either way. */
export function readStopReason(answer: unknown): StopReason {
  const reason = recordOf(answer).stopReason;
  return STOP_REASONS.has(reason) ? (reason as StopReason) : 'end_turn';
}

/** Null: the agent does not tell. */
export function readTurnTokens(answer: unknown): TurnTokens | null {
  const { usage } = recordOf(answer);
  if (!isRecord(usage)) return null;
  const tokens: TurnTokens = {
    input: countOf(usage.inputTokens),
    output: countOf(usage.outputTokens),
    cachedRead: countOf(usage.cachedReadTokens),
    cachedWrite: countOf(usage.cachedWriteTokens),
    thought: countOf(usage.thoughtTokens),
    total: countOf(usage.totalTokens),
  };
  return Object.values(tokens).every((count) => count === null) ? null : tokens;
}

function countOf(value: unknown): number | null {
  const count = numberOf(value);
  return count !== undefined && count >= 0 ? count : null;
}

export type ListPage = { readonly sessions: readonly KeptSession[]; readonly nextCursor: string | null };

/** Null when it is no list. Items without an id or a folder are left out. */
export function readListPage(answer: unknown): ListPage | null {
  const { sessions, nextCursor } = recordOf(answer);
  if (!Array.isArray(sessions)) return null;
  return {
    sessions: decodeItems(sessions, readKeptSession),
    nextCursor: typeof nextCursor === 'string' && nextCursor !== '' ? nextCursor : null,
  };
}

function readKeptSession(value: unknown): KeptSession | null {
  const { sessionId, cwd, title, updatedAt, archived } = recordOf(value);
  if (typeof sessionId !== 'string' || typeof cwd !== 'string') return null;
  const at = typeof updatedAt === 'string' ? Date.parse(updatedAt) : Number.NaN;
  return {
    acpSessionId: sessionId,
    cwd,
    title: typeof title === 'string' && title !== '' ? title : null,
    updatedAt: Number.isNaN(at) ? null : at,
    archived: archived === true,
  };
}

const MAX_MESSAGE = 2000;

/** The message of a JSON-RPC error with the details that agents put beside it. Untrusted text. */
export function errorText(message: string, data: unknown): string {
  const record = recordOf(data);
  const details = textOf(data) ?? textOf(record.details) ?? textOf(record.message);
  const text = details === undefined || message.includes(details) ? message : `${message}: ${details}`;
  return text.slice(0, MAX_MESSAGE);
}
