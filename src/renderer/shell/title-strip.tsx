import { Search } from 'lucide-react';
import { AttentionPill } from '../attention/attention-pill.tsx';
import { useT } from '../i18n/use-t.ts';
import { Kbd } from '../ui/kbd.tsx';
import { Mark } from '../ui/mark.tsx';
import { StatusGlyph } from '../ui/status-glyph.tsx';
import { runCommand } from './commands/registry.ts';
import { useCommandKey, useRegistry } from './commands/registry-context.tsx';
import { useSessionList } from './services.tsx';

export function TitleStrip() {
  const { t } = useT();
  const registry = useRegistry();
  const paletteKey = useCommandKey('app.palette');
  return (
    <header
      aria-label={t('shell:regions.top')}
      data-region="top"
      className="grid grid-cols-[var(--side-width)_minmax(0,1fr)_auto] items-center border-b border-line bg-side"
    >
      <div className="flex items-center gap-2 px-3">
        <Mark />
        <b className="font-[650]">{t('appName')}</b>
      </div>
      <button
        type="button"
        onClick={() => runCommand(registry, 'app.palette')}
        className="flex h-6.5 w-[min(460px,100%)] items-center gap-2 justify-self-center rounded-2 border border-line bg-main px-2 text-fg-3 hover:border-line-strong"
      >
        <Search size={14} aria-hidden />
        <span className="min-w-0 flex-1 truncate text-left">{t('shell:search')}</span>
        {paletteKey !== undefined && <Kbd>{paletteKey}</Kbd>}
      </button>
      <div className="flex items-center gap-2 px-3">
        <AttentionPill />
        <RunningPill />
      </div>
    </header>
  );
}

function RunningPill() {
  const { t } = useT();
  const count = useSessionList((list) => {
    let running = 0;
    for (const { status } of list.byId.values()) if (status === 'running') running += 1;
    return running;
  });
  if (count === 0) return null;
  return (
    <span className="num inline-flex h-6 items-center gap-1.5 rounded-full border border-line px-2.25 text-12 font-medium whitespace-nowrap text-fg-2">
      <StatusGlyph status="running" size={13} />
      {t('shell:running', { count })}
    </span>
  );
}
