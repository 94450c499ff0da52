import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { QuestionChoice, QuestionField } from '../../shared/session/question.ts';
import type { FieldProblem } from '../../shared/session/question-answer.ts';
import { displayText } from '../../shared/text/display.ts';
import { SafeText } from '../permissions/safe-text.tsx';
import { classNames } from '../ui/class-names.ts';
import type { FieldDraft } from './answer-draft.ts';

/** More choices than that are a list to open. */
const mostRadios = 8;
/** Texts longer than that get more than a line. */
const oneLine = 200;

/** One field of a form with its name, what it is for, and what is wrong with it. Every word is the agent's. */
export function FieldControl({
  field,
  value,
  problem,
  onChange,
}: {
  readonly field: QuestionField;
  readonly value: FieldDraft;
  readonly problem: FieldProblem | null;
  readonly onChange: (value: FieldDraft) => void;
}) {
  const { t } = useTranslation('question');
  const id = useId();
  const hint = useHint(field);
  const described = [
    field.description === null && hint === null ? null : `${id}-hint`,
    problem === null ? null : `${id}-problem`,
  ].filter((each) => each !== null);
  const common = {
    'aria-describedby': described.length === 0 ? undefined : described.join(' '),
    'aria-invalid': problem !== null,
    'aria-required': field.required,
  };
  const name = displayText((field.title ?? field.name).slice(0, 200), 'line');
  const label = (
    <>
      <SafeText text={(field.title ?? field.name).slice(0, 200)} context="line" />
      <span className="font-normal text-fg-3">
        {' · '}
        {t(field.required ? 'required' : 'optional')}
      </span>
    </>
  );
  const below = (
    <>
      {(field.description !== null || hint !== null) && (
        <p id={`${id}-hint`} className="text-12 text-fg-3">
          {field.description !== null && <SafeText text={field.description.slice(0, 2000)} context="file" />}
          {field.description !== null && hint !== null && ' '}
          {hint}
        </p>
      )}
      {problem !== null && (
        <p id={`${id}-problem`} className="text-12 text-fail">
          <Problem problem={problem} />
        </p>
      )}
    </>
  );
  const boxClass = classNames(
    'selectable w-full rounded-2 border bg-inset px-2.5 text-13 text-fg',
    problem === null ? 'border-line-strong' : 'border-fail',
  );

  switch (field.type) {
    case 'text':
    case 'number': {
      const text = typeof value === 'string' ? value : '';
      const long = field.type === 'text' && (text.length > oneLine || (field.minLength ?? 0) > oneLine);
      return (
        <Labelled id={id} label={label} below={below}>
          {long ? (
            <textarea
              {...common}
              id={id}
              rows={4}
              value={text}
              onChange={(event) => onChange(event.target.value)}
              className={classNames(boxClass, 'resize-y py-1.5')}
            />
          ) : (
            <input
              {...common}
              id={id}
              type="text"
              inputMode={field.type === 'number' ? 'decimal' : undefined}
              spellCheck={false}
              autoComplete="off"
              value={text}
              onChange={(event) => onChange(event.target.value)}
              className={classNames(boxClass, 'h-8')}
            />
          )}
        </Labelled>
      );
    }
    case 'boolean':
      return (
        <div className="flex flex-col gap-1">
          <Tick
            type="checkbox"
            checked={value === true}
            onChange={(checked) => onChange(checked)}
            label={label}
            extra={common}
          />
          {below}
        </div>
      );
    case 'choice':
      if (field.choices.length > mostRadios) {
        return (
          <Labelled id={id} label={label} below={below}>
            <select
              {...common}
              id={id}
              value={typeof value === 'string' ? `=${value}` : ''}
              onChange={(event) => onChange(event.target.value === '' ? null : event.target.value.slice(1))}
              className={classNames(boxClass, 'h-8')}
            >
              <option value="">{t(field.required ? 'choose' : 'noAnswer')}</option>
              {field.choices.map((choice) => (
                <option key={choice.value} value={`=${choice.value}`}>
                  {displayText(choice.title.slice(0, 200), 'line')}
                </option>
              ))}
            </select>
          </Labelled>
        );
      }
      return (
        <Group
          id={id}
          name={name}
          label={label}
          below={below}
          describedBy={common['aria-describedby']}
          role="radiogroup"
        >
          {field.choices.map((choice) => (
            <Tick
              key={choice.value}
              type="radio"
              name={id}
              checked={value === choice.value}
              onChange={() => onChange(choice.value)}
              label={<ChoiceWords choice={choice} />}
            />
          ))}
          {!field.required && (
            <Tick
              type="radio"
              name={id}
              checked={value === null}
              onChange={() => onChange(null)}
              label={<span className="text-fg-3">{t('noAnswer')}</span>}
            />
          )}
        </Group>
      );
    case 'choices': {
      const chosen = Array.isArray(value) ? (value as readonly string[]) : [];
      return (
        <Group
          id={id}
          name={name}
          label={label}
          below={below}
          describedBy={common['aria-describedby']}
          role="group"
        >
          {field.choices.map((choice) => (
            <Tick
              key={choice.value}
              type="checkbox"
              checked={chosen.includes(choice.value)}
              onChange={(checked) =>
                onChange(
                  field.choices
                    .map((each) => each.value)
                    .filter((each) => (each === choice.value ? checked : chosen.includes(each))),
                )
              }
              label={<ChoiceWords choice={choice} />}
            />
          ))}
        </Group>
      );
    }
    case 'unknown':
      return (
        <div className="flex flex-col gap-1">
          <p className="font-medium">{label}</p>
          <p className="text-12 text-needs">
            {t('unknownField', { kind: displayText(field.kind.slice(0, 60), 'line') })}
          </p>
          {below}
        </div>
      );
  }
}

