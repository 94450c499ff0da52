import { CircleAlert, Info, ListChecks, Minimize2, TriangleAlert, Braces } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CompactionEntry, NoticeEntry, PlanEntry, UnknownEntry } from '../../shared/session/state.ts';
import { plainJson } from '../cards/plain-json.ts';
import { GapLine } from './gap-line.tsx';
import { QuestionCard } from '../questions/question-card.tsx';
import { SafeText } from '../permissions/safe-text.tsx';
import { classNames } from '../ui/class-names.ts';
import { FoldLine } from './fold-line.tsx';
import { MarkdownText } from './markdown/markdown-text.tsx';
import type { EntryRow } from './row.ts';
import { useToggle } from './view-context.tsx';
import { SummaryButton } from './summary-button.tsx';

export function EntryRowView({ row }: { readonly row: EntryRow }) {
  const { entry } = row;
  switch (entry.type) {
    case 'plan':
      return <PlanLine entry={entry} />;
    case 'notice':
      return <Notice entry={entry} />;
    case 'compaction':
      return <Compaction entry={entry} />;
    case 'question':
      return <QuestionCard entry={entry} />;
    case 'gap':
      return <GapLine entry={entry} />;
    case 'unknown':
      return <Unknown entry={entry} />;
  }
}

function Fold({
  toggleKey,
  line,
  children,
}: {
  readonly toggleKey: string;
  readonly line: ReactNode;
  readonly children: ReactNode;
}) {
  const [open, setOpen] = useToggle(toggleKey, false);
  const id = useId();
  return (
    <div>
      <FoldLine open={open} onToggle={() => setOpen(!open)} controls={id}>
        {line}
      </FoldLine>
      {open && (
        <div
          id={id}
          className="selectable mt-1 ml-1.5 border-l border-line-strong pl-4 text-13 break-words text-fg-2"
        >
          {children}
        </div>
      )}
    </div>
  );
}

function PlanLine({ entry }: { readonly entry: PlanEntry }) {
  const { t } = useTranslation('transcript');
  const done = entry.steps.filter((step) => step.status === 'completed').length;
  const line = (
    <>
      <ListChecks size={13} aria-hidden className="mr-1.5 inline-block align-[-2px]" />
      {entry.steps.length === 0
        ? t('plan.document')
        : t(done === entry.steps.length ? 'plan.done' : 'plan.part', { done, count: entry.steps.length })}
    </>
  );
  return (
    <Fold toggleKey={entry.id} line={line}>
      {entry.document === null ? (
        <ul>
          {entry.steps.map((step, index) => (
            <li key={index} className="flex gap-2">
              <span aria-hidden className={step.status === 'completed' ? 'text-run' : 'text-fg-3'}>
                {step.status === 'completed' ? '✓' : '○'}
              </span>
              <span className={classNames('min-w-0', step.status === 'completed' && 'text-fg-3')}>
                <SafeText text={step.content.slice(0, 2000)} context="file" />
                <span className="sr-only"> {t(`plan.step.${step.status}`)}</span>
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <MarkdownText text={entry.document.text} live={false} />
      )}
    </Fold>
  );
}

function Notice({ entry }: { readonly entry: NoticeEntry }) {
  const { t } = useTranslation('transcript');
  const { code } = entry;
  // The app's own notices are in the catalogue; an agent's are its words.
  const title = code === undefined ? entry.title : t(`notice.codes.${code}.title`);
  const description = code === undefined ? entry.description : t(`notice.codes.${code}.body`);
  const look = {
    info: { icon: <Info size={14} aria-hidden className="text-fg-3" />, box: 'border-line bg-raised' },
    warning: {
      icon: <TriangleAlert size={14} aria-hidden className="text-needs" />,
      box: 'border-line bg-raised',
    },
    error: {
      icon: <CircleAlert size={14} aria-hidden className="text-fail" />,
      box: 'border-fail-line bg-fail-soft',
    },
  }[entry.severity];
  return (
    <div className={`selectable flex gap-2 rounded-2 border px-3 py-1.5 text-12 ${look.box}`}>
      <span className="mt-0.5 flex-none">{look.icon}</span>
      <div className="min-w-0">
        <span className="sr-only">{t(`notice.${entry.severity}`)}</span>
        <p className="font-medium break-words">
          <SafeText text={title.slice(0, 500)} context="line" />
        </p>
        {description !== null && description !== '' && (
          <p className="max-h-60 overflow-y-auto text-fg-2">
            <SafeText text={description.slice(0, 16_000)} context="file" />
          </p>
        )}
        {code === 'started-without-memory' && <SummaryButton />}
      </div>
    </div>
  );
}

function Compaction({ entry }: { readonly entry: CompactionEntry }) {
  const { t } = useTranslation('transcript');
  const line = (
    <>
      <Minimize2 size={12} aria-hidden className="mr-1.5 inline-block align-[-1.5px]" />
      {t(`compaction.${entry.status}`)}
    </>
  );
  if (entry.summary === '') {
    return <p className="truncate pl-5.25 text-12 leading-6 text-fg-3">{line}</p>;
  }
  return (
    <Fold toggleKey={entry.id} line={line}>
      <div className="max-h-80 overflow-y-auto" tabIndex={0}>
        <MarkdownText text={entry.summary} live={entry.status === 'in_progress'} />
      </div>
    </Fold>
  );
}

function Unknown({ entry }: { readonly entry: UnknownEntry }) {
  const { t } = useTranslation('transcript');
  const line = (
    <>
      <Braces size={12} aria-hidden className="mr-1.5 inline-block align-[-1.5px]" />
      {t('unknown')}{' '}
      <SafeText text={entry.variant.slice(0, 120)} context="line" className="mono text-[11.5px]" />
    </>
  );
  return (
    <Fold toggleKey={entry.id} line={line}>
      <pre className="mono max-h-60 overflow-auto whitespace-pre-wrap" tabIndex={0}>
        <SafeText text={plainJson(entry.raw)} context="file" />
      </pre>
    </Fold>
  );
}
