import { stat } from 'node:fs/promises';
import type { StepIntent } from '../intent.ts';
import { Refusal } from '../refusal.ts';
import type { Outcome, Turn } from '../turn.ts';
import { lineCount } from '../workspace/lines.ts';
import { writeFile } from '../workspace/writing.ts';

export async function create(turn: Turn, intent: Extract<StepIntent, { type: 'create' }>): Promise<Outcome> {
  const { words } = turn;
  if (turn.host.options.mode === 'read-only') {
    await turn.say(`${words.readOnly('edit')}\n\n`);
    return 'failed';
  }
  const path = await turn.workspace.resolve(intent.path);
  const taken = await stat(path.absolute).catch(() => null);
  if (taken !== null) throw new Refusal('already-exists', path.relative === '' ? intent.path : path.relative);
  const tool = await turn.call({
    title: words.createTitle(path.relative),
    kind: 'edit',
    status: 'pending',
    locations: [{ path: path.absolute, line: 1 }],
    content: [{ type: 'diff', path: path.absolute, oldText: null, newText: intent.content }],
    rawInput: { path: path.absolute, content: intent.content },
  });
  const permit = await turn.permit(tool, { kind: 'edit' });
  if (permit !== 'allowed') {
    await turn.say(`${words.nothingWritten(path.relative)}\n\n`);
    return 'rejected';
  }
  await tool.update({ status: 'in_progress' });
  await writeFile(turn.host, path, { before: null, after: intent.content }, turn.signal);
  const lines = lineCount(intent.content);
  await turn.finish(tool, 'completed', { rawOutput: { done: true, lines } });
  await turn.say(`${words.created(path.relative, lines)}\n\n`);
  return 'done';
}
