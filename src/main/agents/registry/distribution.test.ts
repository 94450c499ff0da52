import { describe, expect, it } from 'vitest';
import { archiveKind, distributionFor, packageName, platformName, programPaths } from './distribution.ts';
import type { RegistryEntry } from './registry-entry.ts';

function withBinaries(...platforms: readonly string[]): RegistryEntry {
  const binary = Object.fromEntries(
    platforms.map((name) => [
      name,
      { archive: `https://a.example/${name}.zip`, sha256: null, cmd: name, args: [], env: {} },
    ]),
  );
  return {
    id: 'a',
    name: 'A',
    version: '1.0.0',
    description: '',
    website: null,
    license: null,
    npx: null,
    uvx: null,
    binary,
  };
}

describe('which way fits a machine', () => {
  it('knows the names of platforms', () => {
    const machines = [
      ['linux', 'x64'],
      ['linux', 'arm64'],
      ['darwin', 'arm64'],
      ['darwin', 'x64'],
      ['win32', 'x64'],
      ['win32', 'arm64'],
      ['linux', 'riscv64'],
      ['freebsd', 'x64'],
    ] as const;
    expect(machines.map(([platform, arch]) => platformName({ platform, arch }))).toEqual([
      'linux-x86_64',
      'linux-aarch64',
      'darwin-aarch64',
      'darwin-x86_64',
      'windows-x86_64',
      'windows-aarch64',
      null,
      null,
    ]);
  });

  it('takes programs for Intel on Macs and Windows on ARM, and nowhere else', () => {
    const entry = withBinaries('darwin-x86_64', 'windows-x86_64', 'linux-x86_64');
    const chosen = (['darwin', 'win32', 'linux'] as const).map((platform) => {
      const distribution = distributionFor(entry, { platform, arch: 'arm64' });
      return distribution?.type === 'binary' ? distribution.source.cmd : null;
    });
    expect(chosen).toEqual(['darwin-x86_64', 'windows-x86_64', null]);
  });

  it('takes an npm package before a binary, and a Python package last', () => {
    const source = { package: 'a', cmd: null, args: [], env: {} };
    const machine = { platform: 'linux', arch: 'x64' } as const;
    const binary = withBinaries('linux-x86_64');
    expect([
      distributionFor({ ...binary, npx: source, uvx: source }, machine)?.type,
      distributionFor({ ...binary, uvx: source }, machine)?.type,
      distributionFor({ ...withBinaries('darwin-x86_64'), uvx: source }, machine)?.type,
      distributionFor(withBinaries('darwin-x86_64'), machine),
    ]).toEqual(['npm', 'binary', 'uv', null]);
  });
});

it('tells archives by their names, also with escapes and queries', () => {
  const kinds = [
    'https://a/x.zip',
    'https://a/x.tar.gz',
    'https://a/x.tgz?token=a.zip',
    'https://a/x%2Bbuild.tar.bz2',
    'https://a/x.TBZ2',
    'https://a/x.tar',
    'https://a/goose-linux',
    'https://a/x.exe',
    'https://a/%E0%A4%A.zip',
  ].map(archiveKind);
  expect(kinds).toEqual(['zip', 'tar.gz', 'tar.gz', 'tar.bz2', 'tar.bz2', 'tar', 'raw', 'raw', 'zip']);
});

it('finds the program whichever way it is written, and never outside of the archive', () => {
  const onLinux = ['./goose', 'goose', 'dist\\cursor-agent.cmd', './a/./b', '../x', '/bin/sh', 'C:\\x', '.'];
  expect(onLinux.map((cmd) => programPaths(cmd, 'linux'))).toEqual([
    ['goose'],
    ['goose'],
    ['dist/cursor-agent.cmd'],
    ['a/b'],
    [],
    [],
    [],
    [],
  ]);
  expect(programPaths('./opencode', 'win32')).toEqual(['opencode.exe', 'opencode.cmd', 'opencode']);
  expect(programPaths('.\\goose.exe', 'win32')).toEqual(['goose.exe']);
});

it('takes the version off a package', () => {
  expect(['@a/b@1.2.3', '@a/b', 'a@1', 'a==1.0', 'a'].map(packageName)).toEqual([
    '@a/b',
    '@a/b',
    'a',
    'a',
    'a',
  ]);
});
