/** What is unusual about a command, in facts that a person can check against the text above them. */
import { isProtected, resolvePath } from '../../shared/permission/paths.ts';
import { isShell, programOf, readCommands, type SimpleCommand } from './shell-words.ts';
import type { SubjectFact } from './subject-facts.ts';

const privileged = new Set(['sudo', 'doas', 'pkexec', 'su', 'runas', 'gsudo']);
const network = new Set([
  'curl', 'wget', 'ssh', 'scp', 'sftp', 'rsync', 'nc', 'ncat', 'netcat', 'socat', 'telnet', 'ftp', 'aria2c',
  'http', 'https', 'xh', 'invoke-webrequest', 'iwr', 'invoke-restmethod', 'irm', 'gh', 'glab', 'aws', 'gcloud', 'az',
  'kubectl', 'docker', 'terraform',
]); // prettier-ignore
const networkGit = new Set(['push', 'pull', 'fetch', 'clone', 'ls-remote', 'submodule']);
const publishers = new Set(['npm', 'pnpm', 'yarn', 'bun', 'cargo', 'twine', 'gem']);
const interpreters = new Set([
  'node', 'deno', 'bun', 'python', 'python3', 'perl', 'ruby', 'php', 'lua', 'osascript', 'iex', 'invoke-expression',
]); // prettier-ignore
/** Places outside the workspace that ordinary commands name without touching anything of the person's. */
const harmless = /^\/(?:dev\/(?:null|zero|stdin|stdout|stderr|tty|fd\/\d+)|usr\/bin\/env)$/;
/** Variables that change what other programs load or run. */
const loaders =
  /^(?:LD_[A-Z_]+|DYLD_[A-Z_]+|NODE_OPTIONS|NODE_PATH|PATH|PYTHONPATH|PYTHONSTARTUP|PERL5(?:OPT|LIB)|RUBYOPT|BASH_ENV|ENV|GIT_(?!TERMINAL_PROMPT|PAGER$)[A-Z_]+|IFS|PROMPT_COMMAND|EDITOR|VISUAL|PAGER)$/;

export function commandFacts(
  scripts: readonly string[],
  options: { cwd: string; workspace: string; envNames: readonly string[] },
): readonly SubjectFact[] {
  // Hidden characters inside `r\u200Bm` must not hide the fact as well.
  const commands = scripts.flatMap((script) => readCommands(script.replace(/[\p{Cf}\p{DI}]/gu, '')));
  const facts: SubjectFact[] = [];
  const add = (
    code: 'privileged' | 'network' | 'pipe-to-shell' | 'deletes' | 'discards-work' | 'inline-code',
    names: readonly string[],
  ) => {
    if (names.length > 0) facts.push({ code, names: [...new Set(names)].slice(0, 6) });
  };
  const programs = (test: (command: SimpleCommand, program: string) => boolean) =>
    commands
      .map((command) => ({ command, program: programOf(command.words[0] ?? '') }))
      .filter(({ command, program }) => program !== '' && test(command, program));

  add(
    'privileged',
    programs((_, program) => privileged.has(program)).map(({ program }) => program),
  );
  add(
    'network',
    programs(usesNetwork).map(({ command, program }) => nameWithVerb(program, command)),
  );
  add(
    'pipe-to-shell',
    programs((command, program) => command.piped && (isShell(program) || interpreters.has(program))).map(
      ({ program }) => program,
    ),
  );
  add(
    'deletes',
    programs(deletes).map(({ command, program }) => nameWithVerb(program, command)),
  );
  add(
    'discards-work',
    programs(discardsWork).map(({ command, program }) => nameWithVerb(program, command)),
  );
  add(
    'inline-code',
    programs(runsInlineCode).map(({ program }) => program),
  );

  const env = [...options.envNames, ...commands.flatMap((command) => command.assigns.map(nameOfAssign))];
  const overrides = [...new Set(env.filter((name) => loaders.test(name)))];
  if (overrides.length > 0) facts.push({ code: 'env-override', names: overrides.slice(0, 6) });

  const paths = commands
    .flatMap((command) => operandsOf(command).flatMap(pathsIn))
    .filter((path) => !harmless.test(path))
    .map((path) => resolvePath(path, options));
  const outside = [...new Set(paths.filter((path) => !path.inside).map((path) => path.shown))];
  if (outside.length > 0) facts.push({ code: 'outside-workspace', names: outside.slice(0, 6) });
  const guarded = [...new Set(paths.filter((path) => isProtected(path.shown)).map((path) => path.shown))];
  if (guarded.length > 0) facts.push({ code: 'protected-path', names: guarded.slice(0, 6) });
  return facts;
}

