import { useStore } from 'zustand';
import { useT } from '../i18n/use-t.ts';
import { useCommandKey } from '../shell/commands/registry-context.tsx';
import { useServices, useSessionList, useView } from '../shell/services.tsx';
import { classNames } from '../ui/class-names.ts';
import { Kbd } from '../ui/kbd.tsx';
import { Popover } from '../ui/popover.tsx';
import { StatusGlyph } from '../ui/status-glyph.tsx';
import { AttentionList } from './attention-list.tsx';
import { attentionQueue, countBlocking, pillWords } from './queue.ts';

const glyphs = { needs: 'needs-permission', news: 'finished-unread', none: 'idle' } as const;

/** Top right: how many sessions wait. Opens the queue. Quiet when there is only news, gone when there is none. */
export function AttentionPill() {
  const { t } = useT();
  const services = useServices();
  const blocking = useSessionList(countBlocking);
  const acknowledged = useView((view) => view.acknowledged);
  const waiting = useSessionList((list) => attentionQueue(list, acknowledged).length);
  const open = useStore(services.view, (view) => view.overlay?.type === 'attention');
  const key = useCommandKey('view.attention');
  if (waiting === 0 && !open) return null;
  const { tone, count } = pillWords(blocking, waiting);
  const needs = tone === 'needs';
  return (
    <Popover
      open={open}
      onOpenChange={(next) => services.view.setState({ overlay: next ? { type: 'attention' } : null })}
      label={t('attention:list')}
      align="end"
      className="w-105 max-w-[calc(100vw-24px)]"
      trigger={
        <button
          type="button"
          className={classNames(
            'num inline-flex h-6 items-center gap-1.5 rounded-full border px-2.25 text-12 font-medium whitespace-nowrap',
            needs
              ? 'border-needs-line bg-needs-soft text-needs'
              : 'border-line text-fg-2 hover:bg-hover aria-expanded:bg-active',
          )}
        >
          <StatusGlyph status={glyphs[tone]} size={14} />
          {tone === 'news' ? t('attention:news', { count }) : t('attention:title', { count })}
          {key !== undefined && <Kbd tone="inherit">{key}</Kbd>}
        </button>
      }
    >
      <AttentionList />
    </Popover>
  );
}
