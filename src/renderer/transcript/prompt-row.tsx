import { useTranslation } from 'react-i18next';
import type { ContentBlock } from '../../shared/session/content.ts';
import { ContentBlockView } from '../cards/content-block.tsx';
import { SafeText } from '../permissions/safe-text.tsx';
import { ShowMore } from '../cards/show-more.tsx';
import { ForkHereButton } from './fork-here-button.tsx';
import type { PromptRow } from './row.ts';
import { useToggle } from './view-context.tsx';

const mostUnits = 4000;

/** What the person said: a quiet card. */
export function PromptRowView({ row }: { readonly row: PromptRow }) {
  const { t, i18n } = useTranslation('transcript');
  const [all, setAll] = useToggle(row.key, false);
  const text = row.blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
  const others = row.blocks.filter(isOther);
  const long = text.length > mostUnits;
  return (
    <div className="relative overflow-hidden rounded-3 border border-line bg-raised text-14">
      <div className="px-3.5 py-2.5">
        <div className="mb-0.5 flex gap-2 text-11 text-fg-3">
          <b className="font-semibold text-fg-2">{t('you')}</b>
          {row.at > 0 && <time className="num">{clock(row.at, i18n.language)}</time>}
        </div>
        {text !== '' && (
          <div className="selectable break-words whitespace-pre-wrap">
            <SafeText text={long && !all ? `${text.slice(0, mostUnits)} …` : text} context="file" />
          </div>
        )}
        {others.length > 0 && (
          <div className="mt-1.5 flex flex-wrap gap-2">
            {others.map((block, index) => (
              <ContentBlockView key={index} block={block} />
            ))}
          </div>
        )}
      </div>
      {row.turnId !== null && <ForkHereButton turnId={row.turnId} />}
      {long && <ShowMore open={all} onChange={setAll} label={t('showAll')} />}
    </div>
  );
}

function isOther(block: ContentBlock): block is Exclude<ContentBlock, { type: 'text' }> {
  return block.type !== 'text';
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** The time of day; with the date when that is not today. Formats are kept: making one takes milliseconds. */
function clock(at: number, language: string): string {
  const date = new Date(at);
  const today = new Date().toDateString() === date.toDateString();
  const key = `${language}/${today}`;
  const format =
    formats.get(key) ??
    new Intl.DateTimeFormat(language, {
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      ...(today ? {} : { month: 'short', day: 'numeric' }),
    });
  formats.set(key, format);
  return format.format(date);
}
