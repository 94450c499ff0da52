/** Tries one MCP server: starts or calls it, shakes hands, asks for its tools, and leaves nothing behind. */
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { McpTestFailure, McpTestStage, McpTestState, McpTool } from '../../shared/ipc/contract/mcp.ts';
import type { McpServerEntry } from '../../shared/mcp/definition.ts';
import { hiderOf } from '../../shared/text/hide-values.ts';
import { StderrTail } from '../agents/stderr-tail.ts';
import type { ProcessRegistry } from '../processes/registry.ts';
import type { ManagedProcess } from '../processes/spawn.ts';
import type { ResolvedValues } from './resolve-values.ts';

/** Milliseconds. A program may have to be downloaded first by what starts it. */
export type McpTestLimits = { readonly connecting: number; readonly listing: number };
const LIMITS: McpTestLimits = { connecting: 60_000, listing: 20_000 };

export type McpTestOptions = {
  readonly entry: McpServerEntry;
  readonly resolved: ResolvedValues;
  /** Where a program runs that names no folder itself. */
  readonly cwd: string;
  readonly processes: ProcessRegistry;
  readonly clientVersion: string;
  readonly emit: (state: McpTestState) => void;
  /** Ends the test and all that it started. */
  readonly signal: AbortSignal;
  readonly limits?: Partial<McpTestLimits>;
};

const MAX_TOOLS = 500;
const MAX_PAGES = 50;
const LAST_LINES = 20;
const STOP_PACE = { inputMs: 1000, termMs: 1500, killMs: 2000 };

class TestFailure extends Error {
  readonly failure: McpTestFailure;
  constructor(code: McpTestFailure['code'], detail: string) {
    super(detail);
    this.failure = { code, detail, lastLines: [] };
  }
}

/** Resolves when nothing of it runs any more. Never rejects. */
export async function testMcpServer(options: McpTestOptions): Promise<void> {
  const { emit, signal, resolved } = options;
  const hide = hiderOf(resolved.hidden);
  const limits = { ...LIMITS, ...options.limits };
  const run = new TestRun(emit);
  let started: { readonly process: ManagedProcess; readonly stderr: StderrTail } | null = null;
  let transport: Transport | null = null;
  try {
    run.begin('starting');
    if (options.entry.type === 'stdio') {
      started = await startProgram(options, options.entry);
      // The SDK takes a while to load, so nothing of it is there before it is needed.
      const { ProcessTransport } = await import('./process-transport.ts');
      transport = new ProcessTransport(started.process);
    } else {
      transport = await remoteTransport(options.entry, resolved);
    }
    const gone = started === null ? never : exitOf(started.process);
    const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
    const client = new Client({ name: 'switchyard', version: options.clientVersion });
    // Noise of a program on its output is not worth a word.
    client.onerror = () => undefined;
    run.begin('connecting');
    const connected = client.connect(transport, { timeout: limits.connecting, signal });
    await Promise.race([connected, gone, limitOf('connecting', limits.connecting, signal)]);
    const { name = '', version = '' } = client.getServerVersion() ?? {};
    run.tell({ server: { name: name.slice(0, 200), version: version.slice(0, 100) } });
    run.begin('listing');
    const tools =
      client.getServerCapabilities()?.tools === undefined
        ? []
        : await Promise.race([
            listTools(client, limits.listing, signal),
            gone,
            limitOf('listing', limits.listing, signal),
          ]);
    run.end({ outcome: 'ok', tools });
  } catch (error) {
    // A closed pipe is noticed before the exit that it is the sign of.
    if (started !== null && !(error instanceof TestFailure)) await endsSoon(started.process);
    const failure = started?.process.exit ? exitFailure(started.process) : failureOf(error, run.stage);
    const lastLines = started?.stderr.lines.slice(-LAST_LINES).map(hide) ?? [];
    run.end({ outcome: 'failed', failure: { ...failure, detail: hide(failure.detail), lastLines } });
  } finally {
    await transport?.close().catch(() => undefined);
    if (started !== null) await options.processes.stop(started.process, STOP_PACE);
    // Only now: who reads the outcome may count on nothing being left.
    if (!signal.aborted) run.flush();
  }
}

/** The state as it grows; what ends it is told at the end alone. */
class TestRun {
  readonly #emit: (state: McpTestState) => void;
  #state: McpTestState = { stages: [], outcome: 'running', server: null, tools: [], failure: null };
  #since = performance.now();

  constructor(emit: (state: McpTestState) => void) {
    this.#emit = emit;
  }

  get stage(): McpTestStage {
    return this.#state.stages.at(-1)?.stage ?? 'starting';
  }

  begin(stage: McpTestStage): void {
    this.#state = { ...this.#state, stages: [...this.#closed(), { stage, ms: null }] };
    this.#since = performance.now();
    this.flush();
  }

  tell(patch: Partial<McpTestState>): void {
    this.#state = { ...this.#state, ...patch };
    this.flush();
  }

  end(patch: Partial<McpTestState>): void {
    this.#state = { ...this.#state, stages: this.#closed(), ...patch };
  }

  flush(): void {
    this.#emit(this.#state);
  }

  #closed(): McpTestState['stages'] {
    const ms = performance.now() - this.#since;
    return this.#state.stages.map((each) => (each.ms === null ? { ...each, ms } : each));
  }
}

const never = new Promise<never>(() => undefined);

