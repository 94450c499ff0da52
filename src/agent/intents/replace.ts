import type { PlanEntry, ToolCallContent } from '@agentclientprotocol/sdk/unstable';
import { shownPattern, type StepIntent } from '../intent.ts';
import { Refusal } from '../refusal.ts';
import { textContent } from '../tool-call.ts';
import type { Outcome, Turn } from '../turn.ts';
import { hunks, lineAt, lineStarts } from '../workspace/lines.ts';
import { edited, editsFor, type Edit } from '../workspace/matching.ts';
import { newSearchCount, search } from '../workspace/search.ts';
import type { WorkspacePath } from '../workspace/workspace.ts';
import { writeFile } from '../workspace/writing.ts';

type Replacing = Extract<StepIntent, { type: 'replace' }>;
type FileChange = {
  readonly path: WorkspacePath;
  readonly before: string;
  readonly after: string;
  readonly edits: readonly Edit[];
};

/** More files than this are not changed in one go. */
const MAX_FILES = 100;
const MAX_LOCATIONS = 50;
const MAX_PLAN_ENTRIES = 20;
/** UTF-16 units: up to here a diff shows the whole file, beyond only what changes. */
const MAX_WHOLE_FILE = 256 * 1024;
const HUNK_CONTEXT = 3;

export async function replace(turn: Turn, intent: Replacing): Promise<Outcome> {
  const { words } = turn;
  if (turn.host.options.mode === 'read-only') {
    await turn.say(`${words.readOnly('edit')}\n\n`);
    return 'failed';
  }
  const changes = await plannedChanges(turn, intent);
  if (changes.length === 0) return 'done';
  const places = changes.reduce((sum, change) => sum + change.edits.length, 0);
  await turn.say(`${words.aboutToEdit(places, changes.length)}\n\n`);
  const showPlan = changes.length > 1 && !turn.brief;

  let [replaced, files, rejected, failed, tried] = [0, 0, 0, 0, 0];
  for (const [index, change] of changes.entries()) {
    if (showPlan) await turn.plan(planEntries(turn, changes, index));
    tried += 1;
    const end = await changeFile(turn, intent, change);
    if (end === 'done') {
      files += 1;
      replaced += change.edits.length;
    } else if (end === 'failed') failed += 1;
    else rejected += 1;
    if (end === 'stop') break;
  }
  const untouched = changes.length - tried;
  if (showPlan && rejected + failed + untouched === 0)
    await turn.plan(planEntries(turn, changes, changes.length));
  await turn.say(`${words.replaced({ replaced, files, rejected, failed, untouched })}\n\n`);
  if (failed > 0) return 'failed';
  return rejected > 0 ? 'rejected' : 'done';
}

/** Searches first; says so when there is nothing to do. */
async function plannedChanges(turn: Turn, intent: Replacing): Promise<readonly FileChange[]> {
  const { words } = turn;
  const tool = await turn.call({
    title: words.findTitle(intent.pattern, intent.where),
    kind: 'search',
    status: 'in_progress',
    rawInput: { pattern: shownPattern(intent.pattern), where: intent.where },
  });
  const changes: FileChange[] = [];
  const locations: { path: string; line: number }[] = [];
  const count = newSearchCount();
  let matches = 0;
  for await (const { path, text, matches: found } of search(turn.workspace, intent, count, turn.signal)) {
    matches += found.length;
    if (changes.length >= MAX_FILES) throw new Refusal('too-many-files', `> ${MAX_FILES}`);
    const edits = editsFor(found, intent.pattern, intent.replacement);
    const after = edited(text, edits);
    if (after !== text) changes.push({ path, before: text, after, edits });
    const starts = lineStarts(text);
    for (const match of found.slice(0, MAX_LOCATIONS - locations.length)) {
      locations.push({ path: path.absolute, line: lineAt(starts, match.start) });
    }
  }
  const tally = { matches, files: changes.length, ...count };
  const summary =
    matches === 0
      ? words.nothingToReplace(intent.pattern, intent.where)
      : changes.map((change) => `${change.path.relative}: ${change.edits.length}`).join('\n');
  await turn.finish(tool, 'completed', { locations, content: [textContent(summary)], rawOutput: tally });
  await turn.thinkInDetail(words.searchDetail(tally));
  if (changes.length === 0) await turn.say(`${matches === 0 ? summary : words.nothingChanges}\n\n`);
  return changes;
}

/** `stop` when the person wants no edits at all for now. */
async function changeFile(turn: Turn, intent: Replacing, change: FileChange): Promise<Outcome | 'stop'> {
  const path = change.path.relative;
  const firstLine = lineAt(lineStarts(change.before), change.edits[0]?.start ?? 0);
  const tool = await turn.call({
    title: turn.words.editTitle(path),
    kind: 'edit',
    status: 'pending',
    locations: [{ path: change.path.absolute, line: firstLine }],
    content: diffs(turn, change),
    rawInput: {
      path: change.path.absolute,
      pattern: shownPattern(intent.pattern),
      replacement: intent.replacement,
      places: change.edits.length,
    },
  });
  const permit = await turn.permit(tool, { kind: 'edit' });
  if (permit === 'rejected') return 'rejected';
  if (permit !== 'allowed') return 'stop';
  try {
    await tool.update({ status: 'in_progress' });
    await writeFile(turn.host, change.path, change, turn.signal);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const reason = turn.words.refusal(error.code, error.subject);
    await turn.finish(tool, 'failed', { content: [textContent(reason)], rawOutput: { done: false, reason } });
    await turn.say(`${reason}\n\n`);
    return 'failed';
  }
  await turn.finish(tool, 'completed', { rawOutput: { done: true, places: change.edits.length } });
  return 'done';
}

function diffs(turn: Turn, change: FileChange): ToolCallContent[] {
  const path = change.path.absolute;
  if (Math.max(change.before.length, change.after.length) <= MAX_WHOLE_FILE) {
    return [{ type: 'diff', path, oldText: change.before, newText: change.after }];
  }
  const shown: ToolCallContent[] = [];
  let room = MAX_WHOLE_FILE;
  const all = hunks(change.before, change.edits, HUNK_CONTEXT);
  for (const { oldText, newText } of all) {
    room -= oldText.length + newText.length;
    if (room < 0) break;
    shown.push({ type: 'diff', path, oldText, newText });
  }
  return shown.length === all.length
    ? shown
    : [...shown, textContent(turn.words.morePlaces(all.length - shown.length))];
}

/** One entry a file; `current` is the index of the one being worked on. */
function planEntries(turn: Turn, changes: readonly FileChange[], current: number): readonly PlanEntry[] {
  const entries = changes.map((change, index): PlanEntry => ({
    content: turn.words.editStep(change.path.relative, change.edits.length),
    priority: 'medium',
    status: index < current ? 'completed' : index === current ? 'in_progress' : 'pending',
  }));
  if (entries.length <= MAX_PLAN_ENTRIES) return entries;
  const rest = entries.slice(MAX_PLAN_ENTRIES - 1);
  const status = rest.every((entry) => entry.status === 'completed')
    ? 'completed'
    : rest.some((entry) => entry.status !== 'pending')
      ? 'in_progress'
      : 'pending';
  return [
    ...entries.slice(0, MAX_PLAN_ENTRIES - 1),
    { content: turn.words.moreSteps(rest.length), priority: 'medium', status },
  ];
}
