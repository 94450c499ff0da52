/**
 * Cuts Markdown into blocks that can be parsed one by one, so that a growing message only parses its last
 * block again. The blocks concatenated are the text, and no block but the last ever changes while text is
 * added: where the last line is still open to two readings, it stays with the block before it.
 *
 * A cut is made before an ATX heading, around a top-level fence, and after a blank line unless the next line
 * continues a list, a footnote or indented code. Cutting too little is harmless, cutting too much is not.
 */

export type Block = {
  readonly text: string;
  /** A top-level fence that no line has closed yet. */
  readonly openFence: boolean;
};

export type Blocks = {
  readonly text: string;
  readonly blocks: readonly Block[];
  /** Those that complete lines have cut off; `blocks` adds what follows them. */
  readonly closed: readonly Block[];
  /** Where reading goes on: the state after the last complete line. */
  readonly scan: Scan;
};

type Scan = {
  readonly position: number;
  readonly blockStart: number;
  readonly afterBlank: boolean;
  readonly fence: Fence | null;
  /** The block is a top-level fence that was closed: whatever follows is another block. */
  readonly fenceClosed: boolean;
  readonly container: Container;
};

type Fence = { readonly mark: string; readonly length: number; readonly indent: number };
type Container =
  | { readonly type: 'none' }
  | { readonly type: 'list'; readonly marker: string; readonly contentIndent: number }
  | { readonly type: 'footnote' }
  | { readonly type: 'indented' };

/** A list or paragraph longer than this (UTF-16 units) is cut at its next item or line: a block stays cheap. */
const longBlock = 16 * 1024;

const none: Container = { type: 'none' };
const initial: Scan = {
  position: 0,
  blockStart: 0,
  afterBlank: false,
  fence: null,
  fenceClosed: false,
  container: none,
};
const nothing: Blocks = { text: '', blocks: [], closed: [], scan: initial };

/** Splits `text`, going on from `previous` when the text only grew. */
export function splitBlocks(text: string, previous: Blocks = nothing): Blocks {
  if (text === previous.text) return previous;
  const from = text.startsWith(previous.text) ? previous : nothing;
  let scan = from.scan;
  let closed = from.closed;
  for (;;) {
    const newline = text.indexOf('\n', scan.position);
    if (newline === -1) break;
    const next = readLine(scan, text.slice(scan.position, newline), newline + 1, 'complete');
    if (next.blockStart !== scan.blockStart) {
      if (closed === from.closed) closed = [...closed];
      (closed as Block[]).push({ text: text.slice(scan.blockStart, next.blockStart), openFence: false });
    }
    scan = next;
  }
  const tail =
    scan.position < text.length ? readLine(scan, text.slice(scan.position), text.length, 'partial') : scan;
  const blocks = [...closed];
  if (tail.blockStart !== scan.blockStart) {
    blocks.push({ text: text.slice(scan.blockStart, tail.blockStart), openFence: false });
  }
  const last = text.slice(tail.blockStart);
  if (last !== '') blocks.push({ text: last, openFence: tail.fence !== null && tail.container === none });
  return { text, blocks, closed, scan };
}

/** The state after `line`; a changed `blockStart` means that a new block began with this line. */
function readLine(scan: Scan, line: string, end: number, kind: 'complete' | 'partial'): Scan {
  const here = scan.position;
  const content = line.trim();
  if (content === '') return { ...scan, position: end, afterBlank: true };
  const indent = indentOf(line);

  if (scan.fence !== null) {
    const listEnded = scan.container.type === 'list' && indent < scan.container.contentIndent;
    if (!listEnded) {
      const closes = kind === 'complete' && closesFence(scan.fence, content, indent);
      return {
        ...scan,
        position: end,
        afterBlank: false,
        fence: closes ? null : scan.fence,
        fenceClosed: closes && scan.container === none,
      };
    }
  }
  const begin = beginsBlock(scan, content, indent, end - scan.blockStart, kind);
  const base: Scan = begin ? { ...initial, blockStart: here } : { ...scan, fence: null };
  const container = containerAfter(base, content, indent, begin || here === 0);
  const fence = kind === 'complete' ? opensFence(content, indent, container) : null;
  return { ...base, position: end, afterBlank: false, container, fence };
}

