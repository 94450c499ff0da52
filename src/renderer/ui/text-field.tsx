import { useId, type ComponentProps, type ReactNode } from 'react';
import { classNames } from './class-names.ts';

type FieldWords = {
  readonly label: string;
  readonly hint?: ReactNode;
  /** What is wrong with the value; null or absent: nothing. */
  readonly error?: string | null | undefined;
};
export type TextFieldProps = FieldWords & Omit<ComponentProps<'input'>, 'id'>;
export type TextAreaProps = FieldWords & Omit<ComponentProps<'textarea'>, 'id'>;

function inputClass(wrong: boolean): string {
  return classNames(
    'selectable w-full rounded-2 border bg-inset px-2.5 text-13 text-fg',
    wrong ? 'border-fail' : 'border-line-strong',
  );
}

function Frame({
  id,
  label,
  hint,
  error,
  children,
}: FieldWords & { readonly id: string; readonly children: ReactNode }) {
  const wrong = typeof error === 'string';
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {children}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-12 text-fg-3">
          {hint}
        </p>
      )}
      {wrong && (
        <p id={`${id}-error`} className="text-12 text-fail">
          {error}
        </p>
      )}
    </div>
  );
}

function describedBy(id: string, words: FieldWords): string | undefined {
  const ids = [
    words.hint === undefined ? null : `${id}-hint`,
    typeof words.error === 'string' ? `${id}-error` : null,
  ].filter((each) => each !== null);
  return ids.length === 0 ? undefined : ids.join(' ');
}

export function TextField({ label, hint, error, className, ...rest }: TextFieldProps) {
  const id = useId();
  const wrong = typeof error === 'string';
  return (
    <Frame id={id} label={label} hint={hint} error={error}>
      <input
        type="text"
        spellCheck={false}
        autoComplete="off"
        {...rest}
        id={id}
        aria-invalid={wrong}
        aria-describedby={describedBy(id, { label, hint, error })}
        className={classNames('h-8', inputClass(wrong), className)}
      />
    </Frame>
  );
}

export function TextArea({ label, hint, error, className, ...rest }: TextAreaProps) {
  const id = useId();
  const wrong = typeof error === 'string';
  return (
    <Frame id={id} label={label} hint={hint} error={error}>
      <textarea
        spellCheck={false}
        rows={3}
        {...rest}
        id={id}
        aria-invalid={wrong}
        aria-describedby={describedBy(id, { label, hint, error })}
        className={classNames('mono resize-y py-1.5', inputClass(wrong), className)}
      />
    </Frame>
  );
}
