/**
 * The database keeps words in as many parts as it wrote them, and a search looks into each. They become one in
 * steps that are short enough for a search to wait for.
 */
import type { Database } from './index-file.ts';

/** Pages written in one step: a few ms. */
const STEP_PAGES = 64;
/** So few are not worth it. */
const FEW_PARTS = 4;

/** Each turn of it is one step; it ends when all is one. May be left at any time. */
export function* mergeWords(db: Database): Generator<void> {
  const parts = Number(db.prepare('SELECT count(DISTINCT segid) AS n FROM words_idx').get()?.['n']);
  if (parts <= FEW_PARTS) return;
  const step = db.prepare("INSERT INTO words (words, rank) VALUES ('merge', CAST(? AS INTEGER))");
  const changes = db.prepare('SELECT total_changes() AS n');
  const count = () => Number(changes.get()?.['n']);
  // A negative number begins to merge all there are, a positive one goes on with it.
  for (let pages = -STEP_PAGES; ; pages = STEP_PAGES) {
    const before = count();
    step.run(pages);
    // The statement itself counts as one.
    if (count() - before < 2) return;
    yield;
  }
}
