/**
 * What agents ask of us, answered: permission and text files. Parameters are read here and not by the
 * SDK, which would refuse a permission request for one option of a kind that it does not know.
 */
import { RequestError } from '@agentclientprotocol/sdk/unstable';
import type { client } from '@agentclientprotocol/sdk/unstable';
import { assertNever } from '../../shared/result.ts';
import type { PermissionOutcome } from '../../shared/session/content.ts';
import { decodePermissionOptions } from '../../shared/session/decode-config.ts';
import { decodeToolCallPatch } from '../../shared/session/decode-tool-call.ts';
import { readQuestion, type QuestionOutcome } from '../../shared/session/question.ts';
import { MAX_RAW_DEPTH, fitsDepth, isRecord, numberOf } from '../../shared/session/json-value.ts';
import type { JsonRecord } from '../../shared/session/json-value.ts';
import type { AgentHandlers, PermissionAsk, QuestionAsk } from './agent-link.ts';
import type { AgentFiles, AgentReadError, AgentWriteError } from './files/agent-files.ts';

type ClientApp = ReturnType<typeof client>;

export type AgentRequestOptions = {
  readonly onPermission: AgentHandlers['onPermission'];
  readonly onQuestion: AgentHandlers['onQuestion'];
  readonly onQuestionCompleted: AgentHandlers['onQuestionCompleted'];
  /** Whether it is a session of this connection. */
  readonly isOpen: (acpSessionId: string) => boolean;
  /** Null: files are not offered. */
  readonly files: AgentFiles | null;
};

export function answerAgentRequests(app: ClientApp, options: AgentRequestOptions): ClientApp {
  const { onPermission, onQuestion, onQuestionCompleted, isOpen, files } = options;
  app.onRequest('session/request_permission', readPermission, async ({ params, signal }) => {
    if (!isOpen(params.sessionId)) throw invalid('there is no such session on this connection');
    const withdrawn: PermissionOutcome = { outcome: 'cancelled', why: 'agent-withdrew' };
    const asked = onPermission(params.sessionId, params.ask, signal);
    const outcome = await untilAborted(asked, withdrawn, signal);
    return { outcome: toAcpOutcome(outcome) };
  });
  app.onRequest('elicitation/create', readElicitation, async ({ params, signal }) => {
    const withdrawn: QuestionOutcome = { outcome: 'cancelled', why: 'agent-withdrew' };
    return toAcpAnswer(
      await untilAborted(onQuestion(params.sessionId, params.ask, signal), withdrawn, signal),
    );
  });
  app.onNotification('elicitation/complete', readCompletion, ({ params }) => {
    if (params !== null) onQuestionCompleted(params);
  });
  if (files === null) return app;
  app.onRequest('fs/read_text_file', readFileParams, async ({ params, signal }) => {
    const { sessionId, path, line, limit } = params;
    const isPart = line !== undefined || limit !== undefined;
    const lines = isPart ? { line: line ?? 1, limit: limit ?? null } : null;
    const result = await files.read(sessionId, { path, lines }, signal);
    if (!result.ok) throw fileError(result.error, path);
    return { content: result.value };
  });
  app.onRequest('fs/write_text_file', readWriteParams, async ({ params, signal }) => {
    const { sessionId, path, content: text } = params;
    const result = await files.write(sessionId, { path, text }, signal);
    if (!result.ok) throw fileError(result.error, path);
    return {};
  });
  return app;
}

function invalid(message: string): RequestError {
  return RequestError.invalidParams(undefined, message);
}

function readSession(params: unknown): JsonRecord & { readonly sessionId: string } {
  if (!isRecord(params) || typeof params.sessionId !== 'string') throw invalid('sessionId is missing');
  // The parameters themselves hold the value: two levels more than what is kept of it.
  if (!fitsDepth(params, MAX_RAW_DEPTH + 2)) throw invalid('the parameters are nested too deeply');
  return { ...params, sessionId: params.sessionId };
}

