import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { buildEnvironment, explainEnvironment, RUN_TAG } from './environment.ts';

const CANARIES = [
  'ANTHROPIC_API_KEY',
  'OPENAI_API_KEY',
  'GEMINI_API_KEY',
  'GH_TOKEN',
  'GITHUB_TOKEN',
  'NPM_TOKEN',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'AZURE_CLIENT_SECRET',
  'DATABASE_URL',
  'PGPASSWORD',
  'SLACK_WEBHOOK',
  'ELECTRON_RUN_AS_NODE',
  'ELECTRON_ENABLE_LOGGING',
  'NODE_OPTIONS',
  'NODE_PATH',
  'LD_PRELOAD',
  'DYLD_INSERT_LIBRARIES',
  'GIT_DIR',
  'GIT_SSH_COMMAND',
  'PYTHONSTARTUP',
  'BASH_ENV',
  'ENV',
  'PROMPT_COMMAND',
  'SWITCHYARD_DEBUG',
  'XDG_SECRET_TOKEN',
  'LC_API_KEY',
  'npm_config_registry',
  'VSCODE_IPC_HOOK',
];

const NEEDED = {
  HOME: '/home/dev',
  USER: 'dev',
  SHELL: '/bin/bash',
  LANG: 'C.UTF-8',
  LC_TIME: 'C',
  TMPDIR: '/tmp',
  XDG_CONFIG_HOME: '/home/dev/.config',
  SSH_AUTH_SOCK: '/run/agent',
  https_proxy: 'http://proxy:8080',
  NODE_EXTRA_CA_CERTS: '/etc/ca.pem',
};

const appEnvironment: Record<string, string> = {
  PATH: '/usr/local/bin:/usr/bin:/bin',
  ...NEEDED,
  ...Object.fromEntries(CANARIES.map((name) => [name, `canary-${name}`])),
};

/** Of the shell alone: what people export in its start files. */
const moreCanaries = Object.fromEntries(
  [
    'MISTRAL_API_KEY',
    'DEEPSEEK_KEY',
    'HF_TOKEN',
    'VAULT_TOKEN',
    'STRIPE_SECRET',
    'CARGO_REGISTRY_TOKEN',
    'TWINE_PASSWORD',
    'GOOGLE_APPLICATION_CREDENTIALS',
    'KUBECONFIG',
    'DOCKER_AUTH_CONFIG',
    'ANTHROPIC_BASE_URL',
    'OPENAI_BASE_URL',
    'GIT_CONFIG_GLOBAL',
    'PERL5OPT',
    'RUBYOPT',
    'JAVA_TOOL_OPTIONS',
    'PYTHONPATH',
    'XDG_API_KEY',
    'LC_PASSWORD',
    'SWITCHYARD_AGENT_PACE',
  ].map((name) => [name, `canary-${name}`]),
);

async function dumpedByChild(env: Record<string, string>): Promise<Record<string, string>> {
  // `env` prints what a real child got, whatever Node would add or hide.
  const { stdout } = await promisify(execFile)('env', ['-0'], { env });
  return Object.fromEntries(
    stdout
      .split('\0')
      .filter((pair) => pair !== '')
      .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );
}

test.skipIf(process.platform === 'win32')(
  'a real child sees what it needs and none of the canaries',
  async () => {
    const env = buildEnvironment({
      appEnv: appEnvironment,
      shellEnv: { ...appEnvironment, ...moreCanaries },
      launchEnv: {},
      runId: 'run-1',
      platform: 'linux',
    });
    expect(await dumpedByChild(env)).toEqual({ PATH: appEnvironment.PATH, ...NEEDED, [RUN_TAG]: 'run-1' });
  },
);

test.skipIf(process.platform === 'win32')('control: a copied environment shows every canary', async () => {
  const seen = await dumpedByChild({ ...appEnvironment });
  expect(CANARIES.filter((name) => seen[name] === undefined)).toEqual([]);
});

test('what an agent is given by name gets through, but cannot change the run tag', () => {
  const env = buildEnvironment({
    appEnv: appEnvironment,
    shellEnv: null,
    launchEnv: { ANTHROPIC_API_KEY: 'given', HOME: '/other', [RUN_TAG]: 'forged' },
    runId: 'run-2',
    platform: 'linux',
  });
  expect(env).toMatchObject({ ANTHROPIC_API_KEY: 'given', HOME: '/other', [RUN_TAG]: 'run-2' });
});

