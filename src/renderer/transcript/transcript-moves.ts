/** What commands can do to the transcript of a session: it registers how it moves while it is shown. */

export type TranscriptMoves = {
  /** To the prompt before the top of the view, or the one after it. */
  readonly toPrompt: (direction: 'previous' | 'next') => Promise<void>;
  readonly toLastPrompt: () => void;
  readonly toEnd: () => void;
  /** The turn of the first prompt in view, else of the one above it; null: there is none. */
  readonly turnInView: () => string | null;
};

const shown = new Map<string, TranscriptMoves>();

/** Returns the disposer. */
export function registerMoves(sessionId: string, moves: TranscriptMoves): () => void {
  shown.set(sessionId, moves);
  return () => {
    if (shown.get(sessionId) === moves) shown.delete(sessionId);
  };
}

export function movesOf(sessionId: string | null): TranscriptMoves | null {
  return shown.get(sessionId ?? '') ?? null;
}