async function startProgram(
  { processes, resolved, cwd, signal }: McpTestOptions,
  entry: Extract<McpServerEntry, { readonly type: 'stdio' }>,
) {
  const started = await processes.start({
    command: entry.command,
    args: entry.args,
    env: Object.fromEntries(resolved.values.map(({ name, value }) => [name, value])),
    cwd: entry.cwd ?? cwd,
    kind: 'mcp-server',
  });
  if (!started.ok) {
    const { code, message } = started.error;
    throw new TestFailure(code === 'spawn-failed' ? 'exited' : code, message);
  }
  const { process, settled } = started.value;
  settled();
  if (signal.aborted) {
    await processes.stop(process, STOP_PACE);
    throw new TestFailure('exited', 'called off');
  }
  return { process, stderr: new StderrTail(process.stderr) };
}

async function remoteTransport(
  { type, url }: Extract<McpServerEntry, { readonly type: 'http' | 'sse' }>,
  { values }: ResolvedValues,
): Promise<Transport> {
  const requestInit = { headers: Object.fromEntries(values.map(({ name, value }) => [name, value])) };
  if (type === 'sse') {
    const { SSEClientTransport } = await import('@modelcontextprotocol/sdk/client/sse.js');
    return new SSEClientTransport(new URL(url), { requestInit });
  }
  const { StreamableHTTPClientTransport } =
    await import('@modelcontextprotocol/sdk/client/streamableHttp.js');
  // The SDK's types predate exact optional properties.
  return new StreamableHTTPClientTransport(new URL(url), { requestInit }) as unknown as Transport;
}

/** What is still in its pipes comes with the exit, not after it. */
const DRAIN_MS = 100;
const PIPE_GRACE_MS = 500;

/** Within the grace that a pipe gets. */
async function endsSoon({ exited }: ManagedProcess): Promise<void> {
  const patience = new Promise((resolve) => {
    setTimeout(resolve, PIPE_GRACE_MS);
  });
  await Promise.race([exited, patience]);
}

async function exitOf(process: ManagedProcess): Promise<never> {
  await process.exited;
  await new Promise((resolve) => {
    setTimeout(resolve, DRAIN_MS);
  });
  throw new TestFailure('exited', '');
}

function exitFailure({ exit }: ManagedProcess): McpTestFailure {
  const detail = exit?.signal ?? `exit code ${exit?.code ?? '?'}`;
  return { code: 'exited', detail, lastLines: [] };
}

function limitOf(stage: McpTestStage, ms: number, signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const timer = setTimeout(() => reject(new TestFailure('timed-out', stage)), ms);
    timer.unref();
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new TestFailure('timed-out', stage));
    });
  });
}

type ToolLister = {
  listTools(
    params: { cursor?: string },
    options: { timeout: number; signal: AbortSignal },
  ): Promise<{
    tools: readonly { name: string; title?: string | undefined; description?: string | undefined }[];
    nextCursor?: string | undefined;
  }>;
};

async function listTools(
  client: ToolLister,
  timeout: number,
  signal: AbortSignal,
): Promise<readonly McpTool[]> {
  const tools: McpTool[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES && tools.length < MAX_TOOLS; page += 1) {
    const answer = await client.listTools(cursor === undefined ? {} : { cursor }, { timeout, signal });
    for (const { name, description = '' } of answer.tools) {
      tools.push({ name: name.slice(0, 200), description: description.slice(0, 2000) });
    }
    cursor = answer.nextCursor;
    if (cursor === undefined) break;
  }
  return tools.slice(0, MAX_TOOLS);
}

const REQUEST_TIMEOUT = -32001;

function failureOf(error: unknown, stage: McpTestStage): McpTestFailure {
  if (error instanceof TestFailure) return error.failure;
  const {
    name = '',
    message = String(error),
    code,
    cause,
  } = error as Partial<Error> & {
    code?: unknown;
    cause?: unknown;
  };
  const made = (kind: McpTestFailure['code'], detail: string): McpTestFailure => ({
    code: kind,
    detail: detail.slice(0, 1000),
    lastLines: [],
  });
  if (code === REQUEST_TIMEOUT) return made('timed-out', stage);
  if (code === 401 || code === 403 || name === 'UnauthorizedError')
    return made('auth-needed', code === 403 ? '403' : '401');
  if (typeof code === 'number' && code >= 300 && code < 600) return made('http-status', String(code));
  // The event source tells only in words what its fetch said.
  const reason =
    networkReason(cause ?? error) ??
    (name === 'SseError' || message.startsWith('SSE error')
      ? (/(?:connect |getaddrinfo )?E[A-Z]{4,}\b.*|fetch failed.*/.exec(message)?.[0] ?? null)
      : null);
  if (reason !== null) return made('unreachable', reason);
  return made('not-mcp', message);
}

/** undici wraps what the system said, at any depth. */
function networkReason(error: unknown, depth = 0): string | null {
  if (typeof error !== 'object' || error === null || depth > 4) return null;
  const { code, message, cause, errors } = error as {
    code?: unknown;
    message?: unknown;
    cause?: unknown;
    errors?: unknown;
  };
  if (typeof code === 'string' && /^(E[A-Z]+|UND_ERR_|CERT_|DEPTH_|SELF_|ERR_TLS)/.test(code)) {
    return typeof message === 'string' && message !== '' ? message : code;
  }
  if (Array.isArray(errors)) return networkReason(errors[0], depth + 1);
  return networkReason(cause, depth + 1) ?? (message === 'fetch failed' ? 'fetch failed' : null);
}
