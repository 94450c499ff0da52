/**
 * A command line read by a shell's grammar into the simple commands that would run, and why it cannot be known
 * for certain. Never guesses: what it does not understand becomes a doubt, and a doubt is never allowed by rule.
 */
import { type Script, parse } from 'unbash';

/** Longer text is not read, in UTF-16 units: it is a doubt, and denials are looked for in its raw words. */
export const LONGEST_SCRIPT = 256 * 1024;
/** `sh -c` within `sh -c`: deeper ones are a doubt. */
const DEEPEST = 8;

export type ShellDoubt =
  | 'too-long'
  | 'not-understood' // the grammar found an error
  | 'expansion' // variables, substitutions, arithmetic: what runs depends on more than the text
  | 'glob-command' // the program itself is a pattern
  | 'assignment' // variables are set, for a command or for all that follow
  | 'control' // loops, conditions, functions, background work
  | 'launcher' // it starts what its arguments say
  | 'interpreter' // it runs a program of a language
  | 'built-in'; // changes the shell itself: eval, source, export, alias, trap, …

export type ShellRedirect = {
  /** As written, quotes removed; null: not known before it runs. */
  readonly target: string | null;
  readonly writes: boolean;
};

export type ShellCommand = {
  /** The program and its arguments, quotes removed. Expansions stand as written. */
  readonly words: readonly string[];
  /** The first word without its folder, `.exe` and letter case. */
  readonly program: string;
  readonly redirects: readonly ShellRedirect[];
  /** It is not what was asked for by itself: it stands in a substitution, or behind a launcher. */
  readonly inner: boolean;
};

export type ShellReading = {
  readonly commands: readonly ShellCommand[];
  readonly doubts: ReadonlySet<ShellDoubt>;
  /** Rough words of text that could not be read, for denials. */
  readonly rawWords: readonly string[];
};

type Node = Readonly<Record<string, unknown>> & { readonly type: string };
type Found = { commands: ShellCommand[]; doubts: Set<ShellDoubt>; rawWords: string[] };

export function readShell(script: string): ShellReading {
  const found: Found = { commands: [], doubts: new Set(), rawWords: [] };
  readInto(found, script, { depth: 0, inner: false });
  return found;
}

function readInto(
  found: Found,
  script: string,
  at: { readonly depth: number; readonly inner: boolean },
): void {
  if (at.depth > DEEPEST || script.length > LONGEST_SCRIPT) {
    found.doubts.add('too-long');
    pushRawWords(found, script);
    return;
  }
  const parsed = parse(script);
  if ((parsed.errors?.length ?? 0) > 0) {
    found.doubts.add('not-understood');
    pushRawWords(found, script);
  }
  // Word parts are lazy getters, which a walk over keys would miss; without these signs there are none.
  const tree: unknown = EXPANDS.test(script) ? JSON.parse(JSON.stringify(parsed as Script)) : parsed;
  visit(found, tree as Node, at);
}

