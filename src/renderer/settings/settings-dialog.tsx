import { useStore } from 'zustand';
import type { Settings } from '../../shared/ipc/contract/settings.ts';
import { useT } from '../i18n/use-t.ts';
import { showError } from '../shell/actions.ts';
import { showKey } from '../shell/commands/key.ts';
import { useRegistry } from '../shell/commands/registry-context.tsx';
import { useServices } from '../shell/services.tsx';
import type { SettingsSection } from '../shell/view-store.ts';
import { classNames } from '../ui/class-names.ts';
import { Dialog } from '../ui/dialog.tsx';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import { AboutSection } from './about-section.tsx';
import { AgentsSection } from './agents-section.tsx';
import { McpSection } from './mcp/mcp-section.tsx';
import { MostAgentsField } from './most-agents-field.tsx';
import { StorageSection } from './storage-section.tsx';

const sections: readonly SettingsSection[] = ['general', 'agents', 'mcp', 'storage', 'about'];

export function SettingsDialog({
  section,
  agentId,
  onClose,
}: {
  readonly section: SettingsSection;
  /** The agent to edit at once. */
  readonly agentId: string | null;
  readonly onClose: () => void;
}) {
  const { t } = useT();
  const { view } = useServices();
  return (
    <Dialog open onOpenChange={onClose} size="lg" title={t('settings:title')}>
      <div className="flex min-h-110 gap-6">
        <nav
          aria-label={t('settings:title')}
          className="sticky top-0 flex w-36 flex-none flex-col gap-0.5 self-start pt-1"
        >
          {sections.map((each) => (
            <button
              key={each}
              type="button"
              aria-current={each === section ? 'page' : undefined}
              onClick={() => view.setState({ overlay: { type: 'settings', section: each } })}
              className={classNames(
                'h-7 rounded-2 px-2.5 text-left font-medium',
                each === section ? 'bg-active text-fg' : 'text-fg-2 hover:bg-hover',
              )}
            >
              {t(`settings:sections.${each}`)}
            </button>
          ))}
          <button
            type="button"
            onClick={() =>
              view.setState(({ selectedId }) => ({
                overlay: { type: 'permissions', page: 'rules', sessionId: selectedId },
              }))
            }
            className="h-7 rounded-2 px-2.5 text-left font-medium text-fg-2 hover:bg-hover"
          >
            {t('rules:title')}…
          </button>
        </nav>
        <div className="min-w-0 flex-1 pt-1">
          {section === 'general' && <GeneralSection />}
          {section === 'agents' && <AgentsSection key={agentId} agentId={agentId} />}
          {section === 'mcp' && <McpSection />}
          {section === 'storage' && <StorageSection />}
          {section === 'about' && <AboutSection />}
        </div>
      </div>
    </Dialog>
  );
}

function GeneralSection() {
  const { t } = useT();
  const services = useServices();
  const { platform } = useRegistry();
  const state = useStore(services.settings);
  if (state === null) return <p className="text-fg-3">{t('loading')}</p>;
  const { settings } = state;
  const update = async (patch: Partial<Omit<Settings, 'agents'>>) => {
    const answer = await services.client.request('settings.update', { patch });
    if (!answer.ok) showError(services, 'saveSettings', answer.error);
  };
  return (
    <div className="flex flex-col gap-5">
      <Setting label={t('settings:theme.label')} hint={t('settings:themeHint')}>
        <SegmentedControl
          label={t('settings:theme.label')}
          value={settings.theme}
          options={(['system', 'light', 'dark'] as const).map((value) => ({
            value,
            label: t(`settings:theme.${value}`),
          }))}
          onChange={(theme) => void update({ theme })}
        />
      </Setting>
      <Setting label={t('settings:language.label')}>
        <SegmentedControl
          label={t('settings:language.label')}
          value={settings.language}
          options={(['system', 'en', 'zh-CN'] as const).map((value) => ({
            value,
            label: t(`settings:language.${value}`),
          }))}
          onChange={(language) => void update({ language })}
        />
      </Setting>
      <Setting
        label={t('settings:enter.label')}
        hint={
          settings.enterSends
            ? t('settings:enter.sendsHint')
            : t('settings:enter.breaksHint', { key: showKey('Mod+Enter', platform) })
        }
      >
        <SegmentedControl
          label={t('settings:enter.label')}
          value={settings.enterSends ? 'sends' : 'breaks'}
          options={(['sends', 'breaks'] as const).map((value) => ({
            value,
            label: t(`settings:enter.${value}`),
          }))}
          onChange={(value) => void update({ enterSends: value === 'sends' })}
        />
      </Setting>
      <MostAgentsField
        key={settings.mostAgents}
        value={settings.mostAgents}
        onChange={(mostAgents) => void update({ mostAgents })}
      />
      <p className="mt-2 border-t border-line pt-3 text-12 text-fg-3">
        {t('settings:file')} <code className="selectable break-all text-fg-2">{state.path}</code>
      </p>
    </div>
  );
}

function Setting({
  label,
  hint,
  children,
}: {
  readonly label: string;
  readonly hint?: string;
  readonly children: React.ReactNode;
}) {
  return (
    <div className="flex flex-col items-start gap-1.5">
      <div className="font-medium">{label}</div>
      {children}
      {hint !== undefined && <p className="text-12 text-fg-3">{hint}</p>}
    </div>
  );
}
