import { useEffect, useState } from 'react';
import { highlighted, requestHighlight } from './highlighter.ts';
import type { Language } from './languages.ts';
import type { ToneLine } from './tone.ts';

/** The colours of `code`, null until they are known and for code that stays plain. `null` as language: plain. */
export function useHighlight(code: string, language: Language | null): readonly ToneLine[] | null {
  const known = language === null ? null : highlighted(code, language);
  const [, setSettled] = useState(0);
  const asked = known === undefined ? language : null;
  useEffect(() => {
    if (asked === null) return undefined;
    return requestHighlight(code, asked, () => setSettled((count) => count + 1));
  }, [asked, code]);
  return known ?? null;
}
