/**
 * Files that an agent may write because its own question about that was answered with yes. What the question
 * showed is what may be written: a change that differs from the one on show is asked about.
 */
import { requestOfCall, type CallFacts } from '../../../shared/permission/request-of-call.ts';
import type { PermissionOutcome, ToolCallPatch } from '../../../shared/session/content.ts';

export type AllowedWrite = {
  readonly toolCallId: string;
  /** As the agent wrote them. */
  readonly paths: readonly string[];
  readonly diffs: readonly ShownDiff[];
  /** Allowed for as long as the process runs, not once. */
  readonly lasts: boolean;
};

export type ShownDiff = {
  readonly path: string;
  readonly oldText: string | null;
  readonly newText: string;
};

type Call = CallFacts & { readonly ended: boolean };

const MOST_CALLS = 100;
const MOST_ALLOWED = 50;
const NOTHING: Call = {
  kind: 'other',
  name: null,
  rawInput: null,
  content: [],
  locations: [],
  ended: false,
};

export class AllowedWrites {
  /** By id, since a question may name the call alone. */
  readonly #calls = new Map<string, Call>();
  #allowed: AllowedWrite[] = [];

  /** A tool call as an update or a question tells it. */
  learn(patch: ToolCallPatch): void {
    const { toolCallId, status } = patch;
    const before = this.#calls.get(toolCallId) ?? NOTHING;
    this.#calls.delete(toolCallId);
    this.#calls.set(toolCallId, {
      kind: patch.kind ?? before.kind,
      name: patch.name ?? before.name,
      rawInput: patch.rawInput ?? before.rawInput,
      content: patch.content ?? before.content,
      locations: patch.locations ?? before.locations,
      ended: status === undefined ? before.ended : status === 'completed' || status === 'failed',
    });
    for (const oldest of this.#calls.keys()) {
      if (this.#calls.size <= MOST_CALLS) break;
      this.#calls.delete(oldest);
    }
  }

  decided(toolCall: ToolCallPatch, outcome: PermissionOutcome): void {
    this.learn(toolCall);
    if (outcome.outcome !== 'selected') return;
    if (outcome.kind !== 'allow_once' && outcome.kind !== 'allow_always') return;
    const { toolCallId } = toolCall;
    const call = this.#calls.get(toolCallId);
    const paths = call === undefined ? [] : writtenBy(call);
    if (call === undefined || paths.length === 0) return;
    const diffs = call.content.flatMap((part) => (part.type === 'diff' ? [part] : []));
    this.#allowed.push({ toolCallId, paths, diffs, lasts: outcome.kind === 'allow_always' });
    if (this.#allowed.length > MOST_ALLOWED) this.#allowed.shift();
  }

  /**
   * What covers this write, used up if it was allowed once. `isSame`: a path as the agent wrote it is the one
   * that is written. `before` null: there is no such file, or none of text.
   */
  async take(
    { before, text }: { readonly before: string | null; readonly text: string },
    isSame: (path: string) => Promise<boolean>,
  ): Promise<AllowedWrite | null> {
    for (const allowed of this.#allowed) {
      const same: string[] = [];
      for (const path of allowed.paths) if (await isSame(path)) same.push(path);
      if (same.length === 0) continue;
      const shown: ShownDiff[] = [];
      for (const diff of allowed.diffs) if (await isSame(diff.path)) shown.push(diff);
      if (shown.length > 0 && !comesOf(shown, before, text)) continue;
      // Somebody else may have taken it while the paths were looked up.
      if (!this.#allowed.includes(allowed)) continue;
      if (!allowed.lasts) this.#allowed = this.#allowed.filter((each) => each !== allowed);
      return allowed;
    }
    return null;
  }

  /** A call that is still open and writes that file; the newest. */
  async callFor(isSame: (path: string) => Promise<boolean>): Promise<string | null> {
    for (const [id, call] of [...this.#calls].reverse()) {
      if (call.ended) continue;
      for (const path of writtenBy(call)) if (await isSame(path)) return id;
    }
    return null;
  }

  /** A new turn: what was allowed once and not used is over. */
  turnStarts(): void {
    this.#allowed = this.#allowed.filter(({ lasts }) => lasts);
  }
}

/** Only the paths of it are used, so where it happens does not matter. */
const NOWHERE = { cwd: '/', workspace: '/', agentId: '', sessionId: '', mcp: null };

function writtenBy(call: CallFacts): readonly string[] {
  return requestOfCall(call, NOWHERE).paths.flatMap(({ path, access }) => (access === 'write' ? [path] : []));
}

/** The text is what the diffs make of the file: as a whole, or each as a piece of it, once or everywhere. */
export function comesOf(diffs: readonly ShownDiff[], before: string | null, text: string): boolean {
  const wanted = normal(text);
  if (diffs.length === 1 && normal(diffs[0]?.newText ?? '') === wanted) {
    const old = normal(diffs[0]?.oldText ?? '');
    // A piece that is all that would be left is no whole file.
    if (old === normal(before ?? '') || before === null || old === '') return true;
  }
  let once = normal(before ?? '');
  let everywhere = once;
  for (const { oldText, newText } of diffs) {
    const old = normal(oldText ?? '');
    if (old === '') return false;
    once = once.replace(old, () => normal(newText));
    everywhere = everywhere.replaceAll(old, () => normal(newText));
  }
  return once === wanted || everywhere === wanted;
}

function normal(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/^\uFEFF/, '');
}
