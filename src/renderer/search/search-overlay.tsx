import { Dialog as Base } from '@base-ui/react/dialog';
import { Search as SearchIcon } from 'lucide-react';
import { useEffect, useId, useMemo, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useRegistry } from '../shell/commands/registry-context.tsx';
import { showKey } from '../shell/commands/key.ts';
import { useServices } from '../shell/services.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { noFilters, queryText } from './filters.ts';
import { choicesOf, type Choice } from './found.ts';
import { openSessionAt } from './open-session-at.ts';
import { SearchFilters } from './search-filters.tsx';
import { optionId, SearchResults } from './search-results.tsx';
import { IndexProgress, SearchProblems, SearchState } from './search-state.tsx';
import { useIndexStatus, useSearch } from './use-search.ts';

/** Lines that PageUp and PageDown go. */
const PAGE = 8;

/** As it was left, for the next time that it is opened in this window. */
let remembered = { text: '', filters: noFilters };

/** Search through all transcripts. The focus stays in the field; the arrows move through what was found. */
export function SearchOverlay({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('search');
  const services = useServices();
  const { platform } = useRegistry();
  const listId = useId();
  const [text, setText] = useState(remembered.text);
  const [filters, setFilters] = useState(remembered.filters);
  useEffect(() => {
    remembered = { text, filters };
  }, [text, filters]);
  const search = useSearch(queryText(text, filters));
  const status = useIndexStatus();
  const choices = useMemo(() => choicesOf(search.found), [search.found]);
  const [wanted, setWanted] = useState<string | null>(null);
  const at = Math.max(
    0,
    choices.findIndex(({ key }) => key === wanted),
  );
  const selected = choices[at] ?? null;
  const move = (by: number) => {
    const next = choices[Math.min(Math.max(0, at + by), choices.length - 1)];
    if (next !== undefined) setWanted(next.key);
  };
  const choose = (choice: Choice) => {
    switch (choice.type) {
      case 'hit':
        onClose();
        openSessionAt(services, choice.hit);
        return;
      case 'more':
        search.showSession(choice.sessionId);
        return;
      case 'next':
        search.showNext(choice.cursor);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE, PageUp: -PAGE }[event.key];
    if (by !== undefined) {
      event.preventDefault();
      move(by);
    } else if (event.key === 'Enter' && selected !== null) {
      event.preventDefault();
      choose(selected);
    }
  };
  const stand = SearchState({ search, status });
  return (
    <Base.Root open onOpenChange={(open: boolean) => (open ? undefined : onClose())}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-30 bg-scrim" />
        <Base.Popup
          aria-label={t('title')}
          className="fixed top-[min(72px,9vh)] left-1/2 z-30 flex max-h-[min(720px,82vh)] w-190 max-w-[calc(100vw-48px)] -translate-x-1/2 flex-col overflow-hidden rounded-3 border border-line-strong bg-raised shadow-float outline-none"
        >
          <div className="flex h-11 flex-none items-center gap-2.5 px-3.5">
            <SearchIcon size={15} className="flex-none text-fg-3" aria-hidden />
            <input
              type="text"
              role="combobox"
              aria-label={t('title')}
              aria-expanded={choices.length > 0}
              aria-controls={listId}
              aria-activedescendant={selected === null ? undefined : optionId(selected.key)}
              placeholder={t('placeholder')}
              value={text}
              spellCheck={false}
              autoComplete="off"
              maxLength={1000}
              onFocus={(event) => event.target.select()}
              onChange={(event) => {
                setText(event.target.value);
                setWanted(null);
              }}
              onKeyDown={onKeyDown}
              className="selectable h-full min-w-0 flex-1 bg-transparent text-14 outline-none placeholder:text-fg-3"
            />
          </div>
          <div className="flex-none border-b border-line px-3.5 pb-2">
            <SearchFilters filters={filters} onChange={setFilters} />
          </div>
          <IndexProgress status={status} />
          <SearchProblems problems={search.found.problems} />
          <div className="min-h-32 flex-1 overflow-y-auto" aria-busy={search.state === 'searching'}>
            {stand ?? (
              <SearchResults
                id={listId}
                found={search.found}
                selected={selected?.key ?? null}
                onChoose={choose}
              />
            )}
          </div>
          <div className="flex h-8 flex-none items-center gap-4 border-t border-line px-3.5 text-11 text-fg-3">
            <span className="flex items-center gap-1.5">
              <Kbd>↑</Kbd>
              <Kbd>↓</Kbd>
              {t('hint.move')}
            </span>
            <span className="flex items-center gap-1.5">
              <Kbd>↵</Kbd>
              {t('hint.open')}
            </span>
            <span className="flex items-center gap-1.5">
              <Kbd>{showKey('Escape', platform)}</Kbd>
              {t('hint.close')}
            </span>
            <span className="flex-1 text-right" role="status">
              {search.state === 'done' && choices.length > 0
                ? t('found', { count: choices.filter(({ type }) => type === 'hit').length })
                : ''}
            </span>
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
