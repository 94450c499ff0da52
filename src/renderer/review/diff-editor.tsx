import { useEffect, useRef, useState, type Ref } from 'react';
import { useImperativeHandle } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { StatusGlyph } from '../ui/status-glyph.tsx';
import type { DiffEditor, DiffLayout, DiffText } from './monaco-diff.ts';

export type DiffEditorHandle = { goTo(which: 'next' | 'previous'): void };

type Loading =
  | { readonly name: 'loading' }
  | { readonly name: 'ready' }
  | { readonly name: 'failed'; readonly why: string };

/** Monaco's diff editor, fetched when it is first needed; models and editor go with the component. */
export function DiffEditorView({
  text,
  layout,
  ref,
}: {
  readonly text: DiffText;
  readonly layout: DiffLayout;
  readonly ref?: Ref<DiffEditorHandle>;
}) {
  const { t } = useTranslation('review');
  const container = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<DiffEditor | null>(null);
  const [loading, setLoading] = useState<Loading>({ name: 'loading' });
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const element = container.current;
    if (element === null) return undefined;
    let made: DiffEditor | null = null;
    let over = false;
    import('./monaco-diff.ts').then(
      ({ createDiffEditor }) => {
        if (over) return;
        // Shown once it is compared: both texts without their difference would say the wrong thing.
        made = createDiffEditor(element, { original: t('before'), modified: t('after') }, () =>
          setLoading({ name: 'ready' }),
        );
        setEditor(made);
      },
      (error: unknown) => {
        if (!over)
          setLoading({ name: 'failed', why: error instanceof Error ? error.message : String(error) });
      },
    );
    return () => {
      over = true;
      made?.dispose();
      setEditor(null);
    };
  }, [t, attempt]);

  const { path, oldText, newText } = text;
  useEffect(() => editor?.show({ path, oldText, newText }), [editor, path, oldText, newText]);
  useEffect(() => editor?.setLayout(layout), [editor, layout]);
  useImperativeHandle(ref, () => ({ goTo: (which) => editor?.goTo(which) }), [editor]);

  return (
    <div className="relative min-h-0 flex-1 bg-inset">
      <div ref={container} className="absolute inset-0" />
      {loading.name === 'loading' && (
        <p className="absolute inset-0 z-10 flex items-center justify-center gap-2 bg-inset text-12 text-fg-3">
          <StatusGlyph status="running" size={14} /> {t('loading')}
        </p>
      )}
      {loading.name === 'failed' && (
        <div
          className="absolute inset-0 flex flex-col items-center justify-center gap-2 px-6 text-center"
          role="alert"
        >
          <p className="font-medium">{t('editorFailed')}</p>
          <p className="mono max-w-full text-fg-3 break-words">{loading.why}</p>
          <Button
            size="sm"
            onClick={() => {
              setLoading({ name: 'loading' });
              setAttempt((count) => count + 1);
            }}
          >
            {t('retry')}
          </Button>
        </div>
      )}
    </div>
  );
}