/** Every separator of any shell parts words here: better one denial too many. */
function pushRawWords(found: Found, script: string): void {
  for (const word of script.split(/[\s;&|()<>`"'{}$]+/u)) if (word !== '') found.rawWords.push(word);
}

/** Without any of these no part of a word is more than its text. */
const EXPANDS = /[$`(){}~*?[\]<!^]/;

const CONTROL = new Set([
  'If', 'For', 'ArithmeticFor', 'Select', 'While', 'Case', 'Function', 'Coproc', 'TestCommand',
  'ArithmeticCommand',
]); // prettier-ignore
const EXPANSIONS = new Set([
  'SimpleExpansion', 'ParameterExpansion', 'CommandExpansion', 'ArithmeticExpansion',
  'ArithmeticCommandExpansion', 'ProcessSubstitution', 'BraceExpansion', 'ExtendedGlob', 'LocaleString',
]); // prettier-ignore

function visit(found: Found, node: Node, at: { readonly depth: number; readonly inner: boolean }): void {
  if (CONTROL.has(node.type)) found.doubts.add('control');
  if (node.type === 'Statement' && node['background'] === true) found.doubts.add('control');
  if (EXPANSIONS.has(node.type)) found.doubts.add('expansion');
  if (node.type === 'Assignment') found.doubts.add('assignment');
  const inner = at.inner || EXPANSIONS.has(node.type);
  if (node.type === 'Command') takeCommand(found, node, { ...at, inner });
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? (value as readonly unknown[]) : [value]) {
      if (isNode(child)) visit(found, child, { ...at, inner });
    }
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string';
}

function takeCommand(
  found: Found,
  node: Node,
  at: { readonly depth: number; readonly inner: boolean },
): void {
  const all = [...listOf(node['prefix']), ...listOf(node['suffix'])];
  const words = [node['name'], ...listOf(node['suffix'])].flatMap((each) => wordOf(each));
  const redirects = all.flatMap((each) => redirectOf(each));
  if (words.length === 0 && redirects.length === 0) return;
  if (isNode(node['name']) && hasGlob(node['name'])) found.doubts.add('glob-command');
  if (all.some((each) => isNode(each) && !isPlain(each))) found.doubts.add('expansion');
  const program = programOf(words[0] ?? '');
  found.commands.push({ words, program, redirects, inner: at.inner });
  lookBehind(found, words, at);
}

/** What a program is told to start is read as well. */
function lookBehind(
  found: Found,
  words: readonly string[],
  at: { readonly depth: number; readonly inner: boolean },
): void {
  const program = programOf(words[0] ?? '');
  const behind = { depth: at.depth + 1, inner: true };
  if (BUILT_INS.has(program)) found.doubts.add('built-in');
  if (program === 'eval' || SHELLS.has(program)) {
    if (SHELLS.has(program)) found.doubts.add('interpreter');
    const script = program === 'eval' ? words.slice(1).join(' ') : scriptOf(words);
    if (script !== null && script !== '') readInto(found, script, behind);
  }
  if (INTERPRETERS.test(program)) found.doubts.add('interpreter');
  const starts =
    LAUNCHERS.has(program) || words.some((word) => /^-{1,2}(?:exec|execdir|ok|okdir)$/.test(word));
  if (!starts) return;
  found.doubts.add('launcher');
  // Which of its words is the program differs from launcher to launcher: each of them may be.
  for (let from = 1; from < words.length && from < 64; from += 1) {
    const rest = words.slice(from);
    if (!/^-|=/.test(rest[0] ?? '-')) {
      found.commands.push({ words: rest, program: programOf(rest[0] ?? ''), redirects: [], inner: true });
    }
    if (SHELLS.has(programOf(rest[0] ?? ''))) {
      const script = scriptOf(rest);
      if (script !== null) readInto(found, script, behind);
    }
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

function wordOf(value: unknown): readonly string[] {
  if (!isNode(value)) return [];
  // After the program an assignment is an argument that looks like one.
  if (value.type === 'Assignment') return [textOf(value, 'text')];
  return value.type === 'Word' ? [textOf(value, 'value')] : [];
}

/** `value` has no quotes; where there is none the text stands for it. */
function textOf(node: Node, key: 'text' | 'value'): string {
  const { text, value } = node;
  if (key === 'value' && typeof value === 'string') return value;
  return typeof text === 'string' ? text : '';
}

function redirectOf(value: unknown): readonly ShellRedirect[] {
  if (!isNode(value) || value.type !== 'Redirect') return [];
  const { operator, target } = value;
  const word = isNode(target) ? target : null;
  const text = word === null ? null : textOf(word, 'value');
  // `2>&1` joins streams, it opens no file.
  if ((operator === '>&' || operator === '<&') && text !== null && /^(?:\d+-?|-)$/.test(text)) return [];
  const known = word !== null && isPlain(word) && !hasGlob(word) && !text?.startsWith('~');
  return [{ target: known ? text : null, writes: operator !== '<' && operator !== '<&' }];
}

/** Its text is what the program gets, whatever the shell's variables and folders are. */
function isPlain(word: Node): boolean {
  const text = textOf(word, 'text');
  if (word.type === 'Word' && text.startsWith('~')) return false;
  return !deep(word, ({ type }) => EXPANSIONS.has(type));
}

function hasGlob(word: Node): boolean {
  return deep(word, ({ type }) => type === 'Glob' || type === 'ExtendedGlob' || type === 'BraceExpansion');
}

function deep(node: Node, holds: (node: Node) => boolean): boolean {
  if (holds(node)) return true;
  return Object.values(node).some((value) =>
    (Array.isArray(value) ? (value as readonly unknown[]) : [value]).some(
      (child) => isNode(child) && deep(child, holds),
    ),
  );
}

/** The program's own name: without its folder, `.exe` and letter case. */
export function programOf(word: string): string {
  const name = word.split(/[\\/]/).pop() ?? '';
  return name.toLowerCase().replace(/\.(?:exe|cmd|bat|com|ps1)$/, '');
}

/** The text that a shell is given to run; null: it reads a file or its input. */
function scriptOf(words: readonly string[]): string | null {
  const flag = words.findIndex((word, index) => index > 0 && /^(?:-[a-z]*c|\/[ck]|-command)$/i.test(word));
  if (flag < 0) return null;
  return programOf(words[0] ?? '') === 'cmd' ? words.slice(flag + 1).join(' ') : (words[flag + 1] ?? null);
}

const SHELLS = new Set([
  'sh', 'bash', 'zsh', 'dash', 'ksh', 'mksh', 'fish', 'ash', 'csh', 'tcsh', 'pwsh', 'powershell', 'cmd', 'nu',
]); // prettier-ignore
const INTERPRETERS =
  /^(?:node|deno|bun|tsx|ts-node|python[\d.]*|pypy[\d.]*|perl[\d.]*|ruby[\d.]*|php[\d.]*|lua[\d.]*|luajit|osascript|awk|gawk|mawk|nawk|sed|ed|ex|vim?|nvim|emacs|tclsh|expect|rscript|julia|ghci|irb|jshell|iex|invoke-expression|make|cmake|ninja|gdb|lldb|psql|mysql|sqlite3)$/;
/** An allow rule for one of these would be a rule for everything. */
export const LAUNCHERS: ReadonlySet<string> = new Set([
  'sudo', 'doas', 'su', 'pkexec', 'runas', 'env', 'xargs', 'nohup', 'time', 'nice', 'ionice', 'setsid', 'stdbuf',
  'timeout', 'watch', 'parallel', 'exec', 'command', 'builtin', 'busybox', 'toybox', 'chroot', 'unshare', 'nsenter',
  'flatpak', 'script', 'strace', 'ltrace', 'npx', 'pnpx', 'bunx', 'uvx', 'pipx', 'dotnet', 'docker', 'podman',
  'kubectl', 'ssh', 'screen', 'tmux', 'at', 'batch', 'entr', 'fd', 'start', 'start-process', 'rundll32', 'msiexec',
  'wsl', 'open', 'xdg-open', 'systemd-run', 'crontab', 'socat', 'nc', 'ncat', 'gh', 'chpst', 'runuser', 'setpriv',
]); // prettier-ignore
const BUILT_INS = new Set([
  'eval', 'source', '.', 'export', 'declare', 'typeset', 'local', 'readonly', 'alias', 'unalias', 'trap', 'set',
  'shopt', 'unset', 'enable', 'hash', 'bind', 'complete', 'exec', 'function', 'let', 'read', 'mapfile', 'readarray',
  'ulimit', 'umask', 'disown', 'fc', 'history', 'printf',
]); // prettier-ignore

/** Whether a rule that allows a program could allow anything at all. */
export function startsOthers(program: string): boolean {
  return (
    SHELLS.has(program) || LAUNCHERS.has(program) || INTERPRETERS.test(program) || BUILT_INS.has(program)
  );
}
