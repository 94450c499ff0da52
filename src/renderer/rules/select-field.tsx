import { useId } from 'react';
import { classNames } from '../ui/class-names.ts';

/** One of several, by the system's own list. */
export function SelectField({
  label,
  value,
  choices,
  hideLabel = false,
  className,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  /** Read out only. */
  readonly hideLabel?: boolean;
  readonly className?: string;
  readonly onChange: (value: string) => void;
}) {
  const id = useId();
  return (
    <div className={classNames('flex min-w-0 flex-col gap-1', className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'font-medium'}>
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="h-8 w-full min-w-0 rounded-2 border border-line-strong bg-inset px-2 text-13 text-fg"
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </div>
  );
}
