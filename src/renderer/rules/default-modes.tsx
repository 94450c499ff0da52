import { useTranslation } from 'react-i18next';
import type { PermissionsState } from '../../shared/ipc/contract/permissions.ts';
import type { Workspace } from '../../shared/ipc/contract/workspaces.ts';
import { modes } from '../../shared/permission/rule.ts';
import { displayText } from '../../shared/text/display.ts';
import { useServices } from '../shell/services.tsx';
import { askRules } from './ask-rules.ts';
import { SelectField } from './select-field.tsx';

/** The mode that sessions begin with: in general, and in the workspace at hand. */
export function DefaultModes({
  state,
  workspace,
}: {
  readonly state: PermissionsState;
  readonly workspace: Workspace | null;
}) {
  const { t } = useTranslation('rules');
  const services = useServices();
  const choices = modes.map((mode) => ({ value: mode, label: t(`modes.${mode}`) }));
  const set = (value: string, workspaceId: string | null) => {
    const mode = modes.find((each) => each === value) ?? null;
    void askRules(services, services.client.request('permissions.setMode', { mode, workspaceId }));
  };
  const own = workspace === null ? null : (state.modes[workspace.path] ?? null);
  const shown = own ?? state.mode;
  return (
    <section aria-labelledby="rules-modes" className="flex flex-col gap-2">
      <h3 id="rules-modes" className="text-12 font-semibold text-fg-2">
        {t('defaults.title')}
      </h3>
      <div className="flex flex-wrap gap-4">
        <SelectField
          label={t('defaults.general')}
          value={state.mode}
          choices={choices}
          className="w-52"
          onChange={(value) => set(value, null)}
        />
        {workspace !== null && (
          <SelectField
            label={t('defaults.workspace', { workspace: displayText(workspace.name, 'line') })}
            value={own ?? ''}
            choices={[{ value: '', label: t('defaults.asGeneral') }, ...choices]}
            className="w-52"
            onChange={(value) => set(value, workspace.id)}
          />
        )}
      </div>
      <p className="text-12 text-fg-3">
        {t(`modeMeans.${shown}`)} {t('mode.never')}
      </p>
    </section>
  );
}
