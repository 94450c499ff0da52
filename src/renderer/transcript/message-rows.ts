/**
 * The rows of one message. Keeps what it made, so that a growing message costs its last block alone. A row
 * holds several blocks: rows of their own would be mounted and measured many times a second while text
 * streams, and one row for all would put a message of any length on the page at once.
 */
import type { MessageEntry } from '../../shared/session/state.ts';
import { definitionsFor, definitionsIn, type Definition } from './markdown/definitions.ts';
import { splitBlocks, type Block, type Blocks } from './markdown/split.ts';
import type { ContentRow, PromptRow, TextBlock, TextRow } from './row.ts';

type MessageRow = TextRow | ContentRow | PromptRow;

export type MessageMemory = {
  readonly texts: readonly (Blocks | null)[];
  readonly rows: readonly MessageRow[];
};

export const emptyMessageMemory: MessageMemory = { texts: [], rows: [] };

/** A row is full from this many UTF-16 units on. */
const fullRow = 2000;

/** `live`: the message is the last thing of a running turn. */
export function messageRows(entry: MessageEntry, live: boolean, before: MessageMemory): MessageMemory {
  if (entry.role === 'user') {
    return {
      texts: [],
      rows: [{ type: 'prompt', key: entry.id, turnId: null, at: entry.at, blocks: entry.blocks }],
    };
  }
  const texts = entry.blocks.map((block, index) =>
    block.type === 'text' ? splitBlocks(block.text, before.texts[index] ?? undefined) : null,
  );
  const definitions = texts.flatMap((text) => (text === null ? [] : definitionsIn(text.blocks)));
  const rows = entry.blocks.flatMap((content, index): readonly MessageRow[] => {
    const blocks = texts[index]?.blocks;
    const key = `${entry.id}/${index}`;
    return blocks === undefined
      ? [{ type: 'content', key, block: content }]
      : textRows(key, blocks, definitions);
  });
  const last = rows.at(-1);
  if (last?.type === 'text') rows[rows.length - 1] = { ...last, live, message: entry };
  return { texts, rows: rows.map((row, index) => sameAs(before.rows[index], row)) };
}

function textRows(
  key: string,
  blocks: readonly Block[],
  definitions: readonly Definition[],
): readonly TextRow[] {
  const rows: { readonly key: string; readonly blocks: TextBlock[]; units: number }[] = [];
  blocks.forEach((block, index) => {
    if (block.text.trim() === '') return;
    let row = rows.at(-1);
    if (row === undefined || row.units >= fullRow) {
      row = { key: `${key}/${index}`, blocks: [], units: 0 };
      rows.push(row);
    }
    const used = definitionsFor(block.text, definitions);
    // A block without definitions is the splitter's own object: unchanged blocks stay the same objects.
    row.blocks.push(used === '' ? plain(block) : { ...block, definitions: used });
    row.units += block.text.length;
  });
  return rows.map((row) => ({ type: 'text', key: row.key, blocks: row.blocks, live: false, message: null }));
}

const plainBlocks = new WeakMap<Block, TextBlock>();

function plain(block: Block): TextBlock {
  const known = plainBlocks.get(block);
  if (known !== undefined) return known;
  const made: TextBlock = { ...block, definitions: '' };
  plainBlocks.set(block, made);
  return made;
}

function sameAs(before: MessageRow | undefined, now: MessageRow): MessageRow {
  if (before === undefined || before.type !== now.type || before.key !== now.key) return now;
  if (before.type === 'content' && now.type === 'content') return before.block === now.block ? before : now;
  if (before.type !== 'text' || now.type !== 'text') return now;
  const same =
    before.live === now.live &&
    before.message === now.message &&
    before.blocks.length === now.blocks.length &&
    before.blocks.every((block, index) => sameBlock(block, now.blocks[index]));
  return same ? before : now;
}

function sameBlock(one: TextBlock, other: TextBlock | undefined): boolean {
  return (
    one === other ||
    (one.text === other?.text && one.definitions === other.definitions && one.openFence === other.openFence)
  );
}
