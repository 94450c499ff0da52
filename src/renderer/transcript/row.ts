/** One line of the virtual list that a transcript is. Rows are immutable; an unchanged row stays the same object. */
import type { ContentBlock } from '../../shared/session/content.ts';
import type {
  CompactionEntry,
  MessageEntry,
  GapEntry,
  NoticeEntry,
  PlanEntry,
  QuestionEntry,
  SessionState,
  SubagentEntry,
  ThoughtEntry,
  ToolCallEntry,
  Turn,
  UnknownEntry,
} from '../../shared/session/state.ts';

/** `key` is unique in the session and stays with the row while it grows and settles. */
type RowBase = { readonly key: string };

export type PromptRow = RowBase & {
  readonly type: 'prompt';
  /** The turn that it began; null: it is part of a conversation that was told by the agent. */
  readonly turnId: string | null;
  readonly at: number;
  readonly blocks: readonly ContentBlock[];
};

/** A stretch of Markdown of a message of the agent: as many blocks as make a row worth its keep. */
export type TextRow = RowBase & {
  readonly type: 'text';
  readonly blocks: readonly TextBlock[];
  /** The message still grows here: the tail is repaired for display. */
  readonly live: boolean;
  /** Set on the last row of a message: the whole of it, for copying. */
  readonly message: MessageEntry | null;
};
export type TextBlock = {
  readonly text: string;
  /** Link and footnote definitions of the message that this block uses. */
  readonly definitions: string;
  readonly openFence: boolean;
};

/** A block of a message that is not text. */
export type ContentRow = RowBase & { readonly type: 'content'; readonly block: ContentBlock };
export type ThoughtRow = RowBase & {
  readonly type: 'thought';
  readonly entry: ThoughtEntry;
  readonly live: boolean;
};
export type ToolRow = RowBase & {
  readonly type: 'tool';
  readonly entry: ToolCallEntry;
  /** 1 inside the fold of a parent call. */
  readonly depth: 0 | 1;
};
/** Several calls behind one line. `run`: reads and searches; `nested`: what a subagent did for a call. */
export type FoldRow = RowBase & {
  readonly type: 'fold';
  readonly of: 'run' | 'nested';
  readonly entries: readonly ToolCallEntry[];
  readonly children: readonly ToolRow[];
};
export type EntryRow = RowBase & {
  readonly type: 'entry';
  readonly entry: PlanEntry | NoticeEntry | CompactionEntry | QuestionEntry | GapEntry | UnknownEntry;
};
/** A sub-agent. `child`: what it did; null while nothing came of it, or in a list that does not know. */
export type SubagentRow = RowBase & {
  readonly type: 'subagent';
  readonly entry: SubagentEntry;
  readonly child: SessionState | null;
};
/** A row of a sub-agent, in its fold. `depth` from 1: how many sub-agents it is in. */
export type NestedRow = RowBase & {
  readonly type: 'nested';
  readonly depth: number;
  readonly row: Exclude<Row, NestedRow>;
};
/** The last row of every turn that had a prompt, of one height while it runs and after: nothing jumps when it settles. */
export type EndRow = RowBase & { readonly type: 'end'; readonly turn: Turn };
export type WorkingRow = RowBase & { readonly type: 'working'; readonly since: number };

export type Row =
  | PromptRow
  | TextRow
  | ContentRow
  | ThoughtRow
  | ToolRow
  | FoldRow
  | EntryRow
  | SubagentRow
  | NestedRow
  | EndRow
  | WorkingRow;
