/** One terminal on the page: the emulator, fed by main and telling it what it has shown. Loaded when first needed. */
import '@xterm/xterm/css/xterm.css';
import { FitAddon } from '@xterm/addon-fit';
import { SearchAddon } from '@xterm/addon-search';
import { UnicodeGraphemesAddon } from '@xterm/addon-unicode-graphemes';
import { WebLinksAddon } from '@xterm/addon-web-links';
import { Terminal } from '@xterm/xterm';
import type { Client } from '../../shared/ipc/client.ts';
import { ACKNOWLEDGE_EVERY } from '../../shared/ipc/contract/terminals.ts';
import type { TerminalFrame } from '../../shared/ipc/contract/terminals.ts';
import { hostOfLink, refuseQueries, refuseSequences } from '../../shared/terminals/guard-sequences.ts';
import type { Platform } from '../shell/commands/key.ts';
import { isAppKey, isCopyKey, isFindKey } from './app-keys.ts';
import { hasGpu } from './has-gpu.ts';
import type { TerminalOptions } from './panel-store.ts';
import { cleanPaste } from './pasted-text.ts';
import { TerminalInput } from './terminal-input.ts';
import { terminalTheme } from './terminal-theme.ts';

export type SurfaceOptions = {
  readonly client: Client;
  readonly terminalId: string;
  readonly host: HTMLElement;
  readonly platform: Platform;
  readonly options: TerminalOptions;
  readonly onFind: () => void;
  /** Cleaned; to be handed to `paste` when it may go in. */
  readonly onPaste: (text: string) => void;
  readonly onCopy: (text: string) => void;
  readonly onLink: (url: string) => void;
  /** The host of the link that is pointed at; null: none is. */
  readonly onPointed: (host: string | null) => void;
};

/** Where somebody was reading back in it, in lines above the end; for when it is shown again. */
const readingAt = new Map<string, number>();

export class TerminalSurface {
  readonly #options: SurfaceOptions;
  readonly #terminal: Terminal;
  readonly #fit = new FitAddon();
  readonly #search = new SearchAddon();
  readonly #viewId = crypto.randomUUID();
  readonly #disposers: (() => void)[] = [];
  #shown = false;
  #told = 0;
  #chosen: TerminalOptions;

