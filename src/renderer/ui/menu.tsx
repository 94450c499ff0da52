import { Menu as Base } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Kbd } from './kbd.tsx';

export type MenuAction = {
  readonly type: 'action';
  readonly id: string;
  readonly label: string;
  readonly description?: string | undefined;
  readonly icon?: ReactNode;
  readonly kbd?: string | undefined;
  readonly danger?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly onSelect: () => void;
};
export type MenuChoice = {
  readonly value: string;
  readonly label: string;
  readonly description?: string | undefined;
  readonly icon?: ReactNode;
};
export type MenuEntry =
  | MenuAction
  | {
      readonly type: 'check';
      readonly id: string;
      readonly label: string;
      readonly description?: string | undefined;
      readonly checked: boolean;
      readonly onChange: (checked: boolean) => void;
    }
  /** One of several; the chosen one has the check. */
  | {
      readonly type: 'choices';
      readonly id: string;
      readonly label?: string | undefined;
      readonly value: string | null;
      readonly choices: readonly MenuChoice[];
      readonly onChange: (value: string) => void;
    }
  | {
      readonly type: 'group';
      readonly id: string;
      readonly label: string;
      readonly entries: readonly MenuAction[];
    }
  | { readonly type: 'separator'; readonly id: string };

const itemClass =
  'grid w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 rounded-2 px-2 py-1 outline-none select-none data-highlighted:bg-active data-disabled:opacity-50';
const groupLabelClass = 'px-2 pt-1.5 pb-0.5 text-11 font-semibold text-fg-3';

function Words({
  icon,
  label,
  description,
}: {
  readonly icon?: ReactNode;
  readonly label: string;
  readonly description?: string | undefined;
}) {
  return (
    <span className="flex min-w-0 items-start gap-2">
      {icon !== undefined && <span className="mt-0.75 flex-none">{icon}</span>}
      <span className="min-w-0">
        <span className="block truncate">{label}</span>
        {description !== undefined && description !== '' && (
          <span className="block text-12 text-fg-3">{description}</span>
        )}
      </span>
    </span>
  );
}

function Action({ entry }: { readonly entry: MenuAction }) {
  return (
    <Base.Item
      className={classNames(itemClass, entry.danger === true && 'text-fail')}
      disabled={entry.disabled === true}
      onClick={entry.onSelect}
    >
      <Words icon={entry.icon} label={entry.label} description={entry.description} />
      {entry.kbd !== undefined && <Kbd>{entry.kbd}</Kbd>}
    </Base.Item>
  );
}

function Entry({ entry }: { readonly entry: MenuEntry }) {
  switch (entry.type) {
    case 'action':
      return <Action entry={entry} />;
    case 'check':
      return (
        <Base.CheckboxItem className={itemClass} checked={entry.checked} onCheckedChange={entry.onChange}>
          <Words label={entry.label} description={entry.description} />
          <Base.CheckboxItemIndicator>
            <Check size={14} className="text-accent" />
          </Base.CheckboxItemIndicator>
        </Base.CheckboxItem>
      );
    case 'choices':
      return (
        <Base.RadioGroup
          value={entry.value}
          onValueChange={(value: unknown) => entry.onChange(String(value))}
        >
          {entry.label !== undefined && <div className={groupLabelClass}>{entry.label}</div>}
          {entry.choices.map((choice) => (
            <Base.RadioItem key={choice.value} className={itemClass} value={choice.value} closeOnClick>
              <Words icon={choice.icon} label={choice.label} description={choice.description} />
              <Base.RadioItemIndicator>
                <Check size={14} className="text-accent" />
              </Base.RadioItemIndicator>
            </Base.RadioItem>
          ))}
        </Base.RadioGroup>
      );
    case 'group':
      return (
        <Base.Group>
          <Base.GroupLabel className={groupLabelClass}>{entry.label}</Base.GroupLabel>
          {entry.entries.map((action) => (
            <Action key={action.id} entry={action} />
          ))}
        </Base.Group>
      );
    case 'separator':
      return <Base.Separator className="mx-1 my-1 h-px bg-line" />;
  }
}

/** `trigger` is a button element that takes a ref and event props (Button, IconButton, PickerButton). */
export function Menu({
  trigger,
  entries,
  label,
  align = 'start',
  side = 'bottom',
  open,
  onOpenChange,
  disabled,
}: {
  readonly trigger: ReactElement<Record<string, unknown>>;
  readonly entries: readonly MenuEntry[];
  /** Names the popup for screen readers where the trigger's name does not say it. */
  readonly label?: string | undefined;
  readonly align?: 'start' | 'center' | 'end' | undefined;
  readonly side?: 'top' | 'bottom' | undefined;
  readonly open?: boolean | undefined;
  readonly onOpenChange?: ((open: boolean) => void) | undefined;
  readonly disabled?: boolean | undefined;
}) {
  return (
    <Base.Root
      {...(open === undefined ? {} : { open })}
      {...(onOpenChange === undefined ? {} : { onOpenChange: (next: boolean) => onOpenChange(next) })}
      modal={false}
      disabled={disabled === true}
    >
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} side={side} sideOffset={4} collisionPadding={8} className="z-40">
          <Base.Popup
            aria-label={label}
            className="max-h-[min(420px,var(--available-height))] max-w-90 min-w-48 overflow-y-auto rounded-3 border border-line-strong bg-raised p-1 shadow-float outline-none"
          >
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
