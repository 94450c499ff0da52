import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { MOST_AGENTS } from '../../shared/ipc/contract/settings.ts';
import { TextField } from '../ui/text-field.tsx';

/** How many agent processes may live at once: taken over with Enter, or when the field is left. */
export function MostAgentsField({
  value,
  onChange,
}: {
  readonly value: number;
  readonly onChange: (value: number) => void;
}) {
  const { t } = useTranslation('settings');
  const [text, setText] = useState(String(value));
  const [wrong, setWrong] = useState(false);
  const take = () => {
    const next = text.trim() === '' ? MOST_AGENTS.byDefault : Number(text);
    const isRight = Number.isInteger(next) && next >= MOST_AGENTS.least && next <= MOST_AGENTS.most;
    setWrong(!isRight);
    if (isRight && next !== value) onChange(next);
    else if (isRight) setText(String(value));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) take();
  };
  return (
    <TextField
      label={t('mostAgents.label')}
      value={text}
      inputMode="numeric"
      hint={t('mostAgents.hint')}
      error={wrong ? t('mostAgents.wrong', { least: MOST_AGENTS.least, most: MOST_AGENTS.most }) : null}
      className="w-20!"
      onChange={(event) => {
        setText(event.target.value);
        setWrong(false);
      }}
      onBlur={take}
      onKeyDown={onKeyDown}
    />
  );
}
