/**
 * The one Monaco diff editor of the page. Imported only when a diff is opened: this module and its worker
 * are a chunk of their own.
 */
import { editor, Uri } from 'monaco-editor/editor';
// oxlint-disable-next-line import/default -- made by the bundler for `?worker`
import EditorWorker from 'monaco-editor/editor/editor.worker?worker';
import 'monaco-editor/features/diffEditor/register';
import 'monaco-editor/features/clipboard/register';
import 'monaco-editor/features/codicon/register';
import 'monaco-editor/features/find/register';
import 'monaco-editor/features/unicodeHighlighter/register';
import 'monaco-editor/languages/definitions/cpp/register';
import 'monaco-editor/languages/definitions/csharp/register';
import 'monaco-editor/languages/definitions/css/register';
import 'monaco-editor/languages/definitions/dockerfile/register';
import 'monaco-editor/languages/definitions/go/register';
import 'monaco-editor/languages/definitions/html/register';
import 'monaco-editor/languages/definitions/ini/register';
import 'monaco-editor/languages/definitions/java/register';
import 'monaco-editor/languages/definitions/javascript/register';
import 'monaco-editor/languages/definitions/kotlin/register';
import 'monaco-editor/languages/definitions/markdown/register';
import 'monaco-editor/languages/definitions/php/register';
import 'monaco-editor/languages/definitions/python/register';
import 'monaco-editor/languages/definitions/ruby/register';
import 'monaco-editor/languages/definitions/rust/register';
import 'monaco-editor/languages/definitions/scss/register';
import 'monaco-editor/languages/definitions/shell/register';
import 'monaco-editor/languages/definitions/sql/register';
import 'monaco-editor/languages/definitions/swift/register';
import 'monaco-editor/languages/definitions/typescript/register';
import 'monaco-editor/languages/definitions/xml/register';
import 'monaco-editor/languages/definitions/yaml/register';
import { themeFromTokens } from './monaco-theme.ts';

export type DiffText = { readonly path: string; readonly oldText: string; readonly newText: string };
export type DiffLayout = 'inline' | 'side-by-side';

export type DiffEditor = {
  show(text: DiffText): void;
  setLayout(layout: DiffLayout): void;
  goTo(which: 'next' | 'previous'): void;
  focus(): void;
  dispose(): void;
};

const themeName = 'switchyard';

self.MonacoEnvironment = { getWorker: () => new EditorWorker({ name: 'diff' }) };

/**
 * `labels` are read out for each side. `onCompared`: the diff of what is shown has been computed. The editor
 * lives in `container` until disposed.
 */
export function createDiffEditor(
  container: HTMLElement,
  labels: { readonly original: string; readonly modified: string },
  onCompared: () => void,
): DiffEditor {
  const page = document.documentElement;
  const paint = () => {
    const base = page.dataset['theme'] === 'light' ? 'light' : 'dark';
    editor.defineTheme(themeName, themeFromTokens(getComputedStyle(page), base));
    editor.setTheme(themeName);
  };
  paint();
  const themes = new MutationObserver(paint);
  themes.observe(page, { attributes: true, attributeFilter: ['data-theme', 'data-contrast'] });

  const sideLabels = { originalAriaLabel: labels.original, modifiedAriaLabel: labels.modified };
  const diff = editor.createDiffEditor(container, {
    theme: themeName,
    readOnly: true,
    originalEditable: false,
    domReadOnly: true,
    automaticLayout: true,
    fontFamily: getComputedStyle(page).getPropertyValue('--font-mono').trim(),
    // What is shown is what the file holds, character by character.
    fontLigatures: false,
    fontSize: 12,
    lineHeight: 19,
    renderControlCharacters: true,
    unicodeHighlight: { invisibleCharacters: true, includeComments: true, includeStrings: true },
    minimap: { enabled: false },
    scrollBeyondLastLine: false,
    renderOverviewRuler: false,
    overviewRulerLanes: 0,
    hideCursorInOverviewRuler: true,
    lineNumbersMinChars: 4,
    // Room for the signs beside the numbers.
    lineDecorationsWidth: 20,
    wordWrap: 'on',
    diffWordWrap: 'on',
    wrappingIndent: 'indent',
    glyphMargin: false,
    folding: false,
    renderLineHighlight: 'none',
    occurrencesHighlight: 'off',
    selectionHighlight: false,
    stickyScroll: { enabled: false },
    guides: { indentation: false },
    hideUnchangedRegions: { enabled: true, contextLineCount: 4, minimumLineCount: 4 },
    diffAlgorithm: 'advanced',
    maxComputationTime: 3000,
    renderMarginRevertIcon: false,
    renderGutterMenu: false,
    useInlineViewWhenSpaceIsLimited: false,
    renderSideBySide: false,
    contextmenu: false,
    links: false,
    matchBrackets: 'never',
    ...sideLabels,
    scrollbar: { verticalScrollbarSize: 10, horizontalScrollbarSize: 10, useShadows: false },
  });
  diff.onDidUpdateDiff(onCompared);
  let shown: editor.IDiffEditorModel | null = null;
  const drop = () => {
    diff.setModel(null);
    shown?.original.dispose();
    shown?.modified.dispose();
    shown = null;
  };
  let lastId = 0;
  return {
    show({ path, oldText, newText }) {
      drop();
      lastId += 1;
      const model = (side: string, text: string) => {
        const uri = Uri.from({
          scheme: 'diff',
          authority: `${side}${lastId}`,
          path: `/${path.replace(/^\/+/, '')}`,
        });
        const made = editor.createModel(text, languageFor(path), uri);
        made.updateOptions({
          bracketColorizationOptions: { enabled: false, independentColorPoolPerBracketType: false },
        });
        return made;
      };
      shown = { original: model('old', oldText), modified: model('new', newText) };
      diff.setModel(shown);
    },
    setLayout(layout) {
      // Monaco forgets both labels at every change of options that does not name them.
      diff.updateOptions({ ...sideLabels, renderSideBySide: layout === 'side-by-side' });
    },
    goTo(which) {
      diff.goToDiff(which);
    },
    focus() {
      diff.getModifiedEditor().focus();
    },
    dispose() {
      themes.disconnect();
      drop();
      diff.dispose();
    },
  };
}

/** Undefined: by the file's name. JSON reads well as JavaScript and would need a worker of its own otherwise. */
function languageFor(path: string): string | undefined {
  return /\.(?:jsonc?|json5)$/i.test(path) ? 'javascript' : undefined;
}
