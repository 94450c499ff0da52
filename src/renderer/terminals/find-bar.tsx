import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../ui/icon-button.tsx';

export function FindBar({
  onFind,
  onClose,
}: {
  /** Says whether there is such a text. */
  readonly onFind: (words: string, towards: 'up' | 'down') => boolean;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('terminals');
  const field = useRef<HTMLInputElement>(null);
  const [words, setWords] = useState('');
  const [found, setFound] = useState(true);
  useEffect(() => field.current?.focus(), []);
  const find = (text: string, towards: 'up' | 'down') => setFound(text === '' || onFind(text, towards));
  return (
    <search className="flex flex-none items-center gap-1 border-b border-line bg-side px-2 py-1">
      <input
        ref={field}
        type="text"
        aria-label={t('find')}
        placeholder={t('find')}
        aria-invalid={!found}
        spellCheck={false}
        value={words}
        className="selectable h-6 w-60 rounded-2 border border-line-strong bg-inset px-2"
        onChange={(event) => {
          setWords(event.currentTarget.value);
          find(event.currentTarget.value, 'up');
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter') find(words, event.shiftKey ? 'down' : 'up');
          if (event.key !== 'Escape') return;
          event.preventDefault();
          onClose();
        }}
      />
      <IconButton
        size="sm"
        label={t('findPrevious')}
        icon={<ArrowUp size={13} />}
        onClick={() => find(words, 'up')}
      />
      <IconButton
        size="sm"
        label={t('findNext')}
        icon={<ArrowDown size={13} />}
        onClick={() => find(words, 'down')}
      />
      <span role="status" className="flex-1 text-12 text-fg-3">
        {found ? '' : t('notFound')}
      </span>
      <IconButton size="sm" label={t('findClose')} icon={<X size={13} />} onClick={onClose} />
    </search>
  );
}
