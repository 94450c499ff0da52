/** A request taken apart: what must be allowed by itself, what it may touch, and what nobody can know of it. */
import { type PlacedPath, placePath, rootsOf } from './match-path.ts';
import type { PermissionRequest } from './permission-request.ts';
import { type ShellDoubt, type ShellReading, readShell } from './shell-reading.ts';

export type Part =
  | {
      readonly type: 'command';
      readonly words: readonly string[];
      readonly program: string;
      /** Which of its words name something outside the workspace. */
      readonly reaches: readonly number[];
    }
  | { readonly type: 'path'; readonly place: PlacedPath }
  | { readonly type: 'host'; readonly host: string }
  | { readonly type: 'mcp'; readonly server: string; readonly tool: string }
  /** Nothing but its kind is known to matter. */
  | { readonly type: 'kind' };

export type ReadRequest = {
  readonly request: PermissionRequest;
  readonly readings: readonly ShellReading[];
  readonly parts: readonly Part[];
  readonly doubts: readonly ShellDoubt[];
  /** What it says it reads and writes. */
  readonly paths: readonly PlacedPath[];
  /** Words of its commands that may name files: for denials and questions, which are wider. */
  readonly named: readonly PlacedPath[];
};

const HARMLESS = /^\/dev\/(?:null|stdin|stdout|stderr|tty|zero)$/;

export function readRequest(request: PermissionRequest, home: string | null): ReadRequest {
  const { cwd, workspace } = request;
  const readings = request.commands.map((command) => readShell(command));
  const doubts = new Set<ShellDoubt>(readings.flatMap((reading) => [...reading.doubts]));
  const from = (path: string) => (/^(?:[\\/~]|[A-Za-z]:|file:)/.test(path) ? path : `${cwd}/${path}`);
  const roots = rootsOf(workspace, home);
  const place = (path: string, access: PlacedPath['access']) => placePath(from(path), access, roots);
  const paths = request.paths.map(({ path, access }) => place(path, access));
  const parts: Part[] = [];
  for (const { commands } of readings) {
    for (const { words, program, redirects, inner } of commands) {
      if (words.length > 0 && !inner) {
        parts.push({ type: 'command', words, program, reaches: outsideWords(words) });
        for (const target of writtenBy(program, words)) paths.push(place(target, 'write'));
      }
      for (const { target, writes } of redirects) {
        if (target === null) doubts.add('expansion');
        else if (!HARMLESS.test(target)) paths.push(place(target, writes ? 'write' : 'read'));
      }
    }
  }
  parts.push(...paths.map((each): Part => ({ type: 'path', place: each })));
  parts.push(...request.hosts.map((host): Part => ({ type: 'host', host })));
  if (request.mcp !== null) parts.push({ type: 'mcp', ...request.mcp });
  if (parts.length === 0) parts.push({ type: 'kind' });
  /** Their places are looked at once here, so that rules need not. */
  function outsideWords(words: readonly string[]): readonly number[] {
    return words.flatMap((word, index) => {
      const reaches = index > 0 && piecesOf(word).some((piece) => !HARMLESS.test(piece) && isOutside(piece));
      return reaches ? [index] : [];
    });
  }
  function isOutside(piece: string): boolean {
    return piece !== '' && /[\\/~.]/.test(piece) && place(piece, 'any').inWorkspace === null;
  }

  const named = wordsOf(readings).map((word) => place(word, 'any'));
  return { request, readings, parts, doubts: [...doubts], paths, named };
}

/** `--file=x`, `-fx` and `of=x` name files as well. */
function wordsOf(readings: readonly ShellReading[]): readonly string[] {
  const words = new Set<string>();
  for (const { commands, rawWords } of readings) {
    for (const word of [...commands.flatMap((command) => command.words.slice(1)), ...rawWords]) {
      for (const piece of piecesOf(word)) if (piece !== '') words.add(piece);
    }
  }
  return [...words];
}

/** Files that a program writes because of a flag, though it mostly reads. */
function writtenBy(program: string, words: readonly string[]): readonly string[] {
  const flag =
    program === 'git' ? /^--output(?:=(.*))?$/s : program === 'sort' ? /^(?:--output=|-o)(.*)$/s : null;
  if (flag === null) return [];
  return words.flatMap((word, index) => {
    const match = flag.exec(word);
    return match === null
      ? []
      : [match[1] !== undefined && match[1] !== '' ? match[1] : (words[index + 1] ?? '')];
  });
}

/** What in a word of a command may be the name of a file. */
export function piecesOf(word: string): readonly string[] {
  const long = /^-{1,2}[\w-]+=(.*)$/s.exec(word)?.[1];
  if (long !== undefined) return [long];
  if (word.startsWith('--')) return [];
  if (word.startsWith('-')) return [word.slice(2)];
  const assigned = /^[\w.-]+=(.*)$/s.exec(word)?.[1];
  return assigned === undefined ? [word] : [word, assigned];
}
