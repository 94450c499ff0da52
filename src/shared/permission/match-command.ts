/** Whether a rule's command covers what would run. Allowing is exact, denying looks everywhere. Pure. */
import { type ShellReading, programOf, readShell, startsOthers } from './shell-reading.ts';

export type CommandPattern = {
  readonly words: readonly string[];
  readonly program: string;
  /** It may not allow anything: what it names starts other programs. */
  readonly startsOthers: boolean;
  /** It ends with `*`: anything may follow. */
  readonly open: boolean;
};

const ANY = '*';

/** Null when the text is no simple command, which no rule can speak of. */
export function commandPattern(text: string): CommandPattern | null {
  const open = /(?:^|\s)\*$/.test(text);
  const plain = open ? text.slice(0, -1).trim() : text;
  if (plain === '') return { words: [], program: '', startsOthers: true, open: true };
  const { commands, doubts } = readShell(plain);
  const [command] = commands;
  const readable = !doubts.has('not-understood');
  const only = commands.filter(({ inner }) => !inner).length === 1;
  if (command === undefined || !readable || !only || command.redirects.length > 0) return null;
  const { words, program } = command;
  return { words, program, startsOthers: startsOthers(program), open };
}

/** Why an allow rule of that command may not exist; null: it may. */
export function allowProblem(text: string): 'not-a-command' | 'allows-everything' | 'starts-others' | null {
  const pattern = commandPattern(text);
  if (pattern === null || readShell(text.replace(/(?:^|\s)\*$/, '')).doubts.has('expansion'))
    return 'not-a-command';
  const [program] = pattern.words;
  if (program === undefined) return 'allows-everything';
  if (program.includes(ANY)) return 'allows-everything';
  return pattern.startsOthers ? 'starts-others' : null;
}

/** `npm` is not `./npm`: for allowing, the program is what the rule says, letter by letter. */
export function allowsCommand(pattern: CommandPattern, words: readonly string[]): boolean {
  if (pattern.startsOthers) return false;
  if (words.length < pattern.words.length) return false;
  if (!pattern.open && words.length !== pattern.words.length) return false;
  return pattern.words.every((word, index) => word === words[index]);
}

/**
 * The program by its name in any folder and letter case, then the rule's other words in their order with
 * anything between; also within substitutions, scripts in quotes, and words that could not be read.
 */
export function hitsCommand(pattern: CommandPattern, { commands, rawWords }: ShellReading): boolean {
  if (pattern.words.length === 0) return commands.length + rawWords.length > 0;
  return (
    commands.some(({ program, words }) => program === pattern.program && follows(pattern, words, 1)) ||
    rawWords.some((word, at) => programOf(word) === pattern.program && follows(pattern, rawWords, at + 1))
  );
}

/** The rule's other words stand behind the program in their order, with anything between. */
function follows(pattern: CommandPattern, words: readonly string[], from: number): boolean {
  let at = from;
  for (let index = 1; index < pattern.words.length; index += 1) {
    while (at < words.length && words[at] !== pattern.words[index]) at += 1;
    if (at >= words.length) return false;
    at += 1;
  }
  return true;
}
