import { CaseSensitive, ChevronDown, ChevronUp, X } from 'lucide-react';
import { useEffect, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useOpenSession } from '../sessions/session-context.tsx';
import { useServices } from '../shell/services.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { closeFind, find, search, step } from './find-store.ts';

/** ms after the last key. */
const pause = 150;

/** Above the transcript that is searched; nothing while another one or none is. */
export function FindBar() {
  const { id } = useOpenSession();
  const isHere = useStore(find, ({ sessionId }) => sessionId === id);
  return isHere ? <Bar /> : null;
}

function Bar() {
  const { t } = useTranslation('transcript');
  const { client } = useServices();
  const { hits, more, at, text: searched, caseSensitive } = useStore(find);
  const [text, setText] = useState(searched);

  useEffect(() => {
    if (text === find.getState().text) return undefined;
    const timer = setTimeout(() => void search(client, text, find.getState().caseSensitive), pause);
    return () => clearTimeout(timer);
  }, [client, text]);

  const onKeyDown = (event: KeyboardEvent) => {
    const back = event.shiftKey;
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') closeFind();
    else if (event.key === 'F3' || event.key === 'Enter') {
      if (event.target instanceof HTMLButtonElement && event.key === 'Enter') return;
      if (text === searched) step(back ? -1 : 1);
      else void search(client, text, caseSensitive);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const count = hits?.length ?? 0;
  const words =
    searched === '' || hits === null
      ? ''
      : count === 0
        ? t('find.none')
        : t(more ? 'find.countMore' : 'find.count', { at: at + 1, count });
  return (
    <div
      role="search"
      aria-label={t('find.label')}
      data-find
      className="absolute top-2 right-4 z-10 flex items-center gap-1 rounded-3 border border-line-strong bg-raised p-1 pl-2.5 shadow-float"
      onKeyDown={onKeyDown}
    >
      <input
        aria-label={t('find.label')}
        placeholder={t('find.label')}
        value={text}
        spellCheck={false}
        maxLength={1000}
        className="selectable w-48 bg-transparent text-13 text-fg outline-none placeholder:text-fg-3"
        onChange={(event) => setText(event.target.value)}
      />
      <output className="min-w-16 px-1 text-right text-12 whitespace-nowrap text-fg-3 tabular-nums">
        {words}
      </output>
      <IconButton
        size="sm"
        label={t('find.caseSensitive')}
        aria-pressed={caseSensitive}
        className={caseSensitive ? 'bg-accent-soft' : undefined}
        icon={<CaseSensitive size={14} aria-hidden />}
        onClick={() => void search(client, text, !caseSensitive)}
      />
      <IconButton
        size="sm"
        label={t('find.previous')}
        disabled={count === 0}
        icon={<ChevronUp size={14} aria-hidden />}
        onClick={() => step(-1)}
      />
      <IconButton
        size="sm"
        label={t('find.next')}
        disabled={count === 0}
        icon={<ChevronDown size={14} aria-hidden />}
        onClick={() => step(1)}
      />
      <IconButton size="sm" label={t('find.close')} icon={<X size={14} aria-hidden />} onClick={closeFind} />
    </div>
  );
}