function readPermission(params: unknown): { readonly sessionId: string; readonly ask: PermissionAsk } {
  const { sessionId, toolCall: rawToolCall, options: rawOptions } = readSession(params);
  const toolCall = decodeToolCallPatch(rawToolCall);
  if (toolCall === null) throw invalid('toolCall has no toolCallId');
  const options = decodePermissionOptions(rawOptions);
  if (options.length === 0) throw invalid('there are no options to choose from');
  return { sessionId, ask: { toolCall, options } };
}

type ElicitationParams = { readonly sessionId: string | null; readonly ask: QuestionAsk };

/** It belongs to a session, or to one of our requests: before there is a session only to sign in. */
function readElicitation(params: unknown): ElicitationParams {
  if (!isRecord(params) || !fitsDepth(params, MAX_RAW_DEPTH + 2))
    throw invalid('the parameters cannot be read');
  const question = readQuestion(params);
  if (question === null) throw invalid('it is no form and no page that can be asked for');
  const sessionId = typeof params.sessionId === 'string' ? params.sessionId : null;
  const toolCallId = typeof params.toolCallId === 'string' ? params.toolCallId : null;
  return { sessionId, ask: { question, toolCallId } };
}

function readCompletion(params: unknown): string | null {
  return isRecord(params) && typeof params.elicitationId === 'string' ? params.elicitationId : null;
}

function toAcpAnswer(outcome: QuestionOutcome): object {
  switch (outcome.outcome) {
    case 'accepted':
      return { action: 'accept', content: outcome.content };
    case 'declined':
      return { action: 'decline' };
    case 'cancelled':
      return { action: 'cancel' };
  }
}

type FileParams = { readonly sessionId: string; readonly path: string };

function readPath(params: JsonRecord & { readonly sessionId: string }): FileParams {
  if (typeof params.path !== 'string') throw invalid('path is missing');
  return { sessionId: params.sessionId, path: params.path };
}

function readFileParams(
  params: unknown,
): FileParams & { readonly line: number | undefined; readonly limit: number | undefined } {
  const read = readSession(params);
  return { ...readPath(read), line: numberOf(read.line), limit: numberOf(read.limit) };
}

function readWriteParams(params: unknown): FileParams & { readonly content: string } {
  const read = readSession(params);
  if (typeof read.content !== 'string') throw invalid('content is missing');
  return { ...readPath(read), content: read.content };
}

const RESOURCE_NOT_FOUND = -32002;
/** Of our own choice: JSON-RPC leaves -32000 to -32099 to implementations, ACP uses -32000 and -32002 of them. */
export const DENIED = -32003;

/** `path` is the agent's own word for the file, so it may be told back. */
function fileError(error: AgentReadError | AgentWriteError, path: string): RequestError {
  switch (error.code) {
    case 'not-found':
      return new RequestError(RESOURCE_NOT_FOUND, 'Resource not found', { uri: path });
    case 'denied':
      return new RequestError(DENIED, error.message);
    case 'no-session':
    case 'outside-workspace':
    case 'not-a-file':
    case 'too-large':
    case 'binary':
    case 'protected':
    case 'hard-linked':
      return invalid(error.message);
    case 'no-access':
    case 'write-failed':
    case 'not-on-record':
      return RequestError.internalError({ details: error.message }, error.message);
    default:
      return assertNever(error);
  }
}

function toAcpOutcome(
  outcome: PermissionOutcome,
): { readonly outcome: 'cancelled' } | { readonly outcome: 'selected'; readonly optionId: string } {
  return outcome.outcome === 'selected'
    ? { outcome: 'selected', optionId: outcome.optionId }
    : { outcome: 'cancelled' };
}

/** The agent must get its answer even if whoever decides forgets the withdrawn question. */
function untilAborted<Outcome>(
  decision: Promise<Outcome>,
  withdrawn: Outcome,
  signal: AbortSignal,
): Promise<Outcome> {
  if (signal.aborted) return Promise.resolve(withdrawn);
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => resolve(withdrawn), { once: true });
    decision.then(resolve, reject);
  });
}
