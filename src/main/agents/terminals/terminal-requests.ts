/** The five `terminal/*` requests, read and answered. */
import { RequestError } from '@agentclientprotocol/sdk/unstable';
import type { client } from '@agentclientprotocol/sdk/unstable';
import type { Result } from '../../../shared/result.ts';
import { isRecord } from '../../../shared/session/json-value.ts';
import type { JsonRecord } from '../../../shared/session/json-value.ts';
import type { TerminalExit } from './agent-terminal.ts';
import { DENIED } from '../agent-requests.ts';
import type { AgentTerminals, TerminalError, TerminalRequest } from './agent-terminals.ts';

type ClientApp = ReturnType<typeof client>;

export function answerTerminalRequests(app: ClientApp, terminals: AgentTerminals): ClientApp {
  app.onRequest('terminal/create', readCreate, async ({ params, signal }) => {
    const terminalId = given(await terminals.create(params.sessionId, params.request, signal));
    return { terminalId };
  });
  app.onRequest('terminal/output', readId, ({ params }) => {
    const { text, truncated, exit } = given(terminals.output(params.sessionId, params.terminalId));
    return { output: text, truncated, exitStatus: exit === null ? null : exitStatus(exit) };
  });
  app.onRequest('terminal/wait_for_exit', readId, async ({ params, signal }) => {
    const exit = terminals.waitForExit(params.sessionId, params.terminalId);
    return exitStatus(given(await untilAborted(exit, signal)));
  });
  app.onRequest('terminal/kill', readId, async ({ params }) => {
    given(await terminals.kill(params.sessionId, params.terminalId));
    return {};
  });
  app.onRequest('terminal/release', readId, async ({ params }) => {
    given(await terminals.release(params.sessionId, params.terminalId));
    return {};
  });
  return app;
}

function exitStatus({ code, signal }: TerminalExit): { exitCode: number | null; signal: string | null } {
  return { exitCode: code, signal };
}

function given<Value>(result: Result<Value, TerminalError>): Value {
  if (result.ok) return result.value;
  const { code, message } = result.error;
  throw code === 'denied'
    ? new RequestError(DENIED, message)
    : RequestError.invalidParams(undefined, message);
}

const REQUEST_CANCELLED = -32800;

function untilAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new RequestError(REQUEST_CANCELLED, 'the request was taken back'));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

function invalid(message: string): RequestError {
  return RequestError.invalidParams(undefined, message);
}

function readSession(params: unknown): JsonRecord & { readonly sessionId: string } {
  if (!isRecord(params) || typeof params.sessionId !== 'string') throw invalid('sessionId is missing');
  return { ...params, sessionId: params.sessionId };
}

function readId(params: unknown): { readonly sessionId: string; readonly terminalId: string } {
  const { sessionId, terminalId } = readSession(params);
  if (typeof terminalId !== 'string') throw invalid('terminalId is missing');
  return { sessionId, terminalId };
}

function readCreate(params: unknown): { readonly sessionId: string; readonly request: TerminalRequest } {
  const { sessionId, command, args, env, cwd, outputByteLimit } = readSession(params);
  if (typeof command !== 'string') throw invalid('command is missing');
  const words = args ?? [];
  if (!Array.isArray(words) || !words.every((word): word is string => typeof word === 'string')) {
    throw invalid('args must be a list of texts');
  }
  if (cwd !== undefined && cwd !== null && typeof cwd !== 'string') throw invalid('cwd must be text');
  return {
    sessionId,
    request: { command, args: words, env: readEnv(env), cwd: cwd ?? null, outputByteLimit },
  };
}

function readEnv(env: unknown): TerminalRequest['env'] {
  if (env === undefined || env === null) return [];
  if (!Array.isArray(env)) throw invalid('env must be a list');
  return env.map((variable: unknown) => {
    if (!isRecord(variable) || typeof variable.name !== 'string' || typeof variable.value !== 'string') {
      throw invalid('env must hold names and values');
    }
    return { name: variable.name, value: variable.value };
  });
}
