import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useT } from '../i18n/use-t.ts';
import { useSessionActions } from '../sessions/session-context.tsx';
import { describeError } from '../shell/error-words.ts';
import type { Picker } from './pickers.ts';

export type Setting = { readonly id: string; readonly label: string };

/** One change of an option at a time: a change may change what the others offer. */
export function useSetOption(onError: (error: string | null) => void): {
  /** The change that the agent has not answered yet. */
  readonly setting: Setting | null;
  readonly set: (picker: Picker, value: string | boolean, label: string) => void;
} {
  const { t } = useTranslation('composer');
  const words = useT();
  const actions = useSessionActions();
  const [setting, setSetting] = useState<Setting | null>(null);

  const set = (picker: Picker, value: string | boolean, label: string) => {
    const { option, by } = picker;
    if (setting !== null || option.value === value) return;
    setSetting({ id: option.id, label });
    onError(null);
    const answer = by === 'mode' ? actions.setMode(String(value)) : actions.setOption(option.id, value);
    void answer.then((result) => {
      setSetting(null);
      if (!result.ok)
        onError(t('options.failed', { name: label, reason: describeError(words.t, result.error) }));
    });
  };
  return { setting, set };
}
