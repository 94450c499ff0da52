/** What of a transcript can be found: one text per entry. Pure, so that live and read transcripts agree. */
import { createHash } from 'node:crypto';
import type { ContentBlock } from '../../../shared/session/content.ts';
import type { SearchRole } from '../../../shared/session/search.ts';
import type { Entry, SessionState, ToolCallEntry, Turn } from '../../../shared/session/state.ts';
import { subjectOf } from '../../../shared/session/subject.ts';

/** Of one entry, in UTF-16 units: what a longer one says after that is not found. */
export const MOST_CHARS = 128 * 1024;
/** Of one value of a tool call's input. */
const MOST_INPUT_CHARS = 4096;
const MOST_PATHS = 100;

/** Values of a tool call's input that say what it does; contents of files are not among them. */
const INPUT_KEYS =
  /^(?:command|cmd|commands|args|description|file_?path|path|file_?name|notebook_path|abs_path|old_path|new_path|query|pattern|regex|glob|url|uri|prompt)$/i;

export type Doc = {
  /** Null for the prompt of the turn and for the title of the session. */
  readonly entryId: string | null;
  readonly role: SearchRole;
  /** ms since the epoch. */
  readonly at: number;
  readonly text: string;
};

export type TurnDocs = {
  readonly turnId: string;
  /** The turn that it is shown in: that of the sub-agent's row. Null when there is none. */
  readonly shownIn: string | null;
  readonly docs: readonly Doc[];
};

/** The pseudo turn that holds the title. */
export const TITLE_TURN = '';

export function docsOfTurn(turn: Turn, shownIn: string | null = turn.id): TurnDocs {
  const docs: Doc[] = [];
  if (turn.prompt !== null) {
    add(docs, { entryId: null, role: 'user', at: turn.startedAt, text: textOf(turn.prompt) });
  }
  for (const entry of turn.entries) {
    const { role, text } = wordsOf(entry);
    add(docs, { entryId: entry.id, role, at: entry.at, text });
  }
  return { turnId: turn.id, shownIn, docs };
}

/** `at`: when it was given is not known; where the session began is near enough. */
export function docsOfTitle(title: string | null, at: number): TurnDocs {
  const docs: Doc[] = [];
  if (title !== null) add(docs, { entryId: null, role: 'title', at, text: title });
  return { turnId: TITLE_TURN, shownIn: null, docs };
}

export type SubagentTurn = { readonly shownIn: string | null; readonly turn: Turn };

/** Its sub-agents' turns, each with the turn that the sub-agent's row stands in. */
export function subagentTurnsOf(state: SessionState): readonly SubagentTurn[] {
  const shownIn = new Map<string, string>();
  for (const turn of turnsOf(state)) {
    for (const entry of turn.entries) if (entry.type === 'subagent') shownIn.set(entry.subagentId, turn.id);
  }
  return Object.entries(state.subagents).flatMap(([subagentId, child]) =>
    turnsOf(child).map((turn) => ({ shownIn: shownIn.get(subagentId) ?? null, turn })),
  );
}

/** All that can be found of a session, as its journal tells it. */
export function docsOfState(state: SessionState, createdAt: number): readonly TurnDocs[] {
  return [
    docsOfTitle(givenTitleOf(state), createdAt),
    ...turnsOf(state).map((turn) => docsOfTurn(turn)),
    ...subagentTurnsOf(state).map(({ turn, shownIn }) => docsOfTurn(turn, shownIn)),
  ];
}

/** The name that the person or the agent gave it; the first words of a prompt are found as that. */
export function givenTitleOf({ alias, agentTitle }: SessionState): string | null {
  return alias ?? agentTitle;
}

export function turnsOf(state: SessionState): readonly Turn[] {
  return state.active === null ? state.turns : [...state.turns, state.active];
}

/** Changes whenever anything of it does. */
export function hashOf({ turnId, shownIn, docs }: TurnDocs): string {
  return createHash('sha1')
    .update(JSON.stringify([turnId, shownIn, docs]))
    .digest('base64');
}

function add(docs: Doc[], doc: Doc): void {
  const text = doc.text.length > MOST_CHARS ? doc.text.slice(0, MOST_CHARS) : doc.text;
  if (/[\p{L}\p{N}]/u.test(text)) docs.push({ ...doc, text });
}

function wordsOf(entry: Entry): { readonly role: SearchRole; readonly text: string } {
  switch (entry.type) {
    case 'message':
      return { role: entry.role, text: textOf(entry.blocks) };
    case 'thought':
      return { role: 'thought', text: entry.text };
    case 'tool-call':
      return { role: 'tool', text: wordsOfCall(entry) };
    case 'plan':
      return {
        role: 'agent',
        text: lines([entry.document?.text ?? '', ...entry.steps.map(({ content }) => content)]),
      };
    case 'notice':
      return { role: 'notice', text: lines([entry.title, entry.description ?? '']) };
    case 'compaction':
      return { role: 'notice', text: entry.summary };
    case 'subagent':
      return { role: 'tool', text: lines([entry.title, entry.description ?? '']) };
    case 'question':
      return { role: 'agent', text: entry.question.message };
    case 'gap':
    case 'unknown':
      return { role: 'notice', text: '' };
  }
}

function wordsOfCall(call: ToolCallEntry): string {
  const paths = [
    ...call.locations.map(({ path }) => path),
    ...call.content.flatMap((part) => (part.type === 'diff' ? [part.path] : [])),
  ];
  return lines([
    call.title,
    call.name ?? '',
    subjectOf(call, null),
    ...inputWords(call.rawInput),
    ...paths.slice(0, MOST_PATHS),
  ]);
}

function inputWords(input: unknown): readonly string[] {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return [];
  return Object.entries(input).flatMap(([key, value]: [string, unknown]) => {
    if (!INPUT_KEYS.test(key)) return [];
    const words = Array.isArray(value) ? value.filter((word) => typeof word === 'string').join(' ') : value;
    return typeof words === 'string' ? [words.slice(0, MOST_INPUT_CHARS)] : [];
  });
}

function textOf(blocks: readonly ContentBlock[]): string {
  return lines(
    blocks.map((block) => {
      switch (block.type) {
        case 'text':
          return block.text;
        case 'resource-link':
          return `${block.name} ${block.uri}`;
        case 'resource':
          return block.uri;
        default:
          return '';
      }
    }),
  );
}

/** Each once, and none that another one says. */
function lines(texts: readonly string[]): string {
  const kept: string[] = [];
  for (const text of texts) {
    if (text.trim() !== '' && !kept.some((line) => line.includes(text))) kept.push(text);
  }
  return kept.join('\n');
}
