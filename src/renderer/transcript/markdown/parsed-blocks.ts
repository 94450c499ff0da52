/** What blocks of Markdown were parsed to, for the next time that they come into view. */
import type { ReactElement } from 'react';

type ParsedBlocks = {
  /** `parse` is called when the text is not known; the one used longest ago makes room. */
  get(text: string, parse: () => ReactElement): ReactElement;
};

/** `blocks`: how many. `longest`: of a text that is kept, UTF-16 units. */
export function createParsedBlocks(most: {
  readonly blocks: number;
  readonly longest: number;
}): ParsedBlocks {
  const kept = new Map<string, ReactElement>();
  return {
    get(text, parse) {
      const element = kept.get(text) ?? parse();
      if (text.length > most.longest) return element;
      kept.delete(text);
      kept.set(text, element);
      for (const oldest of kept.keys()) {
        if (kept.size <= most.blocks) break;
        kept.delete(oldest);
      }
      return element;
    },
  };
}

export const parsedBlocks = createParsedBlocks({ blocks: 500, longest: 8000 });