function beginsBlock(
  scan: Scan,
  content: string,
  indent: number,
  length: number,
  kind: 'complete' | 'partial',
) {
  if (scan.position === scan.blockStart) return false;
  if (scan.fenceClosed) return true;
  const { container } = scan;
  const inside = container.type === 'list' && indent >= container.contentIndent;
  if (indent <= 3 && !inside) {
    if (/^#{1,6}[ \t]/.test(content) || (kind === 'complete' && /^#{1,6}$/.test(content))) return true;
    if (kind === 'complete' && fenceOf(content) !== null) return true;
  }
  if (container.type === 'list' && !inside && indent <= 3) {
    const marker = markerOf(content);
    if (marker !== null && marker.type === container.marker) return length > longBlock;
    if (kind === 'partial' && /^(?:[-*+]|\d{1,9}[.)]?)$/.test(content)) return false;
  }
  if (!scan.afterBlank) return container.type === 'none' && length > longBlock && !content.includes('|');
  switch (container.type) {
    case 'list':
      return !inside;
    case 'footnote':
    case 'indented':
      return indent < 4;
    case 'none':
      return true;
  }
}

function containerAfter(scan: Scan, content: string, indent: number, first: boolean): Container {
  const { container } = scan;
  if (first && indent >= 4) return { type: 'indented' };
  if (first && /^\[\^[^\]]+\]:/.test(content)) return { type: 'footnote' };
  if (container.type === 'list' && indent >= container.contentIndent) return container;
  if (indent > 3 || container.type === 'footnote' || container.type === 'indented') return container;
  const marker = markerOf(content);
  return marker === null
    ? container
    : { type: 'list', marker: marker.type, contentIndent: indent + marker.width };
}

/** `type` tells lists apart: the bullet itself, or the delimiter after the number. */
function markerOf(content: string): { type: string; width: number } | null {
  const match = /^([-*+]|\d{1,9}([.)]))([ \t]+|$)/.exec(content);
  if (match === null) return null;
  if (/^(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,})$/.test(content)) return null;
  const marker = match[1] ?? '';
  const spaces = match[3] ?? '';
  const width = spaces.length === 0 || spaces.length > 4 ? marker.length + 1 : marker.length + spaces.length;
  return { type: match[2] ?? marker, width };
}

function opensFence(content: string, indent: number, container: Container): Fence | null {
  if (container.type === 'indented') return null;
  let rest = content;
  let column = indent;
  for (let marker = markerOf(rest); marker !== null && container.type === 'list'; marker = markerOf(rest)) {
    column += marker.width;
    rest = rest.slice(marker.width).trimStart();
  }
  if (container.type === 'none' && indent > 3) return null;
  const fence = fenceOf(rest);
  return fence === null ? null : { ...fence, indent: column };
}

function fenceOf(content: string): { mark: string; length: number } | null {
  const match = /^(`{3,}|~{3,})(.*)$/.exec(content);
  if (match === null) return null;
  const marks = match[1] ?? '';
  if (marks.startsWith('`') && (match[2] ?? '').includes('`')) return null;
  return { mark: marks.charAt(0), length: marks.length };
}

function closesFence(fence: Fence, content: string, indent: number): boolean {
  const marks = /^(`+|~+)$/.exec(content)?.[1];
  return (
    marks !== undefined &&
    marks.startsWith(fence.mark) &&
    marks.length >= fence.length &&
    indent <= fence.indent + 3
  );
}

function indentOf(line: string): number {
  let column = 0;
  for (const character of line) {
    if (character === ' ') column += 1;
    else if (character === '\t') column += 4 - (column % 4);
    else break;
  }
  return column;
}
