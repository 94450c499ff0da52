import { MessageCircleQuestion } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { AnswerValue, QuestionField, QuestionOutcome } from '../../shared/session/question.ts';
import type { QuestionEntry } from '../../shared/session/state.ts';
import { displayText } from '../../shared/text/display.ts';
import { viewUrl } from '../../shared/text/display-url.ts';
import { SafeText } from '../permissions/safe-text.tsx';
import { Button } from '../ui/button.tsx';
import { isWeb, useOpenPage } from './url-question.tsx';

/** What became of a question: its first words, and what the person answered. */
export function SettledQuestion({ entry }: { readonly entry: QuestionEntry }) {
  const { t } = useTranslation('question');
  const { question, outcome, completed } = entry;
  const openPage = useOpenPage();
  if (outcome === null) return null;
  const view = question.mode === 'url' ? viewUrl(question.url) : null;
  const again = view !== null && outcome.outcome === 'accepted' && !completed && isWeb(view);
  return (
    <div className="selectable flex gap-2 rounded-2 border border-line bg-raised px-3 py-1.5 text-12">
      <MessageCircleQuestion size={14} aria-hidden className="mt-0.5 flex-none text-fg-3" />
      <div className="min-w-0 flex-1">
        <p className="text-fg-2">
          <SafeText text={question.message.slice(0, 500)} context="line" />
        </p>
        <p className="font-medium">
          {outcomeWords(outcome)}
          {completed && ` · ${t('outcome.completed')}`}
        </p>
        {question.mode === 'form' && outcome.outcome === 'accepted' && (
          <dl className="mt-1 grid grid-cols-[max-content_minmax(0,1fr)] gap-x-3 gap-y-0.5">
            {question.fields.map((field) =>
              Object.hasOwn(outcome.content, field.name) ? (
                <Answered key={field.name} field={field} value={outcome.content[field.name]} />
              ) : null,
            )}
          </dl>
        )}
      </div>
      {again && question.mode === 'url' && (
        <Button size="sm" variant="quiet" onClick={() => openPage(question.url)}>
          {t('url.again')}
        </Button>
      )}
    </div>
  );

  function outcomeWords(settled: QuestionOutcome): string {
    switch (settled.outcome) {
      case 'accepted':
        if (view !== null) return t('outcome.opened', { host: displayText(view.host, 'line') });
        return Object.keys(settled.content).length === 0
          ? `${t('outcome.accepted')} · ${t('outcome.empty')}`
          : t('outcome.accepted');
      case 'declined':
        return t('outcome.declined');
      case 'cancelled':
        return t(`outcome.cancelled.${settled.why}`);
    }
  }
}

function Answered({
  field,
  value,
}: {
  readonly field: QuestionField;
  readonly value: AnswerValue | undefined;
}) {
  const { t } = useTranslation('question');
  const titleOf = (chosen: string) =>
    field.type === 'choice' || field.type === 'choices'
      ? (field.choices.find((choice) => choice.value === chosen)?.title ?? chosen)
      : chosen;
  const shown =
    typeof value === 'boolean'
      ? t(value ? 'yes' : 'no')
      : typeof value === 'object'
        ? value.map(titleOf).join(', ')
        : titleOf(String(value));
  return (
    <>
      <dt className="max-w-60 truncate text-fg-3">
        <SafeText text={(field.title ?? field.name).slice(0, 120)} context="line" />
      </dt>
      <dd>
        <SafeText text={shown.slice(0, 4000)} context="file" />
      </dd>
    </>
  );
}