function nameOfAssign(assign: string): string {
  return assign.replace(/\+?=.*$/s, '');
}

/** `git push` rather than `git`, where the first operand is a verb. */
function nameWithVerb(program: string, command: SimpleCommand): string {
  const verb = verbOf(command);
  return ['git', ...publishers].includes(program) && verb !== null ? `${program} ${verb}` : program;
}

function verbOf(command: SimpleCommand): string | null {
  const words = command.words.slice(1);
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (word === '-C' || word === '-c') at += 1;
    else if (!word.startsWith('-')) return word;
  }
  return null;
}

function usesNetwork(command: SimpleCommand, program: string): boolean {
  if (network.has(program)) return true;
  const verb = verbOf(command);
  if (program === 'git') return verb !== null && networkGit.has(verb);
  return (
    publishers.has(program) &&
    (verb === 'publish' || verb === 'login' || verb === 'upload' || verb === 'push')
  );
}

function deletes(command: SimpleCommand, program: string): boolean {
  const flags = command.words.slice(1).filter((word) => word.startsWith('-') || word.startsWith('/'));
  if (program === 'rm')
    return flags.some((flag) => /^-[a-z]*[rf]/i.test(flag) || /^--(?:recursive|force)$/.test(flag));
  if (program === 'remove-item' || program === 'ri')
    return flags.some((flag) => /^-r(?:ecurse)?$|^-force$/i.test(flag));
  if (program === 'rd' || program === 'rmdir' || program === 'del')
    return flags.some((flag) => /^\/[sq]$/i.test(flag));
  if (program === 'find') return command.words.includes('-delete');
  return (
    program === 'shred' ||
    program === 'mkfs' ||
    program.startsWith('mkfs.') ||
    (program === 'dd' && command.words.some((word) => word.startsWith('of=')))
  );
}

function discardsWork(command: SimpleCommand, program: string): boolean {
  if (program !== 'git') return false;
  const words = command.words;
  switch (verbOf(command)) {
    case 'reset':
      return words.includes('--hard');
    case 'clean':
      return words.some((word) => /^-[a-z]*f/.test(word) || word === '--force');
    case 'push':
      return words.some(
        (word) =>
          /^(?:-f|--force(?:-with-lease)?(?:=.*)?|--mirror|--delete|-d)$/.test(word) || word.startsWith('+'),
      );
    case 'checkout':
    case 'restore':
      return words.includes('--') || words.includes('.') || words.includes('-f') || words.includes('--force');
    case 'branch':
      return words.some((word) => /^-D|^--delete$/.test(word));
    case 'stash':
      return words.includes('drop') || words.includes('clear');
    default:
      return false;
  }
}

function runsInlineCode(command: SimpleCommand, program: string): boolean {
  if (program === 'eval' || program === 'iex' || program === 'invoke-expression') return true;
  if (isShell(program))
    return (
      command.words.some((word, index) => index > 0 && /^-(?:enc|encodedcommand|e)$/i.test(word)) &&
      (program === 'pwsh' || program === 'powershell')
    );
  return (
    interpreters.has(program) &&
    command.words.some((word, index) => index > 0 && /^(?:-e|-c|-r|-p|--eval|--print|eval)$/.test(word))
  );
}

/** Words that may name places: all after the program, but not the pattern of grep and its kin. */
function operandsOf(command: SimpleCommand): readonly string[] {
  const words = command.words.slice(1);
  if (!/^(?:sed|g?awk|[ef]?grep|rg|ag)$/.test(programOf(command.words[0] ?? ''))) return words;
  const pattern = words.findIndex((word) => !word.startsWith('-'));
  return words.filter((_, index) => index !== pattern);
}

/** The parts of a word that name a place: itself, or what follows `=` in `--out=/x`. */
function pathsIn(word: string): string[] {
  const value = /^-{1,2}[\w-]+=(.+)$/s.exec(word)?.[1] ?? word;
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(value) && !/^file:/i.test(value)) return [];
  if (value.startsWith('-') || value.length > 4096 || value.includes('\n')) return [];
  return /^(?:\/|~|\.{1,2}(?:\/|$)|\$\{?HOME|[A-Za-z]:[\\/]|\\\\|file:)|\//.test(value) || isProtected(value)
    ? [value.replace(/^\$\{?HOME\}?/, '~')]
    : [];
}
