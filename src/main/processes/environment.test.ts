import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { buildEnvironment, RUN_TAG } from './environment.ts';

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
  PATH: process.env.PATH ?? '/usr/bin',
  ...NEEDED,
  ...Object.fromEntries(CANARIES.map((name) => [name, `canary-${name}`])),
};

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
    const env = buildEnvironment({ from: appEnvironment, extra: {}, runId: 'run-1', platform: 'linux' });
    expect(await dumpedByChild(env)).toEqual({ PATH: appEnvironment.PATH, ...NEEDED, [RUN_TAG]: 'run-1' });
  },
);

test.skipIf(process.platform === 'win32')('control: a copied environment shows every canary', async () => {
  const seen = await dumpedByChild({ ...appEnvironment });
  expect(CANARIES.filter((name) => seen[name] === undefined)).toEqual([]);
});

test('what an agent is given by name gets through, but cannot change the run tag', () => {
  const env = buildEnvironment({
    from: appEnvironment,
    extra: { ANTHROPIC_API_KEY: 'given', HOME: '/other', [RUN_TAG]: 'forged' },
    runId: 'run-2',
    platform: 'linux',
  });
  expect(env).toMatchObject({ ANTHROPIC_API_KEY: 'given', HOME: '/other', [RUN_TAG]: 'run-2' });
});

test('relative and empty PATH entries are left out: they would run programs of the workspace', () => {
  const pathOf = (PATH: string | undefined) =>
    buildEnvironment({ from: { PATH }, extra: {}, runId: 'r', platform: 'linux' }).PATH;
  expect(pathOf(':/usr/bin:.:bin:/bin:')).toBe('/usr/bin:/bin');
  expect(pathOf('.')).toBe('/usr/local/bin:/usr/bin:/bin');
  expect(pathOf(undefined)).toBe('/usr/local/bin:/usr/bin:/bin');
});

test('on Windows names count in any case, and one name has one spelling', () => {
  const env = buildEnvironment({
    from: { Path: 'C:\\bin', systemroot: 'C:\\Windows', GH_TOKEN: 'x', LocalAppData: 'C:\\a' },
    extra: { PATH: 'D:\\tools' },
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