test('relative and empty PATH entries are left out: they would run programs of the workspace', () => {
  const pathOf = (PATH: string | undefined) =>
    buildEnvironment({ appEnv: { PATH }, shellEnv: null, launchEnv: {}, runId: 'r', platform: 'linux' }).PATH;
  expect(pathOf(':/usr/bin:.:bin:/bin:')).toBe('/usr/bin:/bin');
  expect(pathOf('.')).toBe('/usr/local/bin:/usr/bin:/bin');
  expect(pathOf(undefined)).toBe('/usr/local/bin:/usr/bin:/bin');
});

test('on Windows names count in any case, and one name has one spelling', () => {
  const env = buildEnvironment({
    shellEnv: null,
    appEnv: { Path: 'C:\\bin', systemroot: 'C:\\Windows', GH_TOKEN: 'x', LocalAppData: 'C:\\a' },
    launchEnv: { PATH: 'D:\\tools' },
    runId: 'r',
    platform: 'win32',
  });
  expect(env).toEqual({
    systemroot: 'C:\\Windows',
    LocalAppData: 'C:\\a',
    PATH: 'D:\\tools',
    [RUN_TAG]: 'r',
  });
});

const desktop = { PATH: '/usr/bin:/bin', HOME: '/home/dev', LANG: 'C.UTF-8', SHLVL: '0' };
const shell = {
  PATH: '/home/dev/.nvm/versions/node/v22.1.0/bin:/usr/bin:bin',
  HOME: '/home/dev',
  LANG: 'de_DE.UTF-8',
  NVM_DIR: '/home/dev/.nvm',
  OPENAI_API_KEY: 'sk-secret',
  EDITOR: 'vi',
  SHLVL: '1',
};

test('from a desktop the shell knows better: its version managers come first', () => {
  expect(
    buildEnvironment({ appEnv: desktop, shellEnv: shell, launchEnv: {}, runId: 'r', platform: 'linux' }),
  ).toEqual({
    PATH: '/home/dev/.nvm/versions/node/v22.1.0/bin:/usr/bin:/bin',
    HOME: '/home/dev',
    LANG: 'de_DE.UTF-8',
    NVM_DIR: '/home/dev/.nvm',
    [RUN_TAG]: 'r',
  });
});

test('from a terminal what is active there comes first', () => {
  const appEnv = {
    ...desktop,
    PATH: '/work/.venv/bin:/usr/bin',
    VIRTUAL_ENV: '/work/.venv',
    SHLVL: '2',
    TERM: 'xterm',
  };
  expect(
    buildEnvironment({ appEnv, shellEnv: shell, launchEnv: {}, runId: 'r', platform: 'linux' }),
  ).toMatchObject({
    PATH: '/work/.venv/bin:/usr/bin:/home/dev/.nvm/versions/node/v22.1.0/bin',
    VIRTUAL_ENV: '/work/.venv',
    LANG: 'C.UTF-8',
  });
});

test('a withheld variable gets through to the one it is granted to', () => {
  const options = {
    appEnv: desktop,
    shellEnv: shell,
    launchEnv: {},
    runId: 'r',
    platform: 'linux' as const,
  };
  expect(buildEnvironment(options)['OPENAI_API_KEY']).toBeUndefined();
  expect(buildEnvironment({ ...options, granted: ['OPENAI_API_KEY'] })['OPENAI_API_KEY']).toBe('sk-secret');
});

test('the explanation says where everything came from, and shows no secret', () => {
  const explained = explainEnvironment({
    appEnv: desktop,
    shellEnv: shell,
    launchEnv: { GEMINI_API_KEY: 'given' },
    runId: 'r',
    platform: 'linux',
  });
  expect(explained).toEqual({
    variables: [
      { name: 'GEMINI_API_KEY', shown: null, source: 'launch' },
      { name: 'HOME', shown: '/home/dev', source: 'both' },
      { name: 'LANG', shown: 'de_DE.UTF-8', source: 'shell' },
      { name: 'NVM_DIR', shown: '/home/dev/.nvm', source: 'shell' },
      { name: 'PATH', shown: '/home/dev/.nvm/versions/node/v22.1.0/bin:/usr/bin:/bin', source: 'both' },
      { name: RUN_TAG, shown: null, source: 'tag' },
    ],
    path: [
      { entry: '/home/dev/.nvm/versions/node/v22.1.0/bin', source: 'shell' },
      { entry: '/usr/bin', source: 'both' },
      { entry: '/bin', source: 'app' },
    ],
    droppedPathEntries: ['bin'],
    withheld: [
      { name: 'EDITOR', why: 'not-listed' },
      { name: 'OPENAI_API_KEY', why: 'secret' },
      { name: 'SHLVL', why: 'not-listed' },
    ],
  });
  expect(JSON.stringify(explained)).not.toMatch(/sk-secret|given/);
});
