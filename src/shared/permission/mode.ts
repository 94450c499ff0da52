/** What a mode decides where no rule speaks. It never overrides a denial, a rule that asks, or a protected place. */
import { placePath, rootsOf } from './match-path.ts';
import { type Part, type ReadRequest, piecesOf } from './read-request.ts';
import type { Mode } from './rule.ts';

/** Kinds that only look. */
const LOOKS: ReadonlySet<string> = new Set(['read', 'search', 'think', 'fetch']);
const CHANGES: ReadonlySet<string> = new Set(['edit', 'delete', 'move']);

/** `read-only` refuses all that does more than look, `plan-safe` what writes files; the others ask. */
export function modeRefuses(mode: Mode, { request, parts }: ReadRequest): boolean {
  if (mode !== 'read-only' && mode !== 'plan-safe') return false;
  // Leaving a plan is asked about: it is how the person lets the work begin.
  if (request.kind === 'switch_mode') return false;
  const writes = parts.some((part) => part.type === 'path' && part.place.access !== 'read');
  if (mode === 'plan-safe') return writes || CHANGES.has(request.kind);
  return writes || !(LOOKS.has(request.kind) || parts.every((part) => part.type === 'path'));
}

export function modeAllows(mode: Mode, part: Part, read: ReadRequest): boolean {
  const { request } = read;
  switch (part.type) {
    case 'path':
      if (part.place.inWorkspace === null) return false;
      return part.place.access === 'read' || mode === 'accept-edits' || mode === 'autonomous';
    case 'command':
      return mode === 'autonomous' ? staysInside(part, read) : onlyLooks(part, read);
    case 'kind':
      return request.kind === 'think' || request.kind === 'search';
    case 'host':
    case 'mcp':
      return false;
  }
}

/** Programs that read files and write nothing, however they are called. */
const READERS = new Set([
  'ls', 'cat', 'head', 'tail', 'wc', 'pwd', 'stat', 'file', 'du', 'df', 'basename', 'dirname', 'realpath', 'readlink',
  'grep', 'egrep', 'fgrep', 'cut', 'tr', 'nl', 'cmp', 'diff', 'echo', 'true', 'false', 'cd', 'which', 'date', 'uname',
]); // prettier-ignore
/** Words of git that only look, with what would make them do more. */
const GIT_LOOKS = new Set([
  'status',
  'log',
  'show',
  'diff',
  'rev-parse',
  'ls-files',
  'blame',
  'shortlog',
  'describe',
]);
const GIT_WRITES =
  /^(?:--output(?:=|$)|-o|--ext-diff|--textconv|--exec|-O|--upload-pack|--open-files-in-pager)/;

type Command = Extract<Part, { readonly type: 'command' }>;

function onlyLooks(command: Command, read: ReadRequest): boolean {
  const [first, verb = ''] = command.words;
  // By its bare name: another folder may hold another program.
  if (first !== command.program || !staysInside(command, read)) return false;
  if (READERS.has(command.program)) return true;
  return (
    command.program === 'git' && GIT_LOOKS.has(verb) && !command.words.some((word) => GIT_WRITES.test(word))
  );
}

/** Programs that reach other machines, or the machine itself, or end work. */
const REACHES_OUT = new Set([
  'curl', 'wget', 'scp', 'sftp', 'rsync', 'telnet', 'ftp', 'aria2c', 'http', 'https', 'xh', 'gh', 'glab', 'aws',
  'gcloud', 'az', 'terraform', 'kill', 'pkill', 'killall', 'shutdown', 'reboot', 'halt', 'poweroff', 'mount', 'umount',
  'mkfs', 'dd', 'chown', 'useradd', 'passwd', 'systemctl', 'service', 'launchctl', 'crontab', 'iptables', 'ip', 'apt',
  'apt-get', 'dnf', 'yum', 'brew', 'pacman', 'snap', 'choco', 'winget', 'ssh-add', 'gpg', 'security', 'reg', 'shred',
]); // prettier-ignore
const GIT_REACHES = new Set([
  'push',
  'pull',
  'fetch',
  'clone',
  'ls-remote',
  'submodule',
  'remote',
  'config',
  'filter-branch',
]);
/** Settings for one call may name programs to run. */
const GIT_RUNS =
  /^(?:-c|--config-env|--exec-path|--upload-pack|--receive-pack|--ext-diff|--open-files-in-pager|-O)/;
const PUBLISHERS = new Set(['npm', 'pnpm', 'yarn', 'cargo', 'gem', 'twine', 'poetry']);
const PUBLISHES = new Set([
  'publish',
  'login',
  'logout',
  'adduser',
  'token',
  'owner',
  'unpublish',
  'deprecate',
  'config',
]);

/** Every word that could be a path lies in the workspace, and the program is none that reaches beyond it. */
function staysInside({ words, program }: Command, { request }: ReadRequest): boolean {
  const { cwd, workspace } = request;
  const roots = rootsOf(workspace, null);
  const [first = '', ...rest] = words;
  if (REACHES_OUT.has(program)) return false;
  const verbs = rest.filter((word) => !word.startsWith('-'));
  if (
    program === 'git' &&
    (verbs.some((verb) => GIT_REACHES.has(verb)) || rest.some((word) => GIT_RUNS.test(word)))
  ) {
    return false;
  }
  if (PUBLISHERS.has(program) && verbs.some((verb) => PUBLISHES.has(verb))) return false;
  if (/[\\/]/.test(first) && !inside(first)) return false;
  return rest.flatMap(piecesOf).every((piece) => {
    // An address of another machine, or a pattern that climbs out.
    if (/^[a-z][a-z0-9+.-]*:\/\//i.test(piece) || /^[\w.-]+@[\w.-]+:/.test(piece)) return false;
    return inside(piece);
  });

  function inside(word: string): boolean {
    const path = /^(?:[\\/~]|[A-Za-z]:)/.test(word) ? word : `${cwd}/${word}`;
    return placePath(path, 'any', roots).inWorkspace !== null;
  }
}
