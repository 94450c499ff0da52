/** MCP servers of the stage: every kind, every state. */
import type {
  McpServerView,
  McpState,
  McpTestState,
  mcpContract,
} from '../../src/shared/ipc/contract/mcp.ts';
import type { Handlers } from '../../src/shared/ipc/handler.ts';
import { err, ok } from '../../src/shared/result.ts';

function server(id: string, patch: Partial<McpServerView>): McpServerView {
  return {
    id,
    kind: 'stdio',
    enabled: true,
    command: '',
    args: [],
    cwd: null,
    url: '',
    values: [],
    digest: id,
    accepted: true,
    ...patch,
  };
}

export function mcpState(patch: Partial<McpState> = {}): McpState {
  return {
    servers: [
      server('github', {
        command: 'docker',
        args: ['run', '-i', '--rm', 'ghcr.io/github/github-mcp-server'],
        values: [
          { name: 'GITHUB_PERSONAL_ACCESS_TOKEN', isSecret: true, text: null, kept: 'stored' },
          { name: 'GITHUB_HOST', isSecret: false, text: 'https://git.example.com', kept: 'stored' },
        ],
      }),
      server('search', {
        kind: 'http',
        url: 'https://mcp.example.com/v1',
        values: [{ name: 'Authorization', isSecret: true, text: null, kept: 'missing' }],
      }),
      server('design', { kind: 'sse', url: 'http://127.0.0.1:3845/sse', enabled: false }),
    ],
    problems: [{ id: 'old-tracker', message: 'url: Invalid URL', line: 31, column: 14 }],
    path: '/home/dev/.config/switchyard/settings.jsonc',
    workspaces: [
      {
        workspaceId: 'w-payments',
        name: 'payments-api',
        path: '/home/dev/code/payments-api',
        trusted: true,
        hasFile: true,
        servers: [
          server('postgres', {
            command: 'npx',
            args: ['-y', '@example/mcp-postgres', 'postgres://localhost/payments'],
          }),
          server('deploy', { command: './tools/deploy-mcp', args: ['--staging'], accepted: false }),
        ],
        problems: [],
      },
      {
        workspaceId: 'w-storefront',
        name: 'storefront',
        path: '/home/dev/code/storefront',
        trusted: false,
        hasFile: true,
        servers: [],
        problems: [],
      },
    ],
    agents: [
      {
        id: 'switchyard',
        name: 'Switchyard Agent',
        off: [],
        workspace: true,
        takes: { stdio: false, http: false, sse: false },
      },
      { id: 'opencode', name: 'OpenCode', off: ['design'], workspace: true, takes: null },
      {
        id: 'review-bot',
        name: 'Review bot',
        off: [],
        workspace: false,
        takes: { stdio: true, http: true, sse: false },
      },
    ],
    canStoreSecrets: true,
    ...patch,
  };
}

const passed: McpTestState = {
  stages: [
    { stage: 'starting', ms: 212 },
    { stage: 'connecting', ms: 1480 },
    { stage: 'listing', ms: 64 },
  ],
  outcome: 'ok',
  server: { name: 'github-mcp-server', version: '0.20.2' },
  tools: [
    { name: 'search_issues', description: 'Search for issues in repositories, by words, labels and state.' },
    { name: 'create_pull_request', description: 'Create a new pull request in a repository.' },
    { name: 'get_file_contents', description: 'Get the contents of a file or a folder.' },
  ],
  failure: null,
};

const failed: McpTestState = {
  stages: [
    { stage: 'starting', ms: 180 },
    { stage: 'connecting', ms: 940 },
  ],
  outcome: 'failed',
  server: null,
  tools: [],
  failure: {
    code: 'exited',
    detail: 'exit code 1',
    lastLines: ['npm error 404 Not Found - GET https://registry.npmjs.org/@example%2fmcp-postgres'],
  },
};

/** Trying one goes well, trying one of a workspace does not. */
export function stageMcp(state: McpState): Handlers<typeof mcpContract> {
  const done = () => ok(null);
  return {
    'mcp.watch': (_input, { emit }) => {
      emit(state);
      return undefined;
    },
    'mcp.refresh': done,
    'mcp.save': done,
    'mcp.enable': done,
    'mcp.setSecret': done,
    'mcp.remove': () => ok({ token: 'stage' }),
    'mcp.restore': done,
    'mcp.import': () => ok({ added: ['github'], problems: [] }),
    'mcp.trust': done,
    'mcp.accept': () => err({ code: 'not-found', message: 'the stage has no disk' }),
    'mcp.choose': done,
    'mcp.test': ({ workspaceId }, { emit, end }) => {
      emit(workspaceId === null ? passed : failed);
      end(null);
      return undefined;
    },
  };
}
