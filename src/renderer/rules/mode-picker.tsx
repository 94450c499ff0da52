import { Eye, Map, MessageCircleQuestion, Pencil, Shield, Zap, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { modes, type Mode } from '../../shared/permission/rule.ts';
import { useT } from '../i18n/use-t.ts';
import { useOpenSession, useSession } from '../sessions/session-context.tsx';
import { describeError } from '../shell/error-words.ts';
import { useServices } from '../shell/services.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu, type MenuEntry } from '../ui/menu.tsx';
import { PickerButton } from '../ui/picker-button.tsx';
import { useMode } from './use-mode.ts';

export const modeIcons: Readonly<Record<Mode, LucideIcon>> = {
  'read-only': Eye,
  'plan-safe': Map,
  ask: MessageCircleQuestion,
  'accept-edits': Pencil,
  autonomous: Zap,
};

/** What the app decides where no rule speaks: apart from the modes that the agent has of its own. */
export function ModePicker({
  compact,
  onError,
}: {
  readonly compact: boolean;
  readonly onError: (error: string | null) => void;
}) {
  const { t } = useTranslation('rules');
  const words = useT();
  const { view } = useServices();
  const session = useOpenSession();
  const chosen = useSession(({ state }) => state.chosenMode);
  const inForce = useMode();
  if (inForce === null) return null;
  const name = t(`modes.${inForce.mode}`);
  const label = t('mode.button', { mode: name });
  const choose = (value: string) => {
    onError(null);
    const mode = modes.find((each) => each === value) ?? null;
    void session.actions.chooseMode(mode).then((answer) => {
      if (!answer.ok) onError(t('mode.failed', { reason: describeError(words.t, answer.error) }));
    });
  };
  const entries: readonly MenuEntry[] = [
    {
      type: 'choices',
      id: 'mode',
      label: t('mode.label'),
      value: chosen ?? 'default',
      onChange: choose,
      choices: [
        {
          value: 'default',
          label: t('mode.default'),
          description: t('mode.defaultIs', { mode: t(`modes.${inForce.byDefault}`) }),
          icon: <Shield size={13} aria-hidden />,
        },
        ...modes.map((mode) => {
          const Icon = modeIcons[mode];
          return {
            value: mode,
            label: t(`modes.${mode}`),
            description: t(`modeMeans.${mode}`),
            icon: <Icon size={13} aria-hidden />,
          };
        }),
      ],
    },
    { type: 'separator', id: 'separator' },
    {
      type: 'action',
      id: 'rules',
      label: t('mode.rules'),
      description:
        inForce.limit === null ? t('mode.never') : t('mode.tightened', { mode: t(`modes.${inForce.limit}`) }),
      onSelect: () =>
        view.setState({ overlay: { type: 'permissions', page: 'rules', sessionId: session.id } }),
    },
  ];
  return (
    <Menu
      side="top"
      label={t('mode.label')}
      trigger={
        compact ? (
          <IconButton
            label={label}
            size="sm"
            icon={<Shield size={13} />}
            tooltipSide="top"
            data-permission-mode={inForce.mode}
          />
        ) : (
          <PickerButton
            aria-label={label}
            title={t('mode.label')}
            icon={<Shield size={12} aria-hidden className="flex-none" />}
            data-permission-mode={inForce.mode}
            className="max-w-44"
          >
            {name}
          </PickerButton>
        )
      }
      entries={entries}
    />
  );
}
