/** Text that something outside the composer offers as the next prompt. The composer takes it and clears it. */
import { createStore } from 'zustand';

export type Suggestion = { readonly sessionId: string; readonly text: string };

export const suggestions = createStore<{ readonly suggestion: Suggestion | null }>(() => ({
  suggestion: null,
}));

/** Puts `text` into the composer of that session, after what stands there; nothing is sent. */
export function suggestPrompt(sessionId: string, text: string): void {
  suggestions.setState({ suggestion: { sessionId, text } });
}

/** What was offered to this session, once. */
export function takeSuggestion(sessionId: string): string | null {
  const { suggestion } = suggestions.getState();
  if (suggestion?.sessionId !== sessionId) return null;
  suggestions.setState({ suggestion: null });
  return suggestion.text;
}
