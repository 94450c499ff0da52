/** The rows of one message. Keeps what it made, so that a growing message costs its last block alone. */
import type { MessageEntry } from '../../shared/session/state.ts';
import { definitionsFor, definitionsIn } from './markdown/definitions.ts';
import { splitBlocks, type Blocks } from './markdown/split.ts';
import type { BlockRow, ContentRow, PromptRow } from './row.ts';

type MessageRow = BlockRow | ContentRow | PromptRow;

export type MessageMemory = {
  readonly texts: readonly (Blocks | null)[];
  readonly rows: readonly MessageRow[];
};

export const emptyMessageMemory: MessageMemory = { texts: [], rows: [] };

/** `live`: the message is the last thing of a running turn. */
export function messageRows(entry: MessageEntry, live: boolean, before: MessageMemory): MessageMemory {
  if (entry.role === 'user') {
    return {
      texts: [],
      rows: [{ type: 'prompt', key: entry.id, at: entry.at, blocks: entry.blocks }],
    };
  }
  const texts = entry.blocks.map((block, index) =>
    block.type === 'text' ? splitBlocks(block.text, before.texts[index] ?? undefined) : null,
  );
  const definitions = texts.flatMap((text) => (text === null ? [] : definitionsIn(text.blocks)));
  const rows: MessageRow[] = [];
  entry.blocks.forEach((content, index) => {
    const blocks = texts[index]?.blocks;
    if (blocks === undefined) {
      rows.push({ type: 'content', key: `${entry.id}/${index}`, block: content });
      return;
    }
    const lastContent = index === entry.blocks.length - 1;
    blocks.forEach((block, at) => {
      if (block.text.trim() === '') return;
      const last = lastContent && at === blocks.length - 1;
      rows.push({
        type: 'block',
        key: `${entry.id}/${index}/${at}`,
        text: block.text,
        definitions: definitionsFor(block.text, definitions),
        openFence: block.openFence,
        live: last && live,
        message: last ? entry : null,
      });
    });
  });
  return { texts, rows: rows.map((row, index) => sameAs(before.rows[index], row)) };
}

function sameAs(before: MessageRow | undefined, now: MessageRow): MessageRow {
  if (before === undefined || before.type !== now.type || before.key !== now.key) return now;
  if (before.type === 'content' && now.type === 'content') return before.block === now.block ? before : now;
  if (before.type !== 'block' || now.type !== 'block') return now;
  const same =
    before.text === now.text &&
    before.definitions === now.definitions &&
    before.openFence === now.openFence &&
    before.live === now.live &&
    before.message === now.message;
  return same ? before : now;
}
