import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ToolCallEntry } from '../../shared/session/state.ts';
import { toolSubject } from '../cards/tool-facts.ts';
import { SafeText } from '../permissions/safe-text.tsx';
import { useSession } from '../sessions/session-context.tsx';
import { FoldLine } from './fold-line.tsx';
import { foldSummary } from './fold-summary.ts';
import type { FoldRow } from './row.ts';
import { useFoldOpen, useTranscriptView } from './view-context.tsx';
import { toggleFold } from './view-store.ts';

/** Several calls in one line: what they did together, and while they run the one that does. */
export const FoldRowView = memo(function FoldRowView({ row }: { readonly row: FoldRow }) {
  const view = useTranscriptView();
  const cwd = useSession(({ summary }) => summary?.cwd ?? '');
  const waits = useSession(({ state }) =>
    state.permissions.some(({ toolCallId }) => row.entries.some((entry) => entry.toolCallId === toolCallId)),
  );
  const open = useFoldOpen(row.key) || waits;
  const running = row.entries.find((entry) => entry.status === 'in_progress' || entry.status === 'pending');
  return (
    <div className={row.of === 'nested' ? 'pl-4' : undefined}>
      <FoldLine open={open} onToggle={() => toggleFold(view, row.key)}>
        {running !== undefined && row.of === 'run' ? (
          <Doing entry={running} cwd={cwd} />
        ) : (
          <Done row={row} cwd={cwd} />
        )}
      </FoldLine>
    </div>
  );
});

function Doing({ entry, cwd }: { readonly entry: ToolCallEntry; readonly cwd: string }) {
  const { t } = useTranslation('transcript');
  const subject = toolSubject(entry, cwd);
  return (
    <>
      {t(`verb.${entry.kind}.doing`)} <Code text={subject?.text ?? entry.title} />
    </>
  );
}

function Done({ row, cwd }: { readonly row: FoldRow; readonly cwd: string }) {
  const { t } = useTranslation('transcript');
  const summary = foldSummary(row.entries, cwd);
  const parts = [
    summary.onlyFile !== null || summary.files === 0 ? null : t('fold.read', { count: summary.files }),
    summary.edits === 0 ? null : t('fold.edited', { count: summary.edits }),
    summary.commands === 0 ? null : t('fold.ran', { count: summary.commands }),
    summary.others === 0 ? null : t('fold.others', { count: summary.others }),
    summary.failed === 0 ? null : t('fold.failed', { count: summary.failed }),
  ].filter((part) => part !== null);
  const searched = summary.searches.slice(0, 2);
  return (
    <>
      {row.of === 'nested' && `${t('fold.subagent', { count: row.entries.length })}: `}
      {summary.onlyFile !== null && (
        <>
          {t('verb.read.done')} <Code text={summary.onlyFile} />
          {parts.length > 0 && t('fold.comma')}
        </>
      )}
      {parts.join(t('fold.comma'))}
      {searched.length > 0 && (
        <>
          {(parts.length > 0 || summary.onlyFile !== null) && t('fold.comma')}
          {t(parts.length > 0 || summary.onlyFile !== null ? 'fold.searched' : 'fold.searchedFirst')}{' '}
          {searched.map((text, index) => (
            <span key={index}>
              {index > 0 && t('fold.comma')}
              <Code text={text} />
            </span>
          ))}
          {summary.searches.length > searched.length && (
            <> {t('more', { count: summary.searches.length - searched.length })}</>
          )}
        </>
      )}
    </>
  );
}

function Code({ text }: { readonly text: string }) {
  return (
    <span className="mono text-[11.5px]">
      <SafeText text={text.slice(0, 160)} context="line" />
    </span>
  );
}
