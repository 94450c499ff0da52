import { Columns2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { SafeText } from '../permissions/safe-text.tsx';
import { DiffRows, rowCount } from '../review/diff-rows.tsx';
import { openDiff } from '../review/review-store.ts';
import { useOpenSession } from '../sessions/session-context.tsx';
import { useToggle } from '../transcript/view-context.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { ShowMore } from './show-more.tsx';
import { lineDiffOf, type FileDiff } from './tool-diffs.ts';

const mostRows = 12;

/** The changes of a call, each file with its first rows. */
export function DiffBody({
  diffs,
  toolCallId,
  rowKey,
}: {
  readonly diffs: readonly FileDiff[];
  readonly toolCallId: string;
  readonly rowKey: string;
}) {
  return diffs.map((diff, index) => (
    <FileChange
      key={`${diff.path.absolute}/${index}`}
      diff={diff}
      titled={diffs.length > 1}
      toolCallId={toolCallId}
      index={index}
      toggleKey={`${rowKey}/diff/${index}`}
    />
  ));
}

function FileChange({
  diff,
  titled,
  toolCallId,
  index,
  toggleKey,
}: {
  readonly diff: FileDiff;
  readonly titled: boolean;
  readonly toolCallId: string;
  readonly index: number;
  readonly toggleKey: string;
}) {
  const { t } = useTranslation('transcript');
  const session = useOpenSession();
  const [all, setAll] = useToggle(toggleKey, false);
  const lines = lineDiffOf(diff);
  const rows = rowCount(lines);
  return (
    <div className="border-t border-line">
      {titled && (
        <div className="flex h-8 items-center gap-2 border-b border-line pr-1.5 pl-3">
          <span className="mono min-w-0 flex-1 truncate text-fg-2">
            <SafeText text={diff.path.shown} context="line" />
          </span>
          <DiffCount added={lines.added} removed={lines.removed} />
          <IconButton
            size="sm"
            label={t('openDiff')}
            icon={<Columns2 size={13} />}
            onClick={() => openDiff({ sessionId: session.id, toolCallId, index })}
          />
        </div>
      )}
      <DiffRows
        diff={lines}
        texts={diff}
        path={diff.path.shown}
        most={all || rows <= mostRows + 2 ? undefined : mostRows}
      />
      {rows > mostRows + 2 && (
        <ShowMore open={all} onChange={setAll} label={t('showAllRows', { count: rows })} />
      )}
    </div>
  );
}

export function DiffCount({ added, removed }: { readonly added: number; readonly removed: number }) {
  const { t } = useTranslation('transcript');
  return (
    <span className="num flex flex-none gap-1 text-12">
      {(added > 0 || removed === 0) && (
        <span className="text-add">
          <span aria-hidden>+{added}</span>
          <span className="sr-only">{t('linesAdded', { count: added })}</span>
        </span>
      )}
      {removed > 0 && (
        <span className="text-del">
          <span aria-hidden>−{removed}</span>
          <span className="sr-only">{t('linesRemoved', { count: removed })}</span>
        </span>
      )}
    </span>
  );
}