  constructor(options: SurfaceOptions) {
    this.#options = options;
    this.#chosen = options.options;
    const { host, client, terminalId } = options;
    const style = getComputedStyle(document.documentElement);
    const link = {
      activate: (_event: MouseEvent, url: string) => this.#openLink(url),
      hover: (_event: MouseEvent, url: string) => options.onPointed(hostOfLink(url)),
      leave: () => options.onPointed(null),
    };
    this.#terminal = new Terminal({
      allowProposedApi: true,
      fontFamily: style.getPropertyValue('--font-mono').trim(),
      fontSize: options.options.fontSize,
      lineHeight: 1.2,
      scrollback: 5000,
      screenReaderMode: options.options.screenReader,
      minimumContrastRatio: 4.5,
      theme: terminalTheme(style),
      linkHandler: { ...link, allowNonHttpProtocols: false },
    });
    this.#terminal.loadAddon(this.#fit);
    this.#terminal.loadAddon(this.#search);
    this.#terminal.loadAddon(new UnicodeGraphemesAddon());
    this.#terminal.loadAddon(new WebLinksAddon(link.activate, { hover: link.hover, leave: link.leave }));
    refuseSequences(this.#terminal.parser);
    refuseQueries(this.#terminal.parser);
    this.#terminal.attachCustomKeyEventHandler((event) => this.#onKey(event));
    this.#terminal.open(host);
    void this.#drawWithGpu();

    const input = new TerminalInput(client, terminalId);
    this.#terminal.onData((text) => input.type(text));
    this.#terminal.onSelectionChange(() => {
      if (!this.#chosen.copyOnSelect) return;
      const text = this.#terminal.getSelection();
      if (text !== '') options.onCopy(text);
    });
    host.addEventListener('paste', this.#onPaste, true);
    const observer = new ResizeObserver(() => this.fit());
    observer.observe(host);
    const themes = new MutationObserver(() => {
      this.#terminal.options.theme = terminalTheme(getComputedStyle(document.documentElement));
    });
    themes.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-contrast'] });
    this.#disposers.push(
      () => host.removeEventListener('paste', this.#onPaste, true),
      () => observer.disconnect(),
      () => themes.disconnect(),
      client.subscribe(
        'terminals.output',
        { terminalId, viewId: this.#viewId },
        { onBatch: (frames) => frames.forEach((frame) => this.#take(frame)) },
      ),
    );
  }

  focus(): void {
    this.#terminal.focus();
  }

  /** Asks for as many cells as there is room for; the new size comes with the output. */
  fit(): void {
    if (!this.#shown) return;
    const size = this.#fit.proposeDimensions();
    if (size === undefined || !(size.cols >= 2) || !(size.rows >= 1)) return;
    const cols = Math.min(size.cols, 500);
    const rows = Math.min(size.rows, 300);
    void this.#options.client.request('terminals.resize', {
      terminalId: this.#options.terminalId,
      cols,
      rows,
    });
  }

  choose(chosen: TerminalOptions): void {
    this.#chosen = chosen;
    this.#terminal.options.screenReaderMode = chosen.screenReader;
    if (this.#terminal.options.fontSize === chosen.fontSize) return;
    this.#terminal.options.fontSize = chosen.fontSize;
    this.fit();
  }

  /** Says whether there is such a text. Null words end the search. */
  find(words: string | null, towards: 'up' | 'down'): boolean {
    if (words === null || words === '') {
      this.#search.clearDecorations();
      this.#terminal.clearSelection();
      return words === null;
    }
    return towards === 'up' ? this.#search.findPrevious(words) : this.#search.findNext(words);
  }

  /** Bracketed where the program asked for that. */
  paste(text: string): void {
    this.#terminal.paste(text);
    this.#terminal.focus();
  }

  selection(): string {
    return this.#terminal.getSelection();
  }

  close(): void {
    const { baseY, viewportY } = this.#terminal.buffer.active;
    if (baseY > viewportY) readingAt.set(this.#options.terminalId, baseY - viewportY);
    else readingAt.delete(this.#options.terminalId);
    for (const dispose of this.#disposers) dispose();
    this.#terminal.dispose();
  }

  #take(frame: TerminalFrame): void {
    switch (frame.type) {
      case 'screen':
        this.#terminal.reset();
        this.#terminal.resize(frame.cols, frame.rows);
        this.#terminal.write(frame.text, () => this.#begin(frame.at));
        break;
      case 'output':
        this.#terminal.write(frame.text, () => this.#tell(frame.at));
        break;
      case 'resized':
        // Behind what was written for the old size.
        this.#terminal.write('', () => this.#terminal.resize(frame.cols, frame.rows));
        break;
    }
  }

  #begin(at: number): void {
    this.#told = at;
    this.#shown = true;
    const back = readingAt.get(this.#options.terminalId);
    if (back !== undefined) this.#terminal.scrollLines(-back);
    this.fit();
  }

  #tell(at: number): void {
    if (at - this.#told < ACKNOWLEDGE_EVERY) return;
    this.#told = at;
    const { client, terminalId } = this.#options;
    void client.request('terminals.acknowledge', { terminalId, viewId: this.#viewId, at });
  }

  /** False: the press is not the program's. */
  #onKey(event: KeyboardEvent): boolean {
    const { platform, onFind, onCopy } = this.#options;
    if (!isAppKey(event, platform)) return true;
    if (event.type !== 'keydown') return false;
    if (isFindKey(event, platform)) {
      event.preventDefault();
      onFind();
    } else if (isCopyKey(event, platform)) {
      event.preventDefault();
      const text = this.#terminal.getSelection();
      if (text !== '') onCopy(text);
    }
    return false;
  }

  readonly #onPaste = (event: ClipboardEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    const text = cleanPaste(event.clipboardData?.getData('text/plain') ?? '');
    if (text !== '') this.#options.onPaste(text);
  };

  #openLink(url: string): void {
    if (hostOfLink(url) !== null) this.#options.onLink(url);
  }

  async #drawWithGpu(): Promise<void> {
    if (!hasGpu()) return;
    const { WebglAddon } = await import('@xterm/addon-webgl');
    try {
      const webgl = new WebglAddon();
      // Without its context it draws nothing; the page's own drawing takes over.
      webgl.onContextLoss(() => webgl.dispose());
      this.#terminal.loadAddon(webgl);
    } catch {
      // Closed meanwhile, or the card does not do it after all.
    }
  }
}
