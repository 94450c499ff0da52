/** How each real agent is started against the mock model: its program, its environment, its files. Data. */
import { join } from 'node:path';
import { MODEL } from './model/request.ts';

export type Place = {
  /** Where npm installed the agent. */
  readonly prefix: string;
  /** The Node for agents. */
  readonly node: string;
};

export type Setting = {
  /** A fresh directory that is the agent's home. */
  readonly home: string;
  /** Of the mock model. */
  readonly url: string;
};

export type Recipe = {
  readonly id: string;
  readonly launch: (place: Place) => { readonly command: string; readonly args: readonly string[] };
  readonly env: (setting: Setting) => Readonly<Record<string, string>>;
  /** By path below the home: text, or what becomes JSON. */
  readonly files: (setting: Setting) => Readonly<Record<string, string | object>>;
  /** `script`: it follows the mock model. `own`: it has no model and says what it always says. */
  readonly brain: 'script' | 'own';
  /** `untold`: it never says what its commands put out (Gemini CLI 0.61 ends them with empty content). */
  readonly commandOutput: 'told' | 'untold';
  /** Whether it can take a conversation up again in a new process. */
  readonly reopens: boolean;
};

const nothing = () => ({});

export const RECIPES: readonly Recipe[] = [
  {
    id: 'claude',
    launch: ({ prefix, node }) => ({
      command: node,
      args: [join(prefix, 'node_modules/@agentclientprotocol/claude-agent-acp/dist/index.js')],
    }),
    env: ({ home, url }) => ({
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: 'sk-not-a-key',
      CLAUDE_CONFIG_DIR: join(home, '.claude'),
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
    }),
    // Without it sessions start in a mode that asks for nothing.
    files: () => ({ '.claude/settings.json': { permissions: { defaultMode: 'default' } } }),
    brain: 'script',
    commandOutput: 'told',
    reopens: true,
  },
  {
    id: 'codex',
    launch: ({ prefix, node }) => ({
      command: node,
      args: [join(prefix, 'node_modules/@agentclientprotocol/codex-acp/dist/index.js')],
    }),
    env: ({ home }) => ({
      CODEX_HOME: join(home, '.codex'),
      MOCK_API_KEY: 'not-a-key',
      NO_BROWSER: '1',
      INITIAL_AGENT_MODE: 'read-only',
    }),
    files: ({ url }) => ({
      // A model that Codex knows, else it offers no `apply_patch`.
      '.codex/config.toml': [
        'model = "gpt-5.5"',
        'model_provider = "mock"',
        '[model_providers.mock]',
        'name = "mock"',
        `base_url = "${url}/v1"`,
        'wire_api = "responses"',
        'env_key = "MOCK_API_KEY"',
        '',
      ].join('\n'),
    }),
    brain: 'script',
    commandOutput: 'told',
    reopens: true,
  },
  {
    id: 'gemini',
    launch: ({ prefix, node }) => ({
      command: node,
      args: [join(prefix, 'node_modules/@google/gemini-cli/bundle/gemini.js'), '--acp'],
    }),
    env: ({ home, url }) => ({
      GEMINI_API_KEY: 'not-a-key',
      GOOGLE_GEMINI_BASE_URL: url,
      GEMINI_CLI_HOME: home,
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
    }),
    files: () => ({ '.gemini/settings.json': { security: { auth: { selectedType: 'gemini-api-key' } } } }),
    brain: 'script',
    commandOutput: 'untold',
    reopens: true,
  },
  {
    id: 'opencode',
    launch: ({ prefix }) => ({ command: join(prefix, 'node_modules/.bin/opencode'), args: ['acp'] }),
    env: () => ({
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
    }),
    files: ({ url }) => ({
      '.config/opencode/opencode.json': {
        provider: {
          mock: {
            npm: '@ai-sdk/openai-compatible',
            name: 'Mock',
            options: { baseURL: `${url}/v1`, apiKey: 'not-a-key' },
            models: { [MODEL]: { name: 'Mock model' } },
          },
        },
        model: `mock/${MODEL}`,
        small_model: `mock/${MODEL}`,
        enabled_providers: ['mock'],
        permission: { edit: 'ask', bash: 'ask' },
      },
    }),
    brain: 'script',
    commandOutput: 'told',
    reopens: true,
  },
  {
    id: 'qwen',
    launch: ({ prefix, node }) => ({
      command: node,
      args: [join(prefix, 'node_modules/@qwen-code/qwen-code/cli-entry.js'), '--acp'],
    }),
    env: ({ url }) => ({
      OPENAI_API_KEY: 'not-a-key',
      OPENAI_BASE_URL: `${url}/v1`,
      OPENAI_MODEL: MODEL,
    }),
    files: () => ({
      '.qwen/settings.json': {
        security: { auth: { selectedType: 'openai' } },
        tools: { approvalMode: 'default' },
      },
    }),
    brain: 'script',
    commandOutput: 'told',
    reopens: true,
  },
  {
    id: 'sdk-example',
    launch: ({ prefix, node }) => ({
      command: node,
      args: [join(prefix, 'node_modules/@agentclientprotocol/sdk/dist/examples/agent.js')],
    }),
    env: nothing,
    files: nothing,
    brain: 'own',
    commandOutput: 'untold',
    reopens: false,
  },
];

/** The same for all: nothing of the person's own configuration, no calls home. */
export function commonEnv(home: string, node: string, path: string): Readonly<Record<string, string>> {
  return {
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.local/share'),
    XDG_STATE_HOME: join(home, '.local/state'),
    XDG_CACHE_HOME: join(home, '.cache'),
    TMPDIR: join(home, 'tmp'),
    PATH: `${join(node, '..')}:${path}`,
    NO_PROXY: '127.0.0.1,localhost',
    no_proxy: '127.0.0.1,localhost',
    DO_NOT_TRACK: '1',
    NO_UPDATE_NOTIFIER: '1',
  };
}
