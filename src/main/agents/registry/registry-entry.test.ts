import { describe, expect, it } from 'vitest';
import bundled from '../../../../resources/agent-registry.json';
import { isFetchable, parseRegistry } from './registry-entry.ts';

const npx = { package: '@a/b@1.0.0' };

function entry(patch: Readonly<Record<string, unknown>> = {}) {
  return { id: 'a', name: 'A', version: '1.0.0', description: 'x', distribution: { npx }, ...patch };
}

function idsOf(agents: readonly unknown[]): readonly string[] {
  return parseRegistry({ version: '1.0.0', agents })?.entries.map(({ id }) => id) ?? [];
}

describe('parseRegistry', () => {
  it('reads every entry of the copy that comes with the app', () => {
    const parsed = parseRegistry(bundled);
    expect(parsed?.dropped).toEqual([]);
    expect(parsed?.entries).toHaveLength(bundled.agents.length);
  });

  it('leaves out what it cannot read, says why, and keeps the others', () => {
    const parsed = parseRegistry({
      agents: [
        entry(),
        entry({ id: 'no-way', distribution: {} }),
        'nonsense',
        entry({ id: 'Bad Id' }),
        entry({ id: '../up' }),
        entry({ id: 'no-name', name: undefined }),
        entry({ name: 'twice' }),
        entry({ id: 'z' }),
      ],
    });
    expect(parsed?.entries.map(({ id }) => id)).toEqual(['a', 'z']);
    expect(parsed?.dropped.map(({ id }) => id)).toEqual(['no-way', '#2', 'Bad Id', '../up', 'no-name', 'a']);
  });

  it('is null for what is no registry', () => {
    expect([null, [], 'x', {}, { agents: {} }].map((value) => parseRegistry(value))).toEqual(
      Array(5).fill(null),
    );
  });

  it('does without what is not needed, and with fields of the wrong kind', () => {
    expect(
      parseRegistry({
        agents: [
          {
            id: 'a',
            name: 'A',
            version: 7,
            license: 1,
            icon: {},
            extra: 1,
            distribution: { npx, binary: null },
          },
        ],
      })?.entries,
    ).toEqual([
      {
        id: 'a',
        name: 'A',
        version: null,
        description: '',
        website: null,
        license: null,
        npx: { package: '@a/b@1.0.0', cmd: null, args: [], env: {} },
        uvx: null,
        binary: {},
      },
    ]);
  });

  it('keeps a way that it understands beside one that it does not', () => {
    const { entries } = parseRegistry({
      agents: [
        entry({
          distribution: {
            npx: { package: 7 },
            binary: {
              'linux-x86_64': { archive: 'http://elsewhere.example/x.zip', cmd: 'x' },
              'darwin-aarch64': { archive: 'https://a/x.zip', sha256: 'ABCD', cmd: 'x' },
              'windows-x86_64': { archive: 'https://a/x%2B1.zip', cmd: 'dist\\x.cmd' },
            },
          },
        }),
      ],
    }) ?? { entries: [] };
    expect(entries[0]?.npx).toBeNull();
    expect(Object.keys(entries[0]?.binary ?? {})).toEqual(['windows-x86_64']);
  });

  const hostile = [
    '--registry=https://evil.example',
    '-g',
    'file:../../secret',
    'git+ssh://evil.example/x',
    'https://evil.example/x.tgz',
    '../up',
    'a b',
    'a;rm -rf /',
    '@a/../../b',
    '',
  ];
  for (const name of hostile) {
    it(`takes ${JSON.stringify(name)} for no package`, () => {
      expect(idsOf([entry({ distribution: { npx: { package: name } } })])).toEqual([]);
      expect(idsOf([entry({ distribution: { npx: { package: '@a/b@1.2.3-beta.1+build' } } })])).toEqual([
        'a',
      ]);
    });
  }

  it('does not let an entry set variables that load other code', () => {
    const withEnv = (env: unknown) => entry({ distribution: { npx: { ...npx, env } } });
    for (const name of [
      'NODE_OPTIONS',
      'LD_PRELOAD',
      'DYLD_INSERT_LIBRARIES',
      'PATH',
      'ELECTRON_RUN_AS_NODE',
    ]) {
      expect(idsOf([withEnv({ [name]: 'x' })])).toEqual([]);
    }
    expect(idsOf([withEnv({ DROID_DISABLE_AUTO_UPDATE: 'true' })])).toEqual(['a']);
  });
});

it('only secret transport is fetched, or from this machine', () => {
  const addresses = [
    'https://a.example/x',
    'http://127.0.0.1:1/x',
    'http://[::1]:1/x',
    'http://a.example/x',
    'http://localhost/x',
    'http://127.0.0.1.evil.example/x',
    'file:///etc/passwd',
    'x',
  ];
  expect(addresses.map(isFetchable)).toEqual([true, true, true, false, false, false, false, false]);
});
