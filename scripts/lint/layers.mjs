/**
 * Who may import what: the boundaries of the project as data, and the one function that reads them. Pure.
 * Paths are relative to the project, with forward slashes.
 */
import { builtinModules } from 'node:module';
import { posix } from 'node:path';

/**
 * @typedef {object} Layer
 * @property {string} path the folder it covers
 * @property {string[]} imports the folders it may import from
 * @property {string[] | 'any'} packages the packages it may import; `any` leaves that to the rules below
 */

/** The first that fits a file decides. Files in none of them (tests, scripts, configurations) are free. */
export const layers = /** @type {Layer[]} */ ([
  {
    path: 'src/shared/',
    imports: ['src/shared/'],
    // Pure TypeScript for both sides: no Node, no DOM library, no Electron, no React.
    packages: ['@agentclientprotocol/sdk', 'fast-diff', 'jsonc-parser', 'unbash', 'zod'],
  },
  { path: 'src/main/', imports: ['src/main/', 'src/shared/', 'resources/'], packages: 'any' },
  { path: 'src/preload/', imports: ['src/preload/', 'src/shared/'], packages: ['electron'] },
  { path: 'src/renderer/', imports: ['src/renderer/', 'src/shared/'], packages: 'any' },
  { path: 'src/agent/', imports: ['src/agent/', 'src/shared/'], packages: 'any' },
]);

/**
 * Packages that only some folders of the application may import.
 *
 * @type {{ name: string, only: string[] }[]}
 */
export const owners = [
  { name: 'electron', only: ['src/main/desktop/', 'src/preload/'] },
  { name: 'child_process', only: ['src/main/processes/', 'src/agent/'] },
  { name: '@lydell/node-pty', only: ['src/main/terminals/'] },
  { name: '@photostructure/sqlite', only: ['src/main/storage/index/'] },
];

/** The one module that opens addresses outside the application. */
export const externalLinks = 'src/main/desktop/external-link.ts';

/**
 * Tests beside the source, and what only tests use.
 *
 * @param {string} file
 */
export function isTest(file) {
  return /\.test\.tsx?$/.test(file) || file.includes('/testing/');
}

/**
 * Why a file must not import something, or null when it may.
 *
 * @param {string} file
 * @param {string} specifier as written
 * @returns {string | null}
 */
export function refusal(file, specifier) {
  const layer = layers.find(({ path }) => file.startsWith(path));
  if (layer === undefined) return null;
  const bare = specifier.replace(/\?.*$/, '');
  if (bare.startsWith('.') || bare.startsWith('/')) return refusalOfFile(file, layer, bare);
  return refusalOfPackage(file, layer, bare);
}

function refusalOfFile(file, layer, specifier) {
  const target = specifier.startsWith('/')
    ? specifier.slice(1)
    : posix.normalize(posix.join(posix.dirname(file), specifier));
  // Tests beside the source use the project's fixtures and fakes.
  if (isTest(file) && /^(tests|node_modules)\//.test(target)) return null;
  if (isTest(target) && !isTest(file)) return `${target} is for tests only.`;
  if (layer.imports.some((folder) => target.startsWith(folder))) return null;
  return `${layer.path} imports only from ${layer.imports.join(' and ')}, not ${target}.`;
}

function refusalOfPackage(file, layer, specifier) {
  const name = packageName(specifier);
  const builtin = isBuiltin(name);
  if (layer.path === 'src/renderer/' && builtin && !isTest(file)) {
    return `The window has no Node: ${specifier} belongs in src/main/, behind the IPC contract.`;
  }
  if (layer.packages !== 'any' && !layer.packages.includes(name) && !isTest(file)) {
    return `${layer.path} imports no packages but ${layer.packages.join(', ')}, not ${specifier}.`;
  }
  const owner = owners.find((each) => each.name === name);
  if (owner === undefined || owner.only.some((folder) => file.startsWith(folder))) return null;
  // Running programs is what some tests are about; Electron and ptys have their owners in tests as well.
  if (name === 'child_process' && isTest(file)) return null;
  return `Only ${owner.only.join(' and ')} may import ${name}.`;
}

function packageName(specifier) {
  if (specifier.startsWith('node:')) return specifier.slice('node:'.length).split('/')[0];
  const parts = specifier.split('/');
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : parts[0];
}

function isBuiltin(name) {
  return builtinModules.includes(name);
}
