import { describe, expect, it } from 'vitest';
import { settingsSchema } from '../../shared/ipc/contract/settings.ts';
import { catalogueEntries, launchOf, updateFor, usableAgents } from './catalogue.ts';
import type { CatalogueSources } from './catalogue.ts';
import { parseRegistry } from './registry/registry-entry.ts';

const bundled = {
  agentId: 'switchyard',
  name: 'Switchyard Agent',
  command: '/x/electron',
  args: ['agent.js'],
  env: {},
};
const registry =
  parseRegistry({
    agents: [
      {
        id: 'gemini',
        name: 'Gemini CLI',
        version: '0.61.0',
        description: 'From Google',
        distribution: { npx: { package: '@google/gemini-cli@0.61.0', args: ['--acp'] } },
      },
      {
        id: 'goose',
        name: 'goose',
        distribution: { binary: { 'darwin-aarch64': { archive: 'https://x/g', cmd: 'g' } } },
      },
    ],
  })?.entries ?? [];
const installedGemini = {
  folder: '/data/agents/gemini/0.60.0',
  current: {
    version: '0.60.0',
    folder: '0.60.0',
    at: 5,
    name: 'Gemini CLI',
    run: { type: 'node' as const, script: 'node_modules/g/cli.js', range: '>=20', node: '/usr/bin/node' },
    args: ['--acp'],
    env: { A: '1' },
  },
  previous: null,
};
const quiet = { progressOf: () => null, failureOf: () => null };

function sources(settings: unknown = {}, patch: Partial<CatalogueSources> = {}): CatalogueSources {
  return {
    settings: settingsSchema.parse(settings),
    bundled,
    installed: {},
    found: [],
    registry,
    machine: { platform: 'linux', arch: 'x64' },
    ...patch,
  };
}

const mine = {
  agents: [
    { id: 'mine', name: 'Mine', command: 'my agent', args: ['--acp', "it's"], env: { API_KEY: 'secret' } },
  ],
};

describe('usable agents', () => {
  it('begin with the bundled one, and never show values of variables', () => {
    expect(usableAgents(sources(mine))).toEqual([
      {
        id: 'switchyard',
        name: 'Switchyard Agent',
        origin: 'bundled',
        commandLine: '',
        command: '',
        args: [],
        envNames: [],
      },
      {
        id: 'mine',
        name: 'Mine',
        origin: 'custom',
        commandLine: "'my agent' --acp 'it'\\''s'",
        command: 'my agent',
        args: ['--acp', "it's"],
        envNames: ['API_KEY'],
      },
    ]);
  });

  it('are launched as the person added, installed or had them, in this order', () => {
    const found = [
      { id: 'gemini', name: 'Gemini CLI', program: 'gemini', args: ['--acp'], path: '/bin/gemini' },
    ];
    const custom = { agents: [{ id: 'gemini', name: 'Mine', command: 'own-gemini' }] };
    const installed = { gemini: installedGemini };
    const commandOf = (each: CatalogueSources) => launchOf('gemini', each)?.command;
    expect([
      commandOf(sources(custom, { found, installed })),
      commandOf(sources({}, { found, installed })),
      commandOf(sources({}, { found })),
      commandOf(sources()),
    ]).toEqual(['own-gemini', '/usr/bin/node', '/bin/gemini', undefined]);
  });

  it('run the script of an installed package with Node itself, with what the person changed', () => {
    const own = {
      agentSettings: {
        gemini: { args: ['--acp', '--debug'], env: { B: '2' }, granted: ['GEMINI_API_KEY'], mode: 'yolo' },
      },
    };
    expect(launchOf('gemini', sources(own, { installed: { gemini: installedGemini } }))).toEqual({
      agentId: 'gemini',
      name: 'Gemini CLI',
      command: '/usr/bin/node',
      args: ['/data/agents/gemini/0.60.0/node_modules/g/cli.js', '--acp', '--debug'],
      env: { A: '1', B: '2' },
      granted: ['GEMINI_API_KEY'],
      defaults: { mode: 'yolo', options: {} },
    });
  });

  it('are started by another command when the settings say so, which brings its own arguments', () => {
    const own = { agentSettings: { gemini: { command: '/opt/gemini' } } };
    expect(launchOf('gemini', sources(own, { installed: { gemini: installedGemini } }))).toMatchObject({
      command: '/opt/gemini',
      args: [],
    });
  });

  it('are not those of an id that only objects have', () => {
    expect([launchOf('constructor', sources()), launchOf('__proto__', sources())]).toEqual([null, null]);
  });
});

describe('the catalogue', () => {
  it('offers what fits this machine, and says where there is nothing for it', () => {
    const entries = catalogueEntries(sources(), quiet);
    expect(entries.map(({ id, origin, offer }) => [id, origin, offer])).toEqual([
      ['switchyard', 'bundled', null],
      ['gemini', 'available', { type: 'npm', version: '0.61.0' }],
      ['goose', 'available', null],
    ]);
  });

  it('knows of a newer version, and what is installed', () => {
    const entries = catalogueEntries(sources({}, { installed: { gemini: installedGemini } }), quiet);
    expect(entries.find(({ id }) => id === 'gemini')).toMatchObject({
      origin: 'installed',
      installed: { version: '0.60.0', at: 5, previous: null, update: '0.61.0' },
    });
  });

  it('takes no older version for an update', () => {
    expect([
      updateFor('1.2.0', '1.1.9'),
      updateFor('1.2.0', '1.10.0'),
      updateFor('1.2.0', '1.2.0'),
      updateFor('2026-01', '2026-02'),
      updateFor('1.0.0', null),
    ]).toEqual([null, '1.10.0', null, '2026-02', null]);
  });
});