function useHint(field: QuestionField): string | null {
  const { t } = useTranslation('question');
  if (field.type === 'number') return field.integer ? t('hint.integer') : null;
  if (field.type !== 'text') return null;
  if (field.format !== null) return t(`hint.${field.format}`);
  return field.pattern === null
    ? null
    : t('hint.pattern', { pattern: displayText(field.pattern.slice(0, 120), 'line') });
}

function Problem({ problem }: { readonly problem: FieldProblem }) {
  const { t } = useTranslation('question');
  return 'limit' in problem
    ? t(`problem.${problem.code}`, { count: problem.limit, limit: problem.limit })
    : t(`problem.${problem.code}`);
}

function Labelled({
  id,
  label,
  below,
  children,
}: {
  readonly id: string;
  readonly label: ReactNode;
  readonly below: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {children}
      {below}
    </div>
  );
}

function Group({
  id,
  name,
  label,
  below,
  describedBy,
  role,
  children,
}: {
  readonly id: string;
  readonly name: string;
  readonly label: ReactNode;
  readonly below: ReactNode;
  readonly describedBy: string | undefined;
  readonly role: 'radiogroup' | 'group';
  readonly children: ReactNode;
}) {
  return (
    <div id={id} role={role} aria-label={name} aria-describedby={describedBy} className="flex flex-col gap-1">
      <p className="font-medium" aria-hidden>
        {label}
      </p>
      {children}
      {below}
    </div>
  );
}

function Tick({
  type,
  name,
  checked,
  onChange,
  label,
  extra,
}: {
  readonly type: 'radio' | 'checkbox';
  readonly name?: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly label: ReactNode;
  readonly extra?: Record<string, string | boolean | undefined>;
}) {
  return (
    <label className="flex items-start gap-2 rounded-2 px-1 py-0.5 hover:bg-hover">
      <input
        {...extra}
        type={type}
        name={name}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="mt-1 flex-none accent-accent"
      />
      <span className="min-w-0 flex-1">{label}</span>
    </label>
  );
}

function ChoiceWords({ choice }: { readonly choice: QuestionChoice }) {
  return (
    <>
      <SafeText text={choice.title.slice(0, 500)} context="line" />
      {choice.description !== null && choice.description !== '' && (
        <span className="block text-12 text-fg-3">
          <SafeText text={choice.description.slice(0, 2000)} context="file" />
        </span>
      )}
    </>
  );
}
