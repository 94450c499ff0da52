/** Whether a rule's path covers a file. Compared segment by segment on resolved paths. Pure. */
import { normalise, withoutFileScheme } from './paths.ts';

export type PathPattern = {
  /** Null: relative to the workspace. */
  readonly root: 'absolute' | 'home' | null;
  readonly segments: readonly string[];
};

/** Null when it leaves the workspace (`../x`) or says nothing. */
export function pathPattern(text: string): PathPattern | null {
  const root =
    text.startsWith('/') || /^[A-Za-z]:[\\/]/.test(text) ? 'absolute' : /^~[\\/]/.test(text) ? 'home' : null;
  const folder = /[\\/]$/.test(text);
  const segments = text
    .replace(/^~(?=[\\/])/, '')
    .split(/[\\/]+/)
    .filter((segment) => segment !== '' && segment !== '.');
  if (segments.includes('..') || segments.length === 0) return null;
  // `*.md` alone means in any folder, as in an ignore file.
  const anywhere = root === null && segments.length === 1 && !folder && /[*?]/.test(segments[0] ?? '');
  return { root, segments: [...(anywhere ? ['**'] : []), ...segments, ...(folder ? ['**'] : [])] };
}

/** Where a path stands, made once for all rules. Segments; null: not below that. */
export type PlacedPath = {
  readonly path: string;
  /** `any`: a word of a command, which may be read or written. */
  readonly access: 'read' | 'write' | 'any';
  readonly absolute: readonly string[];
  readonly inWorkspace: readonly string[] | null;
  readonly inHome: readonly string[] | null;
};

export type Roots = {
  readonly workspace: readonly string[];
  readonly home: readonly string[] | null;
  readonly homePath: string | null;
};

/** Both absolute. `home`: of the person; null: not known, rules below `~` match nothing. */
export function rootsOf(workspace: string, home: string | null): Roots {
  return {
    workspace: split(normalise(workspace)),
    home: home === null ? null : split(normalise(home)),
    homePath: home,
  };
}

/** `path` absolute, or below `~`: the person's home wherever a shell sees it. */
export function placePath(path: string, access: PlacedPath['access'], roots: Roots): PlacedPath {
  const { homePath } = roots;
  const given = homePath !== null && /^~(?=[\\/]|$)/.test(path) ? homePath + path.slice(1) : path;
  const absolute = normalise(withoutFileScheme(given));
  const segments = split(absolute);
  return {
    path: absolute,
    access,
    absolute: segments,
    inWorkspace: below(roots.workspace, segments),
    inHome: roots.home === null ? null : below(roots.home, segments),
  };
}

/** On a system with drive letters the case of letters does not tell folders apart. */
function below(base: readonly string[], path: readonly string[]): readonly string[] | null {
  if (path.length < base.length || path[0]?.startsWith('~') === true) return null;
  const folds = /^[A-Za-z]:$/.test(base[0] ?? '');
  for (let at = 0; at < base.length; at += 1) {
    const a = base[at] ?? '';
    const b = path[at] ?? '';
    if (a !== b && !(folds && a.toLowerCase() === b.toLowerCase())) return null;
  }
  return path.slice(base.length);
}

export function matchesPath(pattern: PathPattern, placed: PlacedPath): boolean {
  const segments =
    pattern.root === 'absolute'
      ? placed.absolute
      : pattern.root === 'home'
        ? placed.inHome
        : placed.inWorkspace;
  return segments !== null && matchSegments(pattern.segments, segments);
}

function split(path: string): readonly string[] {
  return path.split(/[\\/]+/).filter((segment) => segment !== '');
}

/** `**` is any number of folders, `*` and `?` stay within one name. Linear in both but for each `**`. */
function matchSegments(pattern: readonly string[], path: readonly string[]): boolean {
  let at = 0;
  let back: { readonly pattern: number; path: number } | null = null;
  let index = 0;
  while (at < path.length) {
    const segment = pattern[index];
    if (segment === '**') {
      back = { pattern: index, path: at };
      index += 1;
    } else if (segment !== undefined && matchName(segment, path[at] ?? '')) {
      index += 1;
      at += 1;
    } else if (back !== null) {
      back.path += 1;
      at = back.path;
      index = back.pattern + 1;
    } else return false;
  }
  return pattern.slice(index).every((segment) => segment === '**');
}

/** `*` any characters, `?` one; everything else stands for itself. Linear in both but for each `*`. */
export function matchName(pattern: string, name: string): boolean {
  let at = 0;
  let index = 0;
  let star = -1;
  let mark = 0;
  while (at < name.length) {
    if (pattern[index] === '*') {
      star = index;
      mark = at;
      index += 1;
    } else if (pattern[index] === '?' || pattern[index] === name[at]) {
      index += 1;
      at += 1;
    } else if (star >= 0) {
      index = star + 1;
      mark += 1;
      at = mark;
    } else return false;
  }
  while (pattern[index] === '*') index += 1;
  return index === pattern.length;
}
