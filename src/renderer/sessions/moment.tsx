import { useT } from '../i18n/use-t.ts';
import { useNow } from '../ui/clock.ts';
import { momentWords } from './time-words.ts';

/** When something was. */
export function Moment({ at }: { readonly at: number }) {
  const { language } = useT();
  const now = useNow(30_000);
  return <span className="num">{momentWords(language, at, now)}</span>;
}
