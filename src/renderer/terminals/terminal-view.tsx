import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { TerminalInfo } from '../../shared/ipc/contract/terminals.ts';
import { describeError } from '../shell/error-words.ts';
import { useT } from '../i18n/use-t.ts';
import { copyText } from '../shell/actions.ts';
import { useRegistry } from '../shell/commands/registry-context.tsx';
import { useServices } from '../shell/services.tsx';
import { EndedBar } from './ended-bar.tsx';
import { FindBar } from './find-bar.tsx';
import { LinkDialog, PasteDialog } from './terminal-questions.tsx';
import { linesOfPaste } from './pasted-text.ts';
import { terminalPanel } from './panel-store.ts';
import { nameOf } from './terminal-tab.tsx';
import type { TerminalSurface } from './terminal-surface.ts';

/** The one terminal that is shown; the others cost the page nothing. */
export function TerminalView({ terminal }: { readonly terminal: TerminalInfo }) {
  const { t } = useTranslation('terminals');
  const { t: shell } = useT();
  const services = useServices();
  const { platform } = useRegistry();
  const host = useRef<HTMLDivElement>(null);
  const surface = useRef<TerminalSurface | null>(null);
  const [finding, setFinding] = useState(false);
  const [pasting, setPasting] = useState<string | null>(null);
  const [link, setLink] = useState<string | null>(null);
  const [pointed, setPointed] = useState<string | null>(null);
  const options = useStore(terminalPanel, (state) => state.options);
  const focusAsked = useStore(terminalPanel, (state) => state.focusAsked);
  const { id } = terminal;

  const onPaste = useCallback((text: string) => {
    const asks = terminalPanel.getState().options.askBeforePaste && linesOfPaste(text) > 1;
    if (asks) setPasting(text);
    else surface.current?.paste(text);
  }, []);

  useEffect(() => {
    let closed = false;
    void import('./terminal-surface.ts').then(({ TerminalSurface: Surface }) => {
      if (closed || host.current === null) return;
      surface.current = new Surface({
        client: services.client,
        terminalId: id,
        host: host.current,
        platform,
        options: terminalPanel.getState().options,
        onFind: () => setFinding(true),
        onPaste,
        onCopy: (text) => copyText(services, text),
        onLink: setLink,
        onPointed: setPointed,
      });
      if (terminalPanel.getState().focusAsked > 0) surface.current.focus();
    });
    return () => {
      closed = true;
      surface.current?.close();
      surface.current = null;
    };
  }, [services, id, platform, onPaste]);
  useEffect(() => surface.current?.choose(options), [options]);
  useEffect(() => {
    if (focusAsked > 0) surface.current?.focus();
  }, [focusAsked]);

  const openLink = async (url: string) => {
    setLink(null);
    const answer = await services.client.request('app.openExternal', { url });
    if (!answer.ok) {
      services.notices.show({
        tone: 'fail',
        title: t('linkFailed'),
        body: describeError(shell, answer.error),
      });
    }
  };
  const closeFind = () => {
    setFinding(false);
    surface.current?.find(null, 'up');
    surface.current?.focus();
  };
  return (
    <div role="tabpanel" aria-label={nameOf(terminal)} className="relative flex min-h-0 flex-1 flex-col">
      {finding && (
        <FindBar
          onFind={(words, towards) => surface.current?.find(words, towards) ?? false}
          onClose={closeFind}
        />
      )}
      <div
        ref={host}
        data-terminal={id}
        className="selectable min-h-0 flex-1 overflow-hidden py-1 pl-2 [font-variant-ligatures:none]"
      />
      {pointed !== null && (
        <p className="pointer-events-none absolute right-3 bottom-2 rounded-2 border border-line-strong bg-raised px-2 text-12 text-fg-2">
          {t('opens', { host: pointed })}
        </p>
      )}
      {terminal.state.type === 'ended' && <EndedBar id={id} state={terminal.state} />}
      {pasting !== null && (
        <PasteDialog
          text={pasting}
          onAnswer={(paste) => {
            setPasting(null);
            if (paste) surface.current?.paste(pasting);
          }}
        />
      )}
      {link !== null && (
        <LinkDialog url={link} onAnswer={(open) => (open ? void openLink(link) : setLink(null))} />
      )}
    </div>
  );
}
