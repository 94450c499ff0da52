/** Which way of a registry entry fits this machine, and what the names in it mean here. Pure. */
import { assertNever } from '../../../shared/result.ts';
import type { BinarySource, PackageSource, RegistryEntry } from './registry-entry.ts';

export type Machine = { readonly platform: NodeJS.Platform; readonly arch: string };

export type Distribution =
  | { readonly type: 'npm'; readonly source: PackageSource }
  | { readonly type: 'uv'; readonly source: PackageSource }
  | { readonly type: 'binary'; readonly source: BinarySource };

/** The registry's name for it; null for machines that it does not know. */
export function platformName({ platform, arch }: Machine): string | null {
  const system = { darwin: 'darwin', linux: 'linux', win32: 'windows' }[platform as string];
  const processor = { arm64: 'aarch64', x64: 'x86_64' }[arch];
  return system === undefined || processor === undefined ? null : `${system}-${processor}`;
}

/**
 * A package comes first: it can be installed from the person's own registry, and is checked against its
 * checksum in any case. Null when nothing fits this machine.
 */
export function distributionFor(entry: RegistryEntry, machine: Machine): Distribution | null {
  if (entry.npx !== null) return { type: 'npm', source: entry.npx };
  const name = platformName(machine);
  const binary = name === null ? undefined : (entry.binary[name] ?? emulated(entry, machine));
  if (binary !== undefined) return { type: 'binary', source: binary };
  return entry.uvx === null ? null : { type: 'uv', source: entry.uvx };
}

/** Macs and Windows on ARM run programs for Intel. */
function emulated(entry: RegistryEntry, { platform, arch }: Machine): BinarySource | undefined {
  if (arch !== 'arm64') return undefined;
  if (platform === 'darwin') return entry.binary['darwin-x86_64'];
  return platform === 'win32' ? entry.binary['windows-x86_64'] : undefined;
}

export type ArchiveKind = 'zip' | 'tar' | 'tar.gz' | 'tar.bz2' | 'raw';

/** By the last part of its address; what ends in nothing known is the program itself. */
export function archiveKind(address: string): ArchiveKind {
  const name = decoded(new URL(address).pathname).toLowerCase();
  if (name.endsWith('.zip')) return 'zip';
  if (/\.(tar\.gz|tgz)$/.test(name)) return 'tar.gz';
  if (/\.(tar\.bz2|tbz2|tbz)$/.test(name)) return 'tar.bz2';
  return name.endsWith('.tar') ? 'tar' : 'raw';
}

/** `%2B` in addresses of releases is a `+` in the name. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/**
 * Where the program may be inside what was unpacked, best guess first, with forward slashes. Entries write
 * `./goose`, `goose`, `.\goose.exe`, `dist-package\cursor-agent.cmd`, or leave out `.exe` on Windows.
 * Empty for a path that leads out.
 */
export function programPaths(cmd: string, platform: NodeJS.Platform): readonly string[] {
  const parts = cmd.split(/[\\/]/).filter((part) => part !== '' && part !== '.');
  const leadsOut = /^[\\/]|^[a-zA-Z]:/.test(cmd) || parts.includes('..') || parts.length === 0;
  if (leadsOut) return [];
  const path = parts.join('/');
  if (platform !== 'win32' || /\.(exe|cmd|bat|com)$/i.test(path)) return [path];
  return [`${path}.exe`, `${path}.cmd`, path];
}

/** What the entry says is run, in words. */
export function commandWords(distribution: Distribution): readonly string[] {
  const { type, source } = distribution;
  switch (type) {
    case 'npm':
      return ['npx', source.package, ...source.args];
    case 'uv':
      return ['uvx', source.package, ...source.args];
    case 'binary':
      return [source.cmd, ...source.args];
    default:
      return assertNever(type);
  }
}

/** `@scope/name@1.2.3` is the package `@scope/name`. */
export function packageName(spec: string): string {
  return /^((?:@[^/]+\/)?[^@=<>~!]+)/.exec(spec)?.[1] ?? spec;
}
