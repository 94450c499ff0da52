/** The terminals of the current workspace, below everything else. What runs in them goes on while it is hidden. */
import { Plus, X } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { currentWorkspaceId } from '../shell/actions.ts';
import { describeError } from '../shell/error-words.ts';
import { useT } from '../i18n/use-t.ts';
import { useCommandKey } from '../shell/commands/registry-context.tsx';
import { useServices, useSessionList, useView } from '../shell/services.tsx';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { hideTerminals, showTerminal, terminalPanel } from './panel-store.ts';
import { TerminalMenu } from './terminal-menu.tsx';
import { TerminalTab } from './terminal-tab.tsx';
import { TerminalView } from './terminal-view.tsx';
import { useTerminals } from './use-terminals.ts';

/** Before the place is measured; the first fit puts it right. */
const FIRST_SIZE = { cols: 100, rows: 24 };

export function TerminalPanel() {
  const { t } = useTranslation('terminals');
  const workspaceId = useWorkspaceId();
  const terminals = useTerminals(workspaceId);
  const shownIds = useStore(terminalPanel, ({ shown }) => shown);
  const [renaming, setRenaming] = useState<string | null>(null);
  const open = useOpenTerminal(workspaceId, terminals !== null, terminals?.length ?? 0);
  const { client } = useServices();
  const newKey = useCommandKey('terminal.new');
  const hideKey = useCommandKey('view.terminal');
  const shown = terminals?.find(({ id }) => id === shownIds[workspaceId ?? '']) ?? terminals?.at(-1) ?? null;
  const close = (id: string) => void client.request('terminals.close', { terminalId: id });
  const rename = (id: string, name: string) => {
    setRenaming(null);
    const trimmed = name.trim().slice(0, 80);
    void client.request('terminals.rename', { terminalId: id, name: trimmed === '' ? null : trimmed });
  };
  return (
    <section
      aria-label={t('region')}
      data-region="terminals"
      className="flex min-h-0 min-w-0 flex-1 flex-col bg-inset"
    >
      <div className="flex h-9 flex-none items-center gap-1 border-b border-line bg-side px-2">
        <div
          role="tablist"
          aria-label={t('region')}
          className="flex min-w-0 items-center gap-1 overflow-x-auto"
        >
          {(terminals ?? []).map((terminal) => (
            <TerminalTab
              key={terminal.id}
              terminal={terminal}
              shown={terminal.id === shown?.id}
              renaming={renaming === terminal.id}
              onShow={() => workspaceId !== null && showTerminal(workspaceId, terminal.id)}
              onClose={() => close(terminal.id)}
              onRename={() => setRenaming(terminal.id)}
              onName={(name) => rename(terminal.id, name)}
            />
          ))}
        </div>
        <IconButton
          size="sm"
          label={t('new')}
          kbd={newKey}
          icon={<Plus size={14} />}
          disabled={workspaceId === null}
          onClick={open}
        />
        <span className="flex-1" />
        <TerminalMenu
          {...(shown === null
            ? {}
            : { onRename: () => setRenaming(shown.id), onClose: () => close(shown.id) })}
        />
        <IconButton
          size="sm"
          label={t('hide')}
          kbd={hideKey}
          icon={<X size={14} />}
          onClick={hideTerminals}
        />
      </div>
      {shown !== null ? (
        <TerminalView key={shown.id} terminal={shown} />
      ) : (
        terminals !== null && (
          <div className="flex flex-1 flex-col items-center justify-center gap-2 text-fg-2">
            <p>{t(workspaceId === null ? 'noWorkspace' : 'none')}</p>
            {workspaceId !== null && (
              <Button icon={<Plus size={14} />} onClick={open}>
                {t('new')}
              </Button>
            )}
          </div>
        )
      )}
    </section>
  );
}

function useWorkspaceId(): string | null {
  const services = useServices();
  // What the answer is made of.
  useView(({ selectedId }) => selectedId);
  useView(({ workspaceId }) => workspaceId);
  useStore(services.workspaces);
  useSessionList((list) => list.loaded);
  return currentWorkspaceId(services);
}

/** Opens one more; also when the panel is opened without any, and when a command asks. */
function useOpenTerminal(workspaceId: string | null, known: boolean, count: number): () => void {
  const services = useServices();
  const { t } = useTranslation('terminals');
  const { t: shell } = useT();
  const open = useCallback(() => {
    if (workspaceId === null) return;
    void services.client.request('terminals.open', { workspaceId, ...FIRST_SIZE }).then((answer) => {
      if (answer.ok) showTerminal(workspaceId, answer.value.id);
      else
        services.notices.show({ tone: 'fail', title: t('failed'), body: describeError(shell, answer.error) });
    });
  }, [services, workspaceId, t, shell]);
  const newAsked = useStore(terminalPanel, (state) => state.newAsked);
  const answered = useRef(0);
  const began = useRef(false);
  useEffect(() => {
    if (!known || workspaceId === null) return;
    const asked = newAsked > answered.current && newAsked > openedFor.count;
    answered.current = newAsked;
    openedFor.count = newAsked;
    if (asked || (!began.current && count === 0)) open();
    began.current = true;
  }, [known, workspaceId, newAsked, count, open]);
  return open;
}

/** What was asked for before the panel was shown again is not asked for twice. */
const openedFor = { count: 0 };
