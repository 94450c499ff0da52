import { useMemo, useState, type FormEvent, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { problemsOf } from '../../shared/session/question-answer.ts';
import type { Question } from '../../shared/session/question.ts';
import type { QuestionEntry } from '../../shared/session/state.ts';
import { SafeText } from '../permissions/safe-text.tsx';
import { useSession, type QuestionAnswer } from '../sessions/session-context.tsx';
import { Button } from '../ui/button.tsx';
import { contentOf, keepDraft, keptDraft, type FieldDraft } from './answer-draft.ts';
import { FieldControl } from './field-control.tsx';
import { QuestionFrame, useQuestionRoot } from './question-frame.tsx';
import { useAnswer } from './use-answer.ts';
import { useQuestionInput } from './use-question-input.ts';

type Form = Extract<Question, { readonly mode: 'form' }>;

export function FormQuestion({
  entry,
  question,
}: {
  readonly entry: QuestionEntry;
  readonly question: Form;
}) {
  const { t } = useTranslation('question');
  const agent = useSession(({ summary }) => summary?.agentName ?? '');
  const { fields } = question;
  const [draft, setDraft] = useState(() => keptDraft(entry.questionId, fields));
  /** Problems are said once the person has tried to send, or has left the field. */
  const [tried, setTried] = useState(false);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const root = useQuestionRoot();
  const input = useQuestionInput(root, entry.questionId);
  const { answer, sending, error } = useAnswer(entry.questionId);
  const content = useMemo(() => contentOf(fields, draft), [fields, draft]);
  const problems = useMemo(() => problemsOf(fields, content), [fields, content]);

  const change = (name: string, value: FieldDraft) => {
    const next = new Map(draft).set(name, value);
    setDraft(next);
    keepDraft(entry.questionId, next);
  };
  const send = () => {
    if (problems.size > 0) {
      setTried(true);
      root.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      return;
    }
    void answer({ action: 'accept', content } as QuestionAnswer);
  };
  /** Enter sends only from a line of text, and only when the person has been there for a moment. */
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    const plain = !event.repeat && !event.nativeEvent.isComposing && !event.shiftKey && !event.altKey;
    if (event.target.type === 'text' && plain && input.keyCounts(event.timeStamp)) send();
  };

  return (
    <QuestionFrame
      entry={entry}
      root={root}
      rootProps={input.rootProps}
      title={
        question.title === null ? (
          t('asks', { agent })
        ) : (
          <SafeText text={question.title.slice(0, 300)} context="line" />
        )
      }
    >
      {question.description !== null && (
        <p className="text-12 text-fg-2">
          <SafeText text={question.description.slice(0, 4000)} context="file" />
        </p>
      )}
      <form
        noValidate
        autoComplete="off"
        className="flex flex-col gap-3"
        onKeyDown={onKeyDown}
        onSubmit={(event: FormEvent) => event.preventDefault()}
        onBlur={(event) => {
          const name = (event.target as Element).closest<HTMLElement>('[data-field]')?.dataset['field'];
          if (name !== undefined)
            setLeft((before) => (before.has(name) ? before : new Set([...before, name])));
        }}
      >
        {fields.length === 0 && <p className="text-12 text-fg-3">{t('nothing')}</p>}
        {fields.map((field) => {
          const problem = problems.get(field.name) ?? null;
          const empty = problem?.code === 'required';
          return (
            <div key={field.name} data-field={field.name}>
              <FieldControl
                field={field}
                value={draft.get(field.name) ?? null}
                problem={tried || (left.has(field.name) && !empty) ? problem : null}
                onChange={(value) => change(field.name, value)}
              />
            </div>
          );
        })}
        {question.leftOut > 0 && (
          <p className="text-12 text-needs">{t('leftOut', { count: question.leftOut })}</p>
        )}
        <div className="flex flex-wrap items-center gap-2">
          <Button variant="primary" disabled={sending} {...input.buttonProps(send)}>
            {t(sending ? 'sending' : 'send')}
          </Button>
          <Button disabled={sending} {...input.buttonProps(() => void answer({ action: 'decline' }))}>
            {t('decline')}
          </Button>
          <Button
            variant="quiet"
            disabled={sending}
            {...input.buttonProps(() => void answer({ action: 'cancel' }))}
          >
            {t('cancel')}
          </Button>
          {tried && problems.size > 0 && (
            <p role="alert" className="text-12 text-fail">
              {t('check')}
            </p>
          )}
        </div>
      </form>
      {error !== null && (
        <p role="alert" className="text-12 text-fail">
          {t('failed', { reason: error })}
        </p>
      )}
    </QuestionFrame>
  );
}
