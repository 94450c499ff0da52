import { Ellipsis, PanelRight } from 'lucide-react';
import { useStore } from 'zustand';
import { review } from '../review/review-store.ts';
import { useT } from '../i18n/use-t.ts';
import { ModeMark } from '../rules/mode-mark.tsx';
import { useCommandKey } from '../shell/commands/registry-context.tsx';
import { toggleChanges } from '../shell/changes.ts';
import { useServices } from '../shell/services.tsx';
import { displayText } from '../../shared/text/display.ts';
import { Chip } from '../ui/chip.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { LineageChip } from './lineage-chip.tsx';
import { useSession } from './session-context.tsx';
import { menuFacts, SessionMenu } from './session-menu.tsx';
import { SessionMcp } from './session-mcp.tsx';
import { SessionTitle } from './session-title.tsx';
import { UsageChip } from './usage-chip.tsx';

export function SessionHeader() {
  const { t } = useT();
  const services = useServices();
  const summary = useSession((view) => view.summary);
  const paneOpen = useStore(review, ({ open }) => open !== null);
  const changes = summary !== null && summary.added + summary.removed > 0;
  const paneKey = useCommandKey('view.pane');
  return (
    <header className="flex h-11 flex-none items-center gap-2 border-b border-line pr-2 pl-4">
      <SessionTitle />
      {summary !== null && (
        <Chip className="max-w-44 shrink-[4]">{displayText(summary.agentName, 'line')}</Chip>
      )}
      <LineageChip />
      <ModeMark />
      <span className="min-w-0 flex-1" />
      <SessionMcp />
      <UsageChip />
      {summary !== null && (
        <SessionMenu
          session={menuFacts(summary)}
          align="end"
          trigger={<IconButton label={t('more')} icon={<Ellipsis size={15} />} />}
        />
      )}
      <IconButton
        label={paneOpen ? t('shell:hidePane') : t('shell:showPane')}
        kbd={paneKey}
        icon={<PanelRight size={15} />}
        aria-pressed={paneOpen}
        disabled={!paneOpen && !changes}
        onClick={() => void toggleChanges(services)}
        className="-ml-1 aria-pressed:text-accent"
      />
    </header>
  );
}
