/**
 * Link reference and footnote definitions serve the whole message, blocks are parsed alone: each block that
 * uses a definition gets it appended.
 */
import type { Block } from './split.ts';

export type Definition = { readonly label: string; readonly text: string };

const start = /^ {0,3}\[([^\]\n]+)\]:/;

/** The definitions that begin blocks; a block may hold several, a line each. */
export function definitionsIn(blocks: readonly Block[]): readonly Definition[] {
  return blocks.flatMap((block) => (start.test(block.text) ? definitionsOf(block.text) : []));
}

function definitionsOf(text: string): Definition[] {
  const definitions: Definition[] = [];
  for (const line of text.split('\n')) {
    const label = start.exec(line)?.[1];
    if (label !== undefined) definitions.push({ label: normal(label), text: line });
    else if (line.trim() !== '' && /^\s/.test(line)) {
      const last = definitions.pop();
      if (last !== undefined) definitions.push({ label: last.label, text: `${last.text}\n${line}` });
    }
  }
  return definitions;
}

/** What to append to `text` when it is parsed alone; empty in nearly every case. */
export function definitionsFor(text: string, definitions: readonly Definition[]): string {
  if (definitions.length === 0 || !text.includes('[') || start.test(text)) return '';
  const lower = normal(text);
  return definitions
    .filter((definition) => lower.includes(`[${definition.label}]`))
    .map((definition) => definition.text)
    .join('\n');
}

/** Labels match without regard to case and to the width of blanks. */
function normal(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ').trim();
}
