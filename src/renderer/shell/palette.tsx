import { Dialog as Base } from '@base-ui/react/dialog';
import { Command as Cmdk } from 'cmdk';
import { Folder, Plus, Search } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { displayText } from '../../shared/text/display.ts';
import { attentionQueue } from '../attention/queue.ts';
import { useT } from '../i18n/use-t.ts';
import { activityWords, titleWords } from '../sessions/activity-words.ts';
import { Kbd } from '../ui/kbd.tsx';
import { StatusGlyph } from '../ui/status-glyph.tsx';
import { selectSession, showWorkspace, startSession } from './actions.ts';
import { showKey } from './commands/key.ts';
import { useRegistry } from './commands/registry-context.tsx';
import { scoreItem } from './palette-score.ts';
import { useServices } from './services.tsx';

const shownSessions = 200;

/** One field for going somewhere and for doing something. Esc gives the focus back where it was. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const { t } = useT();
  const { platform } = useRegistry();
  const [query, setQuery] = useState('');
  return (
    <Base.Root open onOpenChange={(open: boolean) => (open ? undefined : onClose())}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-30 bg-scrim" />
        <Base.Popup
          aria-label={t('shell:palette.label')}
          className="fixed top-[min(96px,12vh)] left-1/2 z-30 w-150 max-w-[calc(100vw-48px)] -translate-x-1/2 overflow-hidden rounded-3 border border-line-strong bg-raised shadow-float outline-none"
        >
          <Cmdk label={t('shell:palette.label')} loop filter={scoreItem}>
            <div className="flex h-11 items-center gap-2.5 border-b border-line px-3.5">
              <Search size={15} className="flex-none text-fg-3" aria-hidden />
              <Cmdk.Input
                value={query}
                onValueChange={setQuery}
                placeholder={t('shell:palette.placeholder')}
                className="selectable h-full min-w-0 flex-1 bg-transparent text-14 outline-none"
              />
            </div>
            <Cmdk.List className="max-h-[min(420px,60vh)] overflow-y-auto p-1.5">
              <Cmdk.Empty className="px-3 py-8 text-center text-fg-3">
                {t('shell:palette.nothing', { query })}
              </Cmdk.Empty>
              <PaletteItems onClose={onClose} />
            </Cmdk.List>
            <div className="flex h-8 items-center gap-4 border-t border-line px-3.5 text-11 text-fg-3">
              <span className="flex items-center gap-1.5">
                <Kbd>↑</Kbd>
                <Kbd>↓</Kbd>
                {t('shell:palette.hintMove')}
              </span>
              <span className="flex items-center gap-1.5">
                <Kbd>↵</Kbd>
                {t('shell:palette.hint')}
              </span>
              <span className="flex items-center gap-1.5">
                <Kbd>{showKey('Escape', platform)}</Kbd>
                {t('shell:palette.hintClose')}
              </span>
            </div>
          </Cmdk>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

function PaletteItems({ onClose }: { readonly onClose: () => void }) {
  const { t } = useT();
  const services = useServices();
  const registry = useRegistry();
  // What stood there when it was opened: rows that move under the pointer would be chosen by mistake.
  const [list] = useState(() => services.sessions.getState());
  const [view] = useState(() => services.view.getState());
  const workspaces = useStore(services.workspaces) ?? [];
  const nameOf = new Map(workspaces.map(({ id, name }) => [id, name]));
  const waiting = attentionQueue(list, view.acknowledged);
  const waitingIds = new Set(waiting.map(({ sessionId }) => sessionId));
  const rest = list.ids.filter((id) => !waitingIds.has(id)).slice(0, shownSessions);

  const go = (run: () => void) => () => {
    onClose();
    run();
  };
  const sessionItem = (id: string, requestId: string | null) => {
    const session = list.byId.get(id);
    if (session === undefined) return null;
    const title = titleWords(t, session.title);
    return (
      <Item
        key={id}
        value={`session ${id}`}
        keywords={[title, session.agentName, nameOf.get(session.workspaceId) ?? '']}
        icon={<StatusGlyph status={session.status} size={15} />}
        label={title}
        detail={`${displayText(nameOf.get(session.workspaceId) ?? '', 'line')} · ${activityWords(t, session.activity)}`}
        onSelect={go(() => selectSession(services, id, { focus: 'composer', reveal: requestId }))}
      />
    );
  };

  return (
    <>
      {waiting.length > 0 && (
        <Group heading={t('shell:palette.needsYou')}>
          {waiting.map((item) => sessionItem(item.sessionId, item.requestId))}
        </Group>
      )}
      {rest.length > 0 && (
        <Group heading={t('shell:palette.sessions')}>{rest.map((id) => sessionItem(id, null))}</Group>
      )}
      <Group heading={t('shell:palette.commands')}>
        {registry.all
          .filter((command) => command.listed && command.enabled())
          .map((command) => (
            <Item
              key={command.id}
              value={`command ${command.id}`}
              keywords={[t(`shell:commands.${command.title}`)]}
              label={t(`shell:commands.${command.title}`)}
              kbd={command.keys[0] === undefined ? undefined : showKey(command.keys[0], registry.platform)}
              onSelect={go(command.run)}
            />
          ))}
      </Group>
      {workspaces.length > 0 && (
        <Group heading={t('shell:palette.workspaces')}>
          {workspaces
            .filter(({ state }) => state === 'present')
            .flatMap((workspace) => [
              <Item
                key={workspace.id}
                value={`workspace ${workspace.id}`}
                keywords={[workspace.name, workspace.path]}
                icon={<Folder size={15} className="text-fg-3" />}
                label={displayText(workspace.name, 'line')}
                detail={displayText(workspace.path, 'line')}
                onSelect={go(() => showWorkspace(services, workspace))}
              />,
              <Item
                key={`new-${workspace.id}`}
                value={`new ${workspace.id}`}
                keywords={[t('shell:palette.newIn', { workspace: workspace.name })]}
                icon={<Plus size={15} className="text-fg-3" />}
                label={t('shell:palette.newIn', { workspace: displayText(workspace.name, 'line') })}
                onSelect={go(() => void startSession(services, { workspaceId: workspace.id }))}
              />,
            ])}
        </Group>
      )}
    </>
  );
}

function Group({ heading, children }: { readonly heading: string; readonly children: ReactNode }) {
  return (
    <Cmdk.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-11 [&_[cmdk-group-heading]]:font-semibold [&_[cmdk-group-heading]]:text-fg-3"
    >
      {children}
    </Cmdk.Group>
  );
}

function Item({
  value,
  keywords,
  icon,
  label,
  detail,
  kbd,
  onSelect,
}: {
  readonly value: string;
  readonly keywords: string[];
  readonly icon?: ReactNode;
  readonly label: string;
  readonly detail?: string;
  readonly kbd?: string | undefined;
  readonly onSelect: () => void;
}) {
  return (
    <Cmdk.Item
      value={value}
      keywords={keywords}
      onSelect={onSelect}
      className="flex h-8 items-center gap-2.5 rounded-2 px-2 aria-selected:bg-active"
    >
      <span className="flex w-4 flex-none justify-center">{icon}</span>
      <bdi className="max-w-80 flex-none truncate">{label}</bdi>
      <bdi className="min-w-0 flex-1 truncate text-12 text-fg-3">{detail}</bdi>
      {kbd !== undefined && <Kbd>{kbd}</Kbd>}
    </Cmdk.Item>
  );
}
