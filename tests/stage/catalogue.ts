/** The catalogue of the stage: an entry in every state, over the copy of the registry that comes with the app. */
import registry from '../../resources/agent-registry.json';
import type {
  AgentEnvironment,
  CatalogueEntry,
  CatalogueState,
  InstallFailure,
  InstallProgress,
} from '../../src/shared/ipc/contract/catalogue.ts';

const hour = 3_600_000;

const noSettings: CatalogueEntry['settings'] = {
  command: null,
  args: null,
  envNames: [],
  granted: [],
  mode: null,
  options: {},
  silenceMinutes: null,
  idleMinutes: null,
  providerIds: [],
};

function entry(id: string, patch: Partial<CatalogueEntry> = {}): CatalogueEntry {
  const listed = registry.agents.find((each) => each.id === id);
  const npx = listed !== undefined && 'npx' in listed.distribution ? listed.distribution.npx : undefined;
  return {
    id,
    name: listed?.name ?? id,
    description: listed?.description ?? '',
    website: null,
    license: listed !== undefined && 'license' in listed ? (listed.license ?? null) : null,
    origin: 'available',
    commandLine: npx === undefined ? '' : ['npx', npx.package, ...(npx.args ?? [])].join(' '),
    foundAt: null,
    installed: null,
    offer:
      listed === undefined
        ? null
        : { type: npx === undefined ? 'uv' : 'npm', version: listed.version ?? null },
    work: null,
    failure: null,
    settings: noSettings,
    ...patch,
  };
}

function installed(version: string, previous: string | null, update: string | null) {
  return { version, at: Date.now() - 50 * hour, previous, update };
}

const downloading: InstallProgress = {
  version: '0.24.4',
  step: 'downloading',
  bytes: 48_300_000,
  totalBytes: null,
  lastLine: 'npm http fetch GET 200 https://registry.example/undici/-/undici-7.1.0.tgz 812ms',
  cancelling: false,
};

const failed: InstallFailure = {
  code: 'not-published',
  message: 'No matching version found for @kilocode/cli@7.8.1.',
  lastLines: [
    'npm error code ETARGET',
    'npm error notarget No matching version found for @kilocode/cli@7.8.1.',
    'npm error notarget In most cases you or one of your dependencies are requesting',
    'npm error notarget a package version that does not exist.',
  ],
};

export function catalogueState(): CatalogueState {
  const own = [
    entry('switchyard', { name: 'Switchyard Agent', origin: 'bundled' }),
    entry('review-bot', {
      name: 'Review bot',
      origin: 'custom',
      commandLine: 'node tools/review-agent.mjs --stdio',
    }),
    entry('claude-acp', {
      origin: 'installed',
      commandLine:
        '/usr/bin/node /home/dev/.config/switchyard/agents/claude-acp/0.99.0/node_modules/@agentclientprotocol/claude-agent-acp/dist/index.js',
      installed: installed('0.99.0', '0.98.2', '0.101.0'),
      settings: { ...noSettings, mode: 'default', envNames: ['CLAUDE_CONFIG_DIR'] },
    }),
    entry('kilo', {
      origin: 'installed',
      commandLine: '/home/dev/.config/switchyard/agents/kilo/7.7.7/node_modules/@kilocode/cli/bin/kilo acp',
      installed: installed('7.7.7', null, '7.8.1'),
      failure: failed,
    }),
    entry('opencode', {
      origin: 'found',
      commandLine: '/home/dev/.opencode/bin/opencode acp',
      foundAt: '/home/dev/.opencode/bin/opencode',
    }),
    entry('goose', {
      name: 'goose',
      origin: 'found',
      commandLine: '/usr/local/bin/goose acp',
      foundAt: '/usr/local/bin/goose',
    }),
  ];
  const ids = new Set(own.map(({ id }) => id));
  const others = registry.agents
    .filter(({ id }) => !ids.has(id))
    .map(({ id }) => entry(id, id === 'qwen-code' ? { work: downloading } : {}));
  return {
    entries: [...own, ...others],
    registry: {
      origin: 'fetched',
      at: Date.now() - 5 * hour,
      refresh: 'idle',
      online: true,
      problem: null,
    },
  };
}

export const agentEnvironment: AgentEnvironment = {
  shell: 'read',
  variables: [
    { name: 'CLAUDE_CONFIG_DIR', shown: null, source: 'launch' },
    { name: 'HOME', shown: '/home/dev', source: 'both' },
    { name: 'LANG', shown: 'en_US.UTF-8', source: 'both' },
    { name: 'NVM_DIR', shown: '/home/dev/.nvm', source: 'shell' },
    {
      name: 'PATH',
      shown: '/home/dev/.nvm/versions/node/v24.1.0/bin:/usr/local/bin:/usr/bin:/bin',
      source: 'both',
    },
    { name: 'SHELL', shown: '/bin/zsh', source: 'app' },
    { name: 'TERM', shown: 'xterm-256color', source: 'app' },
  ],
  path: [
    { entry: '/home/dev/.nvm/versions/node/v24.1.0/bin', source: 'shell' },
    { entry: '/usr/local/bin', source: 'both' },
    { entry: '/usr/bin', source: 'both' },
    { entry: '/bin', source: 'both' },
  ],
  withheld: ['EDITOR', 'NODE_OPTIONS', 'NPM_TOKEN', 'PS1'],
  billing: [
    { name: 'ANTHROPIC_API_KEY', granted: false },
    { name: 'ANTHROPIC_BASE_URL', granted: false },
    { name: 'OPENAI_API_KEY', granted: true },
  ],
};
