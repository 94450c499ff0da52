import { SlidersHorizontal } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../sessions/session-context.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu, type MenuEntry } from '../ui/menu.tsx';
import { PickerButton } from '../ui/picker-button.tsx';
import { checkEntry, choiceEntries, safe } from './option-entries.ts';
import { chosenName, pickersOf, type Picker, type SelectPicker } from './pickers.ts';
import { useSetOption } from './use-set-option.ts';

/** Mode, model and whatever else the agent lets one choose. */
export function OptionPickers({
  compact,
  disabled,
  onError,
}: {
  /** Everything behind one button. */
  readonly compact: boolean;
  readonly disabled: boolean;
  /** A sentence, or null when the next choice begins. */
  readonly onError: (error: string | null) => void;
}) {
  const { t } = useTranslation('composer');
  const options = useSession(({ state }) => state.options);
  const modes = useSession(({ state }) => state.modes);
  const modeWord = t('options.mode');
  const pickers = useMemo(() => pickersOf({ options, modes }, modeWord), [options, modes, modeWord]);
  const { setting, set } = useSetOption(onError);

  const inBar = [...(pickers.mode === null ? [] : [pickers.mode]), ...pickers.prominent];
  const behind: readonly Picker[] = compact ? [...inBar, ...pickers.others] : pickers.others;
  const entries = behind.flatMap((picker, index): MenuEntry[] => {
    const { option } = picker;
    const own =
      option.type === 'select'
        ? choiceEntries(option, (value, label) => set(picker, value, label))
        : [checkEntry(option, (value, label) => set(picker, value, label))];
    const before = behind[index - 1]?.option.type;
    const apart = before !== undefined && (before === 'select' || option.type === 'select');
    return apart ? [{ type: 'separator', id: `${option.id}/separator` }, ...own] : [...own];
  });
  const off = disabled || setting !== null;

  return (
    <>
      {!compact &&
        inBar.map((picker) => (
          <BarPicker
            key={picker.option.id}
            isMode={picker === pickers.mode}
            picker={picker}
            setting={setting?.id === picker.option.id ? setting.label : null}
            disabled={off}
            onChoose={(value, label) => set(picker, value, label)}
          />
        ))}
      {entries.length > 0 && (
        <Menu
          side="top"
          label={t('options.more')}
          disabled={off}
          trigger={
            <IconButton
              label={t(compact ? 'options.all' : 'options.more')}
              size={compact ? 'sm' : 'md'}
              icon={<SlidersHorizontal size={compact ? 13 : 14} />}
              tooltipSide="top"
              aria-busy={behind.some(({ option }) => option.id === setting?.id)}
              data-option="more"
            />
          }
          entries={entries}
        />
      )}
    </>
  );
}

/** While the agent has not answered yet, it shows what was chosen, dimmed. */
function BarPicker({
  picker: { option },
  setting,
  disabled,
  isMode,
  onChoose,
}: {
  readonly picker: SelectPicker;
  /** The agent's mode, which is not the app's. */
  readonly isMode: boolean;
  readonly setting: string | null;
  readonly disabled: boolean;
  readonly onChoose: (value: string, label: string) => void;
}) {
  const { t } = useTranslation('rules');
  const name = safe(chosenName(option));
  const title = safe(option.description?.slice(0, 200) ?? option.name);
  return (
    <Menu
      side="top"
      label={safe(option.name)}
      disabled={disabled}
      trigger={
        <PickerButton
          aria-label={`${safe(option.name)}: ${name}`}
          aria-busy={setting !== null}
          data-option={option.id}
          title={isMode ? `${title} · ${t('mode.agent')}` : title}
          className={setting === null ? 'max-w-44' : 'max-w-44 opacity-60'}
        >
          {setting ?? name}
        </PickerButton>
      }
      entries={choiceEntries(option, onChoose, isMode ? t('mode.agent') : null)}
    />
  );
}
