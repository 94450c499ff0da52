/**
 * Marks what is searched for in the rows that are mounted, without touching them: rows come and go while the
 * person scrolls, and what comes is marked too.
 */
import { useEffect, type RefObject } from 'react';
import { matchesIn, type FindQuery } from '../../shared/session/find.ts';
import { find } from './find-store.ts';

const all = 'find';
const current = 'find-current';
/** More than anybody sees at once. */
const mostMarks = 1000;

export function useFindMarks(scroller: RefObject<HTMLElement | null>, sessionId: string): void {
  useEffect(() => {
    const element = scroller.current;
    if (element === null || CSS.highlights === undefined) return undefined;
    let frame = 0;
    /** The hit that was brought into view last. */
    let shown: unknown = null;
    const mark = () => {
      frame = 0;
      const state = find.getState();
      const hit = state.hits?.[state.at];
      const { inAll, inCurrent } = rangesIn(element, state, hit?.entryId ?? hit?.turnId ?? null, hit?.n ?? 0);
      CSS.highlights.set(all, new Highlight(...inAll));
      CSS.highlights.set(current, new Highlight(...inCurrent));
      const [range] = inCurrent;
      if (range === undefined || shown === hit) return;
      shown = hit;
      bringIntoView(element, range);
    };
    const plan = () => {
      if (frame === 0) frame = requestAnimationFrame(mark);
    };
    const rows = new MutationObserver(plan);
    const follow = () => {
      rows.disconnect();
      const { sessionId: searched, text } = find.getState();
      if (searched === sessionId && text !== '') {
        rows.observe(element, { childList: true, subtree: true, characterData: true });
        plan();
      } else if (searched === null || searched === sessionId) clear();
    };
    follow();
    const stop = find.subscribe(follow);
    return () => {
      stop();
      rows.disconnect();
      cancelAnimationFrame(frame);
      if (find.getState().sessionId === sessionId) clear();
    };
  }, [scroller, sessionId]);
}

function clear(): void {
  CSS.highlights.delete(all);
  CSS.highlights.delete(current);
}

/** `id`: of the entry or turn whose `n`th match is the current one. */
function rangesIn(scroller: HTMLElement, query: FindQuery, id: string | null, n: number) {
  const inAll: Range[] = [];
  const inEntry: Range[] = [];
  for (const row of scroller.querySelectorAll<HTMLElement>('[data-row]')) {
    const key = row.dataset['row'] ?? '';
    const isCurrent = id !== null && (key === id || key.startsWith(`${id}/`));
    for (const range of rangesOf(row, query)) {
      if (inAll.length < mostMarks) inAll.push(range);
      if (isCurrent) inEntry.push(range);
    }
  }
  // What is shown of an entry may have fewer of them than what was searched: parts may be folded.
  const range = inEntry[Math.min(n, inEntry.length - 1)];
  return { inAll, inCurrent: range === undefined ? [] : [range] };
}

/** A match may go over several nodes: part of it may be bold. */
function rangesOf(row: HTMLElement, query: FindQuery): readonly Range[] {
  const nodes: { readonly node: Text; readonly from: number }[] = [];
  let text = '';
  const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    nodes.push({ node: node as Text, from: text.length });
    text += (node as Text).data;
  }
  const ranges: Range[] = [];
  for (const at of matchesIn(text, query)) {
    const from = placeIn(nodes, at);
    const to = placeIn(nodes, at + query.text.length - 1);
    if (from === null || to === null) continue;
    const range = document.createRange();
    range.setStart(from.node, from.offset);
    range.setEnd(to.node, to.offset + 1);
    ranges.push(range);
  }
  return ranges;
}

function placeIn(nodes: readonly { readonly node: Text; readonly from: number }[], at: number) {
  for (let index = nodes.length - 1; index >= 0; index -= 1) {
    const one = nodes[index];
    if (one !== undefined && one.from <= at) {
      const offset = at - one.from;
      return offset < one.node.length ? { node: one.node, offset } : null;
    }
  }
  return null;
}

function bringIntoView(scroller: HTMLElement, range: Range): void {
  const view = scroller.getBoundingClientRect();
  const mark = range.getBoundingClientRect();
  if (mark.height === 0 || (mark.top >= view.top && mark.bottom <= view.bottom)) return;
  scroller.scrollTop += mark.top - view.top - view.height / 2;
}
