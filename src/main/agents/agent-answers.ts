/**
 * What agents answer, checked: the SDK hands answers on unread. Lenient where agents differ, `null`
 * where an answer cannot be used.
 */
import type { StopReason } from '../../shared/session/content.ts';
import { decodeConfigOptions, decodeModes } from '../../shared/session/decode-config.ts';
import type { AgentDescription, AgentOffer } from '../../shared/session/event.ts';
import { isRecord, textOf } from '../../shared/session/json-value.ts';
import type { JsonRecord } from '../../shared/session/json-value.ts';
import { decodeAuthMethods } from '../../shared/session/sign-in.ts';
import type { OpenedSession } from './agent-link.ts';

export type InitializeAnswer = {
  readonly protocolVersion: number;
  readonly agent: AgentDescription;
  readonly canLoad: boolean;
  readonly canResume: boolean;
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
    agent: {
      name: textOf(info.title) ?? textOf(info.name) ?? fallbackName,
      version: textOf(info.version) ?? null,
      promptImages: prompts.image === true,
      embeddedContext: prompts.embeddedContext === true,
      loadSession: canLoad || canResume,
      authMethods: decodeAuthMethods(answer.authMethods),
      offers: readOffers(capabilities),
    },
  };
}

function readOffers(capabilities: JsonRecord): readonly AgentOffer[] {
  const sessions = recordOf(capabilities.sessionCapabilities);
  return [
    ...(isOffered(sessions.fork) ? (['fork'] as const) : []),
    ...(isOffered(sessions.delete) ? (['delete'] as const) : []),
    ...(isOffered(sessions.title) ? (['title'] as const) : []),
    ...(isOffered(recordOf(capabilities.auth).logout) ? (['logout'] as const) : []),
  ];
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

const MAX_MESSAGE = 2000;

/** The message of a JSON-RPC error with the details that agents put beside it. Untrusted text. */
export function errorText(message: string, data: unknown): string {
  const record = recordOf(data);
  const details = textOf(data) ?? textOf(record.details) ?? textOf(record.message);
  const text = details === undefined || message.includes(details) ? message : `${message}: ${details}`;
  return text.slice(0, MAX_MESSAGE);
}
