import { createContext, use, useCallback } from 'react';
import { useStore } from 'zustand';
import { setToggle, type TranscriptViewStore } from './view-store.ts';

export const TranscriptViewContext = createContext<TranscriptViewStore | null>(null);

export function useTranscriptView(): TranscriptViewStore {
  const view = use(TranscriptViewContext);
  if (view === null) throw new Error('no transcript around this component');
  return view;
}

/** Whether the place `key` is open, and how to change that. `byDefault` holds until the person chose. */
export function useToggle(
  key: string,
  byDefault: boolean,
): readonly [open: boolean, set: (open: boolean) => void] {
  const view = useTranscriptView();
  const open = useStore(view, ({ toggles }) => toggles.get(key) ?? byDefault);
  const set = useCallback((next: boolean) => setToggle(view, key, next), [view, key]);
  return [open, set];
}

export function useFoldOpen(key: string): boolean {
  return useStore(useTranscriptView(), ({ openFolds }) => openFolds.has(key));
}
