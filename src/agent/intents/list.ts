import type { StepIntent } from '../intent.ts';
import { code } from '../markdown.ts';
import { textContent } from '../tool-call.ts';
import type { Outcome, Turn } from '../turn.ts';
import { scopeOf, walk } from '../workspace/files.ts';

const MAX_KEPT = 500;
const MAX_SAID = 30;
const MAX_SAID_IN_PLAN = 8;

export async function list(turn: Turn, intent: Extract<StepIntent, { type: 'list' }>): Promise<Outcome> {
  const tool = await turn.call({
    title: turn.words.listTitle(intent.where),
    kind: 'search',
    status: 'in_progress',
    rawInput: { where: intent.where },
  });
  const paths: string[] = [];
  let count = 0;
  const scope = await scopeOf(turn.workspace, intent.where, turn.signal);
  for await (const path of walk(turn.workspace, scope, turn.signal)) {
    count += 1;
    if (paths.length < MAX_KEPT) paths.push(path.relative);
  }
  const more = count - paths.length;
  const listing = [...paths, ...(more > 0 ? [turn.words.moreFiles(more)] : [])].join('\n');
  await turn.finish(tool, 'completed', {
    content: [textContent(listing === '' ? turn.words.listed(0, intent.where) : listing)],
    rawOutput: { files: count },
  });
  const said = paths.slice(0, turn.brief ? MAX_SAID_IN_PLAN : MAX_SAID);
  const lines = [turn.words.listed(count, intent.where), '', ...said.map((path) => `- ${code(path)}`)];
  if (count > said.length) lines.push('', turn.words.moreFiles(count - said.length));
  await turn.say(`${lines.join('\n').trimEnd()}\n\n`);
  return 'done';
}
