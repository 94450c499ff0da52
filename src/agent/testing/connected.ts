/** For tests: the agent and a client of its own in one process, with everything that passed between them. */
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  client,
  type ClientCapabilities,
  type ClientContext,
  methods,
  type PromptResponse,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
  type SessionUpdate,
  type WriteTextFileRequest,
} from '@agentclientprotocol/sdk/unstable';
import { createAgent } from '../server.ts';

export type Decide = (request: RequestPermissionRequest) => string | Promise<string>;

export type ConnectOptions = {
  /** Path in the workspace to content. */
  readonly files?: Readonly<Record<string, string>>;
  readonly capabilities?: ClientCapabilities;
  /** The id of the option that the person chooses; `cancelled` for none. */
  readonly decide?: Decide;
  /** A folder of an earlier connection: its conversations are there. */
  readonly data?: string;
  readonly cwd?: string;
  readonly pace?: 'instant' | 'natural';
};

export type Connected = {
  readonly agent: ClientContext;
  readonly cwd: string;
  readonly data: string;
  readonly updates: { readonly sessionId: string; readonly update: SessionUpdate }[];
  readonly asked: RequestPermissionRequest[];
  readonly written: WriteTextFileRequest[];
  readonly log: string[];
  /** A new session in the workspace. */
  readonly open: () => Promise<string>;
  readonly say: (sessionId: string, text: string) => Promise<PromptResponse>;
  /** Resolves once an update fits. */
  readonly seen: (fits: (update: SessionUpdate) => boolean) => Promise<SessionUpdate>;
  readonly close: () => Promise<void>;
};

export async function temporaryFolder(name: string): Promise<string> {
  return realpath(await mkdtemp(join(tmpdir(), `switchyard-${name}-`)));
}

/** A small workspace: two files that know each other, a note, and two that must be left out. */
export const FILES = {
  'src/a.ts': 'export const maxTries = 5;\nexport const delay = maxTries * 2;\n',
  'src/b.ts': "import { maxTries } from './a.ts';\nconsole.log(maxTries);\n",
  'docs/notes.md': '# Notes\n\nNothing about tries.\n',
  'node_modules/x/index.js': 'maxTries',
  'logo.bin': 'maxTries\u0000',
};

export async function connected(options: ConnectOptions = {}): Promise<Connected> {
  const cwd = options.cwd ?? (await temporaryFolder('workspace'));
  const data = options.data ?? (await temporaryFolder('data'));
  for (const [path, content] of Object.entries({
    ...(options.cwd === undefined ? FILES : {}),
    ...options.files,
  })) {
    await mkdir(dirname(join(cwd, path)), { recursive: true });
    await writeFile(join(cwd, path), content);
  }
  const updates: Connected['updates'] = [];
  const asked: RequestPermissionRequest[] = [];
  const written: WriteTextFileRequest[] = [];
  const log: string[] = [];
  const waiting = new Set<(update: SessionUpdate) => void>();

  const bundled = createAgent({
    version: '0.0.0',
    env: { SWITCHYARD_AGENT_DATA: data, SWITCHYARD_AGENT_PACE: options.pace ?? 'instant' },
    platform: process.platform,
    log: (line) => log.push(line),
  });
  const connection = client({ name: 'test' })
    .onNotification(methods.client.session.update, ({ params }) => {
      updates.push(params);
      for (const hear of waiting) hear(params.update);
    })
    .onRequest(
      methods.client.session.requestPermission,
      async ({ params }): Promise<RequestPermissionResponse> => {
        asked.push(params);
        const optionId = (await options.decide?.(params)) ?? 'allow-once';
        return optionId === 'cancelled'
          ? { outcome: { outcome: 'cancelled' } }
          : { outcome: { outcome: 'selected', optionId } };
      },
    )
    .onRequest(methods.client.fs.writeTextFile, async ({ params }) => {
      written.push(params);
      await writeFile(params.path, params.content);
      return {};
    })
    .connect(bundled.app);
  await connection.agent.request(methods.agent.initialize, {
    protocolVersion: 1,
    clientCapabilities: options.capabilities ?? {},
  });

  return {
    agent: connection.agent,
    cwd,
    data,
    updates,
    asked,
    written,
    log,
    open: async () => {
      const { sessionId } = await connection.agent.request(methods.agent.session.new, {
        cwd,
        mcpServers: [],
      });
      return sessionId;
    },
    say: (sessionId, text) =>
      connection.agent.request(methods.agent.session.prompt, { sessionId, prompt: [{ type: 'text', text }] }),
    seen: (fits) => {
      const known = updates.find(({ update }) => fits(update));
      if (known !== undefined) return Promise.resolve(known.update);
      return new Promise((resolve) => {
        const hear = (update: SessionUpdate): void => {
          if (!fits(update)) return;
          waiting.delete(hear);
          resolve(update);
        };
        waiting.add(hear);
      });
    },
    close: async () => {
      await bundled.close();
      connection.close();
      if (options.cwd === undefined) await rm(cwd, { recursive: true, force: true });
      if (options.data === undefined) await rm(data, { recursive: true, force: true });
    },
  };
}

/** What the agent said in messages, joined. */
export function spoken(updates: Connected['updates']): string {
  return updates
    .map(({ update }) =>
      update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text'
        ? update.content.text
        : '',
    )
    .join('');
}

/** The tool calls in order, each in its last state. */
export function toolCalls(updates: Connected['updates']): Record<string, unknown>[] {
  const calls = new Map<string, Record<string, unknown>>();
  for (const { update } of updates) {
    if (update.sessionUpdate !== 'tool_call' && update.sessionUpdate !== 'tool_call_update') continue;
    const { sessionUpdate: _, ...fields } = update;
    calls.set(update.toolCallId, { ...calls.get(update.toolCallId), ...fields });
  }
  return [...calls.values()];
}

export function statusOf(updates: Connected['updates']): unknown[] {
  return toolCalls(updates).map((call) => call['status']);
}

/** Each plan as the first letters of its statuses. */
export function plansOf(updates: Connected['updates']): string[] {
  return updates.flatMap(({ update }) =>
    update.sessionUpdate === 'plan' ? [update.entries.map((entry) => entry.status[0]).join('')] : [],
  );
}
