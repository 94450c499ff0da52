/**
 * A rough reading of shell text, to point out what a person may want to notice. Facts come from it, never
 * permission: whatever it misses is still in the command that is shown in full.
 */

export type SimpleCommand = {
  /** Words without quotes; `words[0]` is the program. Assignments before it are in `assigns`. */
  readonly words: readonly string[];
  readonly assigns: readonly string[];
  /** Its input is the output of another command. */
  readonly piped: boolean;
};

const deepest = 8;
const mostCommands = 500;

/** The simple commands of a script, also those inside substitutions and behind `sudo`, `sh -c` and the like. */
export function readCommands(script: string, depth = 0): readonly SimpleCommand[] {
  if (depth > deepest) return [];
  const found: SimpleCommand[] = [];
  let words: string[] = [];
  let word: string | null = null;
  let piped = false;

  const endWord = () => {
    if (word !== null) words.push(word);
    word = null;
  };
  const endCommand = (nextPiped: boolean) => {
    endWord();
    if (words.length > 0 && found.length < mostCommands) found.push(...unwrap(words, piped, depth));
    words = [];
    piped = nextPiped;
  };
  const nested = (inner: string) => {
    for (const command of readCommands(inner, depth + 1))
      if (found.length < mostCommands) found.push(command);
  };

  for (let at = 0; at < script.length; at += 1) {
    const char = script.charAt(at);
    const next = script.charAt(at + 1);
    if (char === '\\') {
      if (next !== '\n') word = (word ?? '') + next;
      at += 1;
    } else if (char === "'") {
      const end = script.indexOf("'", at + 1);
      word = (word ?? '') + script.slice(at + 1, end === -1 ? undefined : end);
      at = end === -1 ? script.length : end;
    } else if (char === '"') {
      const quoted = readDoubleQuoted(script, at + 1);
      word = (word ?? '') + quoted.text;
      quoted.substitutions.forEach(nested);
      at = quoted.end;
    } else if ((char === '$' || char === '<' || char === '>') && next === '(') {
      const end = closingParen(script, at + 2);
      nested(script.slice(at + 2, end));
      word = (word ?? '') + script.slice(at, end + 1);
      at = end;
    } else if (char === '`') {
      const end = script.indexOf('`', at + 1);
      const stop = end === -1 ? script.length : end;
      nested(script.slice(at + 1, stop));
      word = (word ?? '') + script.slice(at, stop + 1);
      at = stop;
    } else if (char === '#' && word === null) {
      const end = script.indexOf('\n', at);
      at = (end === -1 ? script.length : end) - 1;
    } else if (char === '|') {
      if (next === '|') at += 1;
      else if (next === '&') at += 1;
      endCommand(next !== '|');
    } else if (char === '&' && (next === '>' || script.charAt(at - 1) === '>')) {
      word = (word ?? '') + char;
    } else if (char === ';' || char === '\n' || char === '&' || char === '(' || char === ')') {
      endCommand(false);
    } else if (char === ' ' || char === '\t') {
      endWord();
    } else if (char === '>' || char === '<') {
      // A redirection target is a word of its own, so that its path is seen.
      endWord();
    } else {
      word = (word ?? '') + char;
    }
  }
  endCommand(false);
  return found;
}

/** `argv` as one line that a POSIX shell would read back as the same words. */
export function quoteArgv(argv: readonly string[]): string {
  return argv
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replace(/'/g, `'\\''`)}'`))
    .join(' ');
}

/** The program's name without folder and Windows suffix, lower case. */
export function programOf(word: string): string {
  return (word.split(/[/\\]/).at(-1) ?? word).toLowerCase().replace(/\.(exe|cmd|bat|ps1)$/, '');
}

