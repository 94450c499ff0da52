/**
 * Paths as text, POSIX or Windows, for showing where something will happen. The page cannot see the disk:
 * links are not followed here, and nothing is authorised by these answers.
 */

export type ResolvedPath = {
  /** As the agent wrote it. */
  readonly given: string;
  /** Absolute, without `.` and `..`. A path under `~` stays as written: the home folder is not ours to guess. */
  readonly absolute: string;
  /** Relative to the workspace where it is inside, else absolute. `.` is the workspace itself. */
  readonly shown: string;
  readonly inside: boolean;
};

export function resolvePath(given: string, options: { cwd: string; workspace: string }): ResolvedPath {
  const path = withoutFileScheme(given);
  const absolute = normalise(isAbsolute(path) || isHome(path) ? path : `${options.cwd}/${path}`);
  const relative = isHome(path) ? null : relativeTo(absolute, normalise(options.workspace));
  return { given, absolute, shown: relative ?? absolute, inside: relative !== null };
}

export function isAbsolute(path: string): boolean {
  return path.startsWith('/') || path.startsWith('\\\\') || /^[A-Za-z]:[\\/]/.test(path);
}

function isHome(path: string): boolean {
  return /^~[^/\\]*([/\\]|$)/.test(path);
}

/** `file:///a` as `/a`; anything else as it is. */
export function withoutFileScheme(path: string): string {
  const match = /^file:\/\/(?:localhost)?(\/.*)$/i.exec(path);
  if (match?.[1] === undefined) return path;
  try {
    const decoded = decodeURIComponent(match[1]);
    return /^\/[A-Za-z]:/.test(decoded) ? decoded.slice(1) : decoded;
  } catch {
    return match[1];
  }
}

/** Without `.`, `..` and doubled slashes. Windows paths take both slashes; POSIX paths may hold backslashes in names. */
export function normalise(path: string): string {
  const windows = /^[A-Za-z]:|^\\\\/.test(path);
  const unified = windows ? path.replace(/\\/g, '/') : path;
  const root = windows ? (/^(?:[A-Za-z]:|\/\/[^/]+\/[^/]+)/.exec(unified)?.[0] ?? '') : '';
  const home = /^~[^/]*/.exec(unified)?.[0] ?? '';
  const head = root + home;
  const out: string[] = [];
  for (const segment of unified.slice(head.length).split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment === '..') {
      // Above `~` the answer is unknown, so the dots stay in view.
      if (home !== '' && (out.length === 0 || out.at(-1) === '..')) out.push('..');
      else out.pop();
    } else out.push(segment);
  }
  const body = out.join('/');
  return head === '' ? `/${body}` : body === '' ? `${head}${home === '' ? '/' : ''}` : `${head}/${body}`;
}

function relativeTo(path: string, folder: string): string | null {
  const fold = (text: string) => (/^(?:[A-Za-z]:|\/\/)/.test(folder) ? text.toLowerCase() : text);
  if (fold(path) === fold(folder)) return '.';
  const prefix = folder.endsWith('/') ? folder : `${folder}/`;
  return fold(path).startsWith(fold(prefix)) ? path.slice(prefix.length) : null;
}

/** `~/code/app` for a path below the home folder, else the path as it is. */
export function underHome(absolute: string, home: string | null): string {
  const relative = home === null || home === '' ? null : relativeTo(absolute, normalise(home));
  if (relative === null) return absolute;
  return relative === '.' ? '~' : `~/${relative}`;
}

const protectedNames =
  /^(?:\.git|\.githooks|\.husky|\.vscode|\.idea|\.zed|\.claude|\.cursor|\.gemini|\.codex|\.github|\.gitlab-ci\.yml|\.mcp\.json|\.envrc|\.env(?:\..+)?|agents\.md|claude\.md|gemini\.md|\.npmrc|\.ssh|\.bashrc|\.zshrc|\.profile|\.bash_profile|\.zprofile)$/;

/**
 * Whether a part of the path is a place that decides what runs later or holds secrets: hooks, editor and
 * agent settings, CI, shell start-up files, keys. Compared without case and without invisible characters.
 */
export function isProtected(path: string): boolean {
  return path
    .split(/[/\\]/)
    .map((segment) =>
      segment
        .normalize('NFKC')
        .replace(/\p{DI}/gu, '')
        .toLowerCase()
        .replace(/[. ]+$/, ''),
    )
    .some((segment) => protectedNames.test(segment));
}
