/** Message chunks: the agent's go to the transcript, the person's are a prompt, an echo of it, or neither. */
import type { ContentBlock } from './content.ts';
import {
  type Draft,
  type EventOf,
  firstOf,
  lastSettled,
  openActive,
  ownActive,
  pushTurn,
  replaceTurn,
} from './draft.ts';
import { addToTranscript, appendBlock } from './reduce-entries.ts';
import { endTurn } from './reduce-turn.ts';
import type { Turn } from './state.ts';

type Chunk = EventOf<'message-chunk'>;

export function addChunk(draft: Draft, event: Chunk): void {
  if (event.content.type === 'text' && event.content.text === '') return;
  if (event.role === 'user') addUserChunk(draft, event);
  else addToTranscript(draft, event);
}

/**
 * What the person said, as the agent tells it. In history it opens a turn. In a running turn it is mostly
 * the echo of the prompt that we sent (opencode does so), which the turn has already.
 */
function addUserChunk(draft: Draft, event: Chunk): void {
  const active = draft.next.active;
  if (active !== null && !draft.next.replaying) {
    if (!isEcho(active, event.content)) addToTranscript(draft, event);
    return;
  }
  const promptMessageId = event.messageId === null ? {} : { promptMessageId: event.messageId };
  const first = firstOf(event);
  if (draft.next.replaying) {
    const owned = ownActive(draft);
    if (owned !== null && sameOpenPrompt(owned, event)) {
      owned.prompt = appendBlock(owned.prompt ?? [], event.content);
      return;
    }
    endTurn(draft, null, event);
    openActive(draft, {
      id: `replay-${first.seq}`,
      startedAt: first.at,
      prompt: [event.content],
      ...promptMessageId,
    });
    return;
  }
  const last = lastSettled(draft);
  if (last !== null && last.turn.outcome === null && sameOpenPrompt(last.turn, event)) {
    replaceTurn(draft, last.index, {
      ...last.turn,
      prompt: appendBlock(last.turn.prompt ?? [], event.content),
    });
    return;
  }
  pushTurn(draft, {
    id: `background-${first.seq}`,
    startedAt: first.at,
    endedAt: event.at,
    prompt: [event.content],
    ...promptMessageId,
    entries: [],
    outcome: null,
  });
}

/** Nothing has answered the prompt yet, and the chunk does not say that it is of another message. */
function sameOpenPrompt(turn: Pick<Turn, 'prompt' | 'promptMessageId' | 'entries'>, chunk: Chunk): boolean {
  return (
    turn.prompt !== null &&
    turn.entries.length === 0 &&
    (chunk.messageId === null || chunk.messageId === turn.promptMessageId)
  );
}

/**
 * Before the agent has said anything of its own, every piece of the prompt is an echo, and so is a link or
 * picture spelt out as text; later only the whole prompt is.
 */
function isEcho(turn: Turn, content: ContentBlock): boolean {
  if (turn.prompt === null) return false;
  const started = turn.entries.length > 0;
  if (content.type !== 'text') return !started && turn.prompt.some((block) => block.type === content.type);
  const prompt = turn.prompt.map((block) => (block.type === 'text' ? block.text : '')).join('');
  const piece = content.text.trim();
  if (piece === prompt.trim()) return true;
  if (started) return false;
  return (
    prompt.includes(piece) ||
    turn.prompt.some((block) => {
      if (block.type === 'resource-link' || block.type === 'resource') return piece.includes(block.uri);
      return block.type === 'image' && piece.includes('data:image/');
    })
  );
}
