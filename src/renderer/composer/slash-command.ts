/** The command menu of the composer: a prompt that begins with `/name` is a command of the agent. */
import type { SlashCommand } from '../../shared/session/content.ts';

/** What stands between the slash and the caret; null: the caret is not in a command's name. */
export function slashQuery(text: string, caret: number): string | null {
  const match = /^\/(\S*)/.exec(text);
  if (match === null || caret < 1 || caret > match[0].length) return null;
  return text.slice(1, caret);
}

export type RankedCommand = { readonly command: SlashCommand; readonly matched: readonly number[] };

/** Commands that fit, best first; an empty query keeps the agent's order. */
export function rankCommands(commands: readonly SlashCommand[], query: string): readonly RankedCommand[] {
  if (query === '') return commands.map((command) => ({ command, matched: [] }));
  const scored = commands.flatMap((command, order) => {
    const match = fuzzyMatch(command.name, query);
    return match === null ? [] : [{ command, order, ...match }];
  });
  scored.sort((a, b) => b.score - a.score || a.order - b.order);
  return scored.map(({ command, matched }) => ({ command, matched }));
}

/** Letters of `query` in order, not necessarily adjacent. Word starts and runs count for more. */
export function fuzzyMatch(
  name: string,
  query: string,
): { readonly score: number; readonly matched: readonly number[] } | null {
  const text = name.toLowerCase();
  const wanted = query.toLowerCase();
  const whole = text.indexOf(wanted);
  if (whole !== -1) {
    const matched = Array.from({ length: wanted.length }, (_, index) => whole + index);
    const bonus = whole === 0 ? 2000 : isWordStart(text, whole) ? 1000 : 500;
    return { score: bonus - text.length, matched };
  }
  const matched: number[] = [];
  let score = 0;
  let from = 0;
  for (const letter of wanted) {
    const at = text.indexOf(letter, from);
    if (at === -1) return null;
    if (isWordStart(text, at)) score += 10;
    if (matched.at(-1) === at - 1) score += 5;
    matched.push(at);
    from = at + 1;
  }
  return { score: score - text.length, matched };
}

function isWordStart(text: string, at: number): boolean {
  return at === 0 || /[-_:./\s]/.test(text.charAt(at - 1));
}

/** The prompt with the command's name put in, and where the caret goes. */
export function completeCommand(
  text: string,
  command: SlashCommand,
): { readonly text: string; readonly caret: number } {
  const rest = text.replace(/^\/\S*/, '').replace(/^\s+/, '');
  const head = `/${command.name} `;
  return { text: head + rest, caret: head.length };
}

/** What the agent expects after the name, as long as nothing stands there. */
export function hintFor(text: string, commands: readonly SlashCommand[]): string | null {
  const match = /^\/(\S+)\s*$/.exec(text);
  if (match === null || !/\s$/.test(text)) return null;
  return commands.find((command) => command.name === match[1])?.hint ?? null;
}
