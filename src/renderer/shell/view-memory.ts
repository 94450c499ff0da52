/** Remembers the window's arrangement over reloads and starts. Losing it loses nothing that matters. */
import { z } from 'zod';
import type { View, ViewStore } from './view-store.ts';

const key = 'switchyard.view';

/** A set as JSON has it. */
const mostKeys = 2000;
const keys = z
  .union([z.set(z.string()), z.array(z.string()).max(10_000)])
  .transform((each) => [...each].slice(-mostKeys));

const remembered = z.object({
  selectedId: z.string().nullable(),
  layout: z.enum(['single', 'grid']),
  gridIds: z.array(z.string()).max(4),
  sidebar: z.enum(['open', 'closed']),
  folded: z.array(z.string()).max(1000),
  workspaceId: z.string().nullable(),
  // What was seen stays seen. The newest are kept.
  acknowledged: keys.optional(),
  leftTurns: keys.optional(),
});

export function recallView(storage: Storage): Partial<View> {
  try {
    const { acknowledged, leftTurns, ...view } = remembered.parse(JSON.parse(storage.getItem(key) ?? ''));
    return { ...view, acknowledged: new Set(acknowledged), leftTurns: new Set(leftTurns) };
  } catch {
    return {};
  }
}

/** Returns the disposer. */
export function rememberView(view: ViewStore, storage: Storage): () => void {
  let last = '';
  return view.subscribe((state) => {
    const text = JSON.stringify(remembered.parse(state));
    if (text === last) return;
    last = text;
    try {
      storage.setItem(key, text);
    } catch {
      // A full or forbidden storage: the arrangement is simply not remembered.
    }
  });
}
