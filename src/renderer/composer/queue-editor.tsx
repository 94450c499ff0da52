import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showKey } from '../shell/commands/key.ts';
import { useRegistry } from '../shell/commands/registry-context.tsx';
import { Button } from '../ui/button.tsx';
import { useGrow } from './use-grow.ts';

/** A queued prompt, changed where it stands: Enter keeps, Shift+Enter breaks the line, Esc leaves it as it was. */
export function QueueEditor({
  text: before,
  attached,
  onSave,
  onLeave,
}: {
  readonly text: string;
  readonly attached: number;
  readonly onSave: (text: string) => void;
  readonly onLeave: () => void;
}) {
  const { t } = useTranslation(['composer', 'common']);
  const { platform } = useRegistry();
  const [text, setText] = useState(before);
  const area = useRef<HTMLTextAreaElement>(null);
  useGrow(area, text, 120);
  useEffect(() => {
    area.current?.focus();
    area.current?.setSelectionRange(before.length, before.length);
  }, [before]);
  const nothing = text.trim() === '' && attached === 0;
  const save = () => {
    if (text === before) onLeave();
    else if (!nothing) onSave(text);
  };
  return (
    <div className="my-1 flex flex-col gap-1.5 rounded-2 border border-accent-line bg-inset p-2">
      <textarea
        ref={area}
        rows={1}
        value={text}
        dir="auto"
        aria-label={t('queue.editLabel')}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || event.keyCode === 229) return;
          if (event.key !== 'Escape' && (event.key !== 'Enter' || event.shiftKey)) return;
          event.preventDefault();
          event.stopPropagation();
          if (event.key === 'Enter') save();
          else onLeave();
        }}
        className="selectable w-full resize-none bg-transparent text-13 text-fg outline-none"
      />
      <div className="flex items-center gap-1.5">
        <span className="min-w-0 flex-1 truncate text-fg-3">
          {attached > 0 && t('queue.attached', { count: attached })}
        </span>
        <Button size="sm" variant="quiet" kbd={showKey('Escape', platform)} onClick={onLeave}>
          {t('common:cancel')}
        </Button>
        <Button
          size="sm"
          variant="primary"
          kbd={showKey('Enter', platform)}
          disabled={nothing}
          onClick={save}
        >
          {t('common:save')}
        </Button>
      </div>
    </div>
  );
}
