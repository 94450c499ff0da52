/** The keys that scroll, for the box of a prompt while the prompt or one of its answers has the focus. */

export type ScrollPlace = { readonly top: number; readonly height: number; readonly full: number };

const line = 38;

/** Where the box is scrolled to, in CSS pixels. Null: no such key, or the box is there already. */
export function scrolledBy(key: string, { top, height, full }: ScrollPlace): number | null {
  const to = target(key, { top, height, full });
  if (to === null) return null;
  const inside = Math.min(Math.max(0, to), Math.max(0, full - height));
  return Math.abs(inside - top) < 1 ? null : inside;
}

function target(key: string, { top, height, full }: ScrollPlace): number | null {
  // A page keeps two lines in view.
  const page = Math.max(line, height - line);
  switch (key) {
    case 'ArrowDown':
      return top + line;
    case 'ArrowUp':
      return top - line;
    case 'PageDown':
      return top + page;
    case 'PageUp':
      return top - page;
    case 'End':
      return full - height;
    case 'Home':
      return 0;
    default:
      return null;
  }
}
