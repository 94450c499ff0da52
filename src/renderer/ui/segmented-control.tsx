import { useId, type ReactNode } from 'react';

/** One of a few, all visible. Native radios: arrow keys, one tab stop. */
export function SegmentedControl<Value extends string>({
  label,
  value,
  options,
  onChange,
}: {
  /** Read out; not shown. */
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly icon?: ReactNode }[];
  readonly onChange: (value: Value) => void;
}) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className="inline-flex rounded-2 border border-line bg-inset p-0.5"
    >
      {options.map((option) => (
        <label
          key={option.value}
          className="flex items-center gap-1.5 rounded-1 px-2.25 text-12 leading-5.5 font-medium text-fg-2 has-checked:bg-raised has-checked:text-fg has-checked:shadow-[0_1px_2px_#0003] has-focus-visible:outline-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="sr-only"
          />
          {option.icon}
          {option.label}
        </label>
      ))}
    </div>
  );
}