const shells = new Set([
  'sh',
  'bash',
  'zsh',
  'dash',
  'ksh',
  'fish',
  'ash',
  'busybox',
  'pwsh',
  'powershell',
  'cmd',
]);
/** Programs whose operand is another command; the number says how many operands come first. */
const launchers: ReadonlyMap<string, number> = new Map([
  ['sudo', 0],
  ['doas', 0],
  ['pkexec', 0],
  ['runas', 0],
  ['env', 0],
  ['nohup', 0],
  ['time', 0],
  ['nice', 0],
  ['ionice', 0],
  ['exec', 0],
  ['command', 0],
  ['builtin', 0],
  ['xargs', 0],
  ['setsid', 0],
  ['stdbuf', 0],
  ['timeout', 1],
  ['watch', 0],
]);

export function isShell(program: string): boolean {
  return shells.has(program);
}

/** The command itself and, behind a launcher or `sh -c`, the command that it starts. */
function unwrap(words: readonly string[], piped: boolean, depth: number): SimpleCommand[] {
  const keyword =
    words[0] === undefined ? false : /^(?:if|then|else|elif|do|while|until|!|\{|\})$/.test(words[0]);
  const rest = keyword ? words.slice(1) : words;
  const start = rest.findIndex((word) => !/^[A-Za-z_]\w*\+?=/.test(word));
  const assigns = rest.slice(0, start === -1 ? rest.length : start);
  const own = start === -1 ? [] : rest.slice(start);
  const command: SimpleCommand = { words: own, assigns, piped };
  const first = own[0];
  if (first === undefined) return assigns.length > 0 ? [command] : [];
  if (depth > deepest) return [command];
  const program = programOf(first);

  if (isShell(program)) {
    const flag = own.findIndex((word, index) => index > 0 && /^(?:-[a-z]*c|\/c|-command)$/i.test(word));
    const script =
      flag === -1 ? undefined : program === 'cmd' ? own.slice(flag + 1).join(' ') : own[flag + 1];
    return script === undefined ? [command] : [command, ...readCommands(script, depth + 1)];
  }
  if (program === 'eval') return [command, ...readCommands(own.slice(1).join(' '), depth + 1)];
  if (program === 'find') {
    const exec = own.findIndex((word) => /^-(?:exec|execdir|ok|okdir)$/.test(word));
    return exec === -1 ? [command] : [command, ...unwrap(own.slice(exec + 1), false, depth + 1)];
  }
  const operands = launchers.get(program);
  if (operands === undefined) return [command];
  let at = 1;
  while (at < own.length && /^(?:-|[A-Za-z_]\w*=)/.test(own[at] ?? '')) {
    // Options of sudo and the like that take a value of their own.
    if (/^-[ugCpUhRTnIPLs]$/.test(own[at] ?? '') && program !== 'env') at += 1;
    at += 1;
  }
  const inner = own.slice(at + operands);
  return inner.length === 0 ? [command] : [command, ...unwrap(inner, piped, depth + 1)];
}

function readDoubleQuoted(
  script: string,
  from: number,
): { readonly text: string; readonly substitutions: string[]; readonly end: number } {
  let text = '';
  const substitutions: string[] = [];
  let at = from;
  for (; at < script.length && script[at] !== '"'; at += 1) {
    const char = script.charAt(at);
    if (char === '\\') {
      text += script.charAt(at + 1);
      at += 1;
    } else if (char === '$' && script[at + 1] === '(') {
      const end = closingParen(script, at + 2);
      substitutions.push(script.slice(at + 2, end));
      text += script.slice(at, end + 1);
      at = end;
    } else if (char === '`') {
      const end = script.indexOf('`', at + 1);
      const stop = end === -1 ? script.length : end;
      substitutions.push(script.slice(at + 1, stop));
      text += script.slice(at, stop + 1);
      at = stop;
    } else text += char;
  }
  return { text, substitutions, end: at };
}

/** Where the parenthesis that is open at `from` closes; the end of the text when it does not. */
function closingParen(script: string, from: number): number {
  let open = 1;
  for (let at = from; at < script.length; at += 1) {
    const char = script[at];
    if (char === '\\') at += 1;
    else if (char === "'") {
      const end = script.indexOf("'", at + 1);
      if (end === -1) return script.length;
      at = end;
    } else if (char === '(') open += 1;
    else if (char === ')') {
      open -= 1;
      if (open === 0) return at;
    }
  }
  return script.length;
}
