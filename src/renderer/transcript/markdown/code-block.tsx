import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { languageOfLabel } from '../highlight/languages.ts';
import { ToneText } from '../highlight/tone-text.tsx';
import { useHighlight } from '../highlight/use-highlight.ts';
import { CopyButton } from '../copy-button.tsx';
import { SafeText } from '../../permissions/safe-text.tsx';
import { countHidden } from '../../../shared/text/display.ts';

/** A block of code. It is coloured once it is whole; `growing` code is plain text that only gets longer. */
export const CodeBlock = memo(function CodeBlock({
  code,
  label,
  growing,
}: {
  readonly code: string;
  readonly label: string;
  readonly growing: boolean;
}) {
  const { t } = useTranslation('transcript');
  const lines = useHighlight(code, growing ? null : languageOfLabel(label));
  const hides = !growing && countHidden(code, 'file') > 0;
  return (
    <div className="overflow-hidden rounded-2 border border-line bg-inset not-first:mt-2">
      <div className="flex h-7 items-center gap-2 border-b border-line pr-1 pl-3 text-11 text-fg-3">
        <span className="min-w-0 flex-1 truncate">
          <SafeText text={label.trim().slice(0, 60)} context="line" />
        </span>
        {!growing && <CopyButton text={() => code} label={t('copyCode')} />}
      </div>
      {/* Scrolls by keyboard too, so it takes focus. */}
      <pre className="mono selectable max-h-120 overflow-auto px-3 py-2 text-fg" tabIndex={0}>
        {hides ? <SafeText text={code} context="file" /> : lines === null ? code : <ToneText lines={lines} />}
      </pre>
    </div>
  );
});

/** Label and code of a fence that has not been closed yet. A half-written closing mark is left out. */
export function readOpenFence(text: string): { readonly label: string; readonly code: string } {
  const opener = /^\s*?( *)(`{3,}|~{3,})([^\n]*)(?:\n|$)/.exec(text);
  if (opener === null) return { label: '', code: text };
  const indent = opener[1]?.length ?? 0;
  const body = text.slice(opener[0].length);
  const code = indent === 0 ? body : body.replace(new RegExp(`^ {1,${indent}}`, 'gm'), '');
  const mark = (opener[2] ?? '`').charAt(0);
  return {
    label: opener[3]?.trim() ?? '',
    code: code.replace(new RegExp(`\\n? {0,3}\\${mark}+$`), '').replace(/\n$/, ''),
  };
}
