import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { CatalogueEntry } from '../../shared/ipc/contract/catalogue.ts';
import { useT } from '../i18n/use-t.ts';
import { useServices } from '../shell/services.tsx';
import { Button } from '../ui/button.tsx';
import { TextArea, TextField } from '../ui/text-field.tsx';
import { configureAgent } from './catalogue-actions.ts';
import { readSettingsDraft, settingsDraftOf, type SettingsField } from './settings-draft.ts';

/** Changes how one agent is launched, where the catalogue says it, and what its new sessions begin with. */
export function AgentSettingsForm({
  entry,
  onDone,
}: {
  readonly entry: CatalogueEntry;
  readonly onDone: () => void;
}) {
  const { t } = useTranslation('catalogue');
  const { t: shared } = useT();
  const services = useServices();
  const [draft, setDraft] = useState(() => settingsDraftOf(entry.settings));
  const [sent, setSent] = useState(false);
  const read = readSettingsDraft(draft, entry.settings.granted);
  const set = (field: SettingsField) => (event: { readonly target: { readonly value: string } }) =>
    setDraft((before) => ({ ...before, [field]: event.target.value }));
  const problemOf = (field: SettingsField): string | null => {
    if (!sent || read.ok || read.problem.field !== field) return null;
    const { problem } = read;
    if ('line' in problem) return t('settings.optionLine', { line: problem.line });
    if ('message' in problem) return problem.message;
    return shared(`agents:problems.${problem.problem.problem}`, problem.problem.values);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setSent(true);
    if (read.ok && (await configureAgent(services, entry.id, read.settings))) onDone();
  };
  const isLaunchOurs = entry.origin === 'installed' || entry.origin === 'found';
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-3">
      {isLaunchOurs && (
        <>
          <TextField
            label={t('settings.command')}
            value={draft.command}
            hint={t('settings.commandHint')}
            error={problemOf('command')}
            className="font-mono text-12!"
            onChange={set('command')}
          />
          <TextArea
            label={t('settings.args')}
            value={draft.args}
            rows={2}
            hint={t('settings.argsHint')}
            error={problemOf('args')}
            onChange={set('args')}
          />
          <TextArea
            label={t('settings.env')}
            value={draft.env}
            rows={2}
            hint={
              entry.settings.envNames.length > 0
                ? `${t('settings.envHint')} ${shared('agents:envKept')}`
                : t('settings.envHint')
            }
            error={problemOf('env')}
            onChange={set('env')}
          />
        </>
      )}
      <TextField
        label={t('settings.mode')}
        value={draft.mode}
        hint={t('settings.modeHint')}
        error={problemOf('mode')}
        className="font-mono text-12!"
        onChange={set('mode')}
      />
      <TextArea
        label={t('settings.options')}
        value={draft.options}
        rows={2}
        hint={t('settings.optionsHint')}
        error={problemOf('options')}
        onChange={set('options')}
      />
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label={t('settings.silence')}
          value={draft.silenceMinutes}
          inputMode="numeric"
          placeholder="5"
          hint={t('settings.silenceHint')}
          error={problemOf('silenceMinutes') === null ? null : t('settings.minutes')}
          onChange={set('silenceMinutes')}
        />
        <TextField
          label={t('settings.idle')}
          value={draft.idleMinutes}
          inputMode="numeric"
          placeholder="30"
          hint={t('settings.idleHint')}
          error={problemOf('idleMinutes') === null ? null : t('settings.minutes')}
          onChange={set('idleMinutes')}
        />
      </div>
      <div className="flex justify-end gap-2">
        <Button size="sm" onClick={onDone}>
          {shared('cancel')}
        </Button>
        <Button size="sm" type="submit" variant="primary">
          {shared('save')}
        </Button>
      </div>
    </form>
  );
}
