import { shownPattern, type StepIntent } from '../intent.ts';
import { code, shortened } from '../markdown.ts';
import { textContent } from '../tool-call.ts';
import type { Outcome, Turn } from '../turn.ts';
import { lineAt, lineStarts, lineText } from '../workspace/lines.ts';
import { newSearchCount, search } from '../workspace/search.ts';
import type { SearchTally } from '../words.ts';

const MAX_KEPT = 200;
const MAX_SAID = 15;
const MAX_SAID_IN_PLAN = 5;
const MAX_LOCATIONS = 50;
const PREVIEW_CHARACTERS = 120;

type Hit = {
  readonly path: string;
  readonly absolute: string;
  readonly line: number;
  readonly preview: string;
};

export async function find(turn: Turn, intent: Extract<StepIntent, { type: 'find' }>): Promise<Outcome> {
  const { words } = turn;
  const tool = await turn.call({
    title: words.findTitle(intent.pattern, intent.where),
    kind: 'search',
    status: 'in_progress',
    rawInput: { pattern: shownPattern(intent.pattern), where: intent.where },
  });
  const hits: Hit[] = [];
  const count = newSearchCount();
  let matches = 0;
  let files = 0;
  for await (const file of search(turn.workspace, intent, count, turn.signal)) {
    files += 1;
    matches += file.matches.length;
    if (hits.length >= MAX_KEPT) continue;
    const starts = lineStarts(file.text);
    for (const match of file.matches.slice(0, MAX_KEPT - hits.length)) {
      const line = lineAt(starts, match.start);
      hits.push({
        path: file.path.relative,
        absolute: file.path.absolute,
        line,
        preview: shortened(lineText(file.text, starts, line), PREVIEW_CHARACTERS),
      });
    }
  }
  const tally: SearchTally = { matches, files, ...count };
  const listed = hits.map((hit) => `${hit.path}:${hit.line}: ${hit.preview}`);
  if (matches > hits.length) listed.push(words.moreMatches(matches - hits.length));
  await turn.finish(tool, 'completed', {
    locations: hits.slice(0, MAX_LOCATIONS).map((hit) => ({ path: hit.absolute, line: hit.line })),
    content: [
      textContent(matches === 0 ? words.found(intent.pattern, intent.where, tally) : listed.join('\n')),
    ],
    rawOutput: tally,
  });
  await turn.thinkInDetail(words.searchDetail(tally));
  await turn.say(message(turn, intent, hits, tally));
  return 'done';
}

function message(
  turn: Turn,
  intent: Extract<StepIntent, { type: 'find' }>,
  hits: readonly Hit[],
  tally: SearchTally,
): string {
  const said = hits.slice(0, turn.brief ? MAX_SAID_IN_PLAN : MAX_SAID);
  const lines = [turn.words.found(intent.pattern, intent.where, tally), ''];
  for (const hit of said) lines.push(`- ${code(`${hit.path}:${hit.line}`)} ${code(hit.preview)}`);
  if (tally.matches > said.length) lines.push('', turn.words.moreMatches(tally.matches - said.length));
  if (tally.stoppedEarly) lines.push('', turn.words.searchDetail(tally));
  return `${lines.join('\n').trimEnd()}\n\n`;
}
