/** MCP servers for agents: what the person and trusted workspaces define, who gets them, trying them out. */
import { z } from 'zod';
import { mcpServerEntry, mcpServerId, type McpServerKind } from '../../mcp/definition.ts';
import { request, stream } from '../method.ts';

/** A variable of a program or a header of an address. */
export type McpValueView = {
  readonly name: string;
  readonly isSecret: boolean;
  /** Null: not sent to the page, being a secret or looking like one by its name. */
  readonly text: string | null;
  /** Of a secret: whether there is a value, and how long it is kept. Of any other value: `stored`. */
  readonly kept: 'stored' | 'run' | 'missing';
};

export type McpServerView = {
  readonly id: string;
  readonly kind: McpServerKind;
  readonly enabled: boolean;
  /** Of a program; '' and empty for an address. */
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string | null;
  /** Of an address; '' for a program. */
  readonly url: string;
  readonly values: readonly McpValueView[];
  /** Of all that decides what it does: for accepting exactly this. */
  readonly digest: string;
  /** Of a workspace's: whether what stands there now was accepted. Always true for the person's own. */
  readonly accepted: boolean;
};

/** An entry, or a whole file, that cannot be used; it stays in the file as it is. Line and column count from 1. */
export type McpProblem = {
  /** '' when it is about the whole file. */
  readonly id: string;
  readonly message: string;
  readonly line: number;
  readonly column: number;
};

export type McpWorkspaceView = {
  readonly workspaceId: string;
  readonly name: string;
  readonly path: string;
  readonly trusted: boolean;
  /** Whether there is a file. It is read only when the workspace is trusted. */
  readonly hasFile: boolean;
  readonly servers: readonly McpServerView[];
  readonly problems: readonly McpProblem[];
};

export type McpAgentView = {
  readonly id: string;
  readonly name: string;
  /** Servers of the person's that it does not get. */
  readonly off: readonly string[];
  /** Whether it gets those of trusted workspaces. */
  readonly workspace: boolean;
  /** What it says to take, once it was started; null: not known in this run of the app. */
  readonly takes: McpTakes | null;
};

export type McpTakes = { readonly stdio: boolean; readonly http: boolean; readonly sse: boolean };

export type McpState = {
  readonly servers: readonly McpServerView[];
  readonly problems: readonly McpProblem[];
  /** Of the settings file. */
  readonly path: string;
  readonly workspaces: readonly McpWorkspaceView[];
  readonly agents: readonly McpAgentView[];
  /** Whether the system can keep secrets so that only this person's session reads them. */
  readonly canStoreSecrets: boolean;
};

export type McpTool = { readonly name: string; readonly description: string };

export type McpTestStage = 'starting' | 'connecting' | 'listing';

export type McpTestFailure = {
  readonly code:
    | 'not-found' // no such program
    | 'bad-directory'
    | 'exited' // the program ended
    | 'timed-out' // in the stage that is named
    | 'unreachable' // nobody answers at the address
    | 'auth-needed' // 401 or 403
    | 'http-status' // another status; the detail is the number
    | 'not-mcp' // answers, but not as an MCP server
    | 'value-missing'; // a secret or a variable has no value; the detail names it
  /** Untrusted. */
  readonly detail: string;
  /** What it wrote last to its error output, untrusted. */
  readonly lastLines: readonly string[];
};

export type McpTestState = {
  /** Those that are over or under way, with how long each took in ms; null while it runs. */
  readonly stages: readonly { readonly stage: McpTestStage; readonly ms: number | null }[];
  readonly outcome: 'running' | 'ok' | 'failed';
  /** What it calls itself, untrusted. */
  readonly server: { readonly name: string; readonly version: string } | null;
  readonly tools: readonly McpTool[];
  readonly failure: McpTestFailure | null;
};

const keep = z.enum(['stored', 'run']);
const workspaceId = z.string().max(200).nullable();
const secretValue = z
  .string()
  .min(1)
  .max(32_768)
  // eslint-disable-next-line no-control-regex
  .refine((text) => !/[\u0000\r\n]/.test(text), 'one line only');

const editCodes = ['not-found', 'id-taken', 'no-encryption', 'file-broken', 'write-failed'] as const;

export const mcpContract = {
  'mcp.watch': stream<McpState>()(z.object({}), { merge: (_, next) => next }),
  /** Reads the files of trusted workspaces again. */
  'mcp.refresh': request<null>()(z.object({})),
  /**
   * Adds a server of the person's (`previousId` null) or changes one. A plain value of '' keeps the one that is
   * stored. `secrets`: values of those that the entry marks as secret; what is absent stays as it is.
   */
  'mcp.save': request<null>()(
    z.object({
      previousId: z.string().max(200).nullable(),
      id: mcpServerId,
      entry: mcpServerEntry,
      secrets: z.record(z.string().max(256), secretValue),
      keep,
    }),
    editCodes,
  ),
  'mcp.enable': request<null>()(z.object({ id: z.string().max(200), enabled: z.boolean() }), editCodes),
  /** Gives a secret of a server its value; null takes it away. */
  'mcp.setSecret': request<null>()(
    z.object({
      workspaceId,
      id: z.string().max(200),
      name: z.string().max(256),
      value: secretValue.nullable(),
      keep,
    }),
    ['not-found', 'no-encryption', 'write-failed'],
  ),
  /** The token brings it back within this run of the app. */
  'mcp.remove': request<{ readonly token: string }>()(z.object({ id: z.string().max(200) }), editCodes),
  'mcp.restore': request<null>()(z.object({ token: z.string().max(100) }), editCodes),
  /**
   * Takes over `{"mcpServers": {…}}` as other programs write it. Values under names of secrets are kept as
   * secrets. What cannot be used, or is there already, is named and left out.
   */
  'mcp.import': request<{ readonly added: readonly string[]; readonly problems: readonly McpProblem[] }>()(
    z.object({ text: z.string().max(400_000), keep }),
    editCodes,
  ),
  /** Trusting reads the workspace's file, and accepts what stands there now. */
  'mcp.trust': request<null>()(z.object({ workspaceId: z.string().max(200), trusted: z.boolean() }), [
    'not-found',
    'write-failed',
  ]),
  /** Of a workspace's server as it stands there: `digest` is what the person has seen. */
  'mcp.accept': request<null>()(
    z.object({
      workspaceId: z.string().max(200),
      id: z.string().max(200),
      digest: z.string().max(100),
      accepted: z.boolean(),
    }),
    ['not-found', 'changed', 'write-failed'],
  ),
  /** Which servers an agent gets with its next session. */
  'mcp.choose': request<null>()(
    z.object({
      agentId: z.string().max(64),
      off: z.array(z.string().max(200)).max(500),
      workspace: z.boolean(),
    }),
    editCodes,
  ),
  /** Tries it for as long as it is listened to; leaving ends all that was started. */
  'mcp.test': stream<McpTestState>()(z.object({ workspaceId, id: z.string().max(200) }), {
    codes: ['not-found'],
    merge: (_, next) => next,
  }),
} as const;
