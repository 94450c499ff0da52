import { Ellipsis } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu, type MenuEntry } from '../ui/menu.tsx';
import { FONT_SIZES, setTerminalOptions, terminalPanel } from './panel-store.ts';

export function TerminalMenu({
  onRename,
  onClose,
}: {
  /** Absent: none is shown. */
  readonly onRename?: () => void;
  readonly onClose?: () => void;
}) {
  const { t } = useTranslation('terminals');
  const options = useStore(terminalPanel, (state) => state.options);
  const { fontSize } = options;
  const check = (id: 'copyOnSelect' | 'askBeforePaste' | 'screenReader'): MenuEntry => ({
    type: 'check',
    id,
    label: t(`options.${id}`),
    checked: options[id],
    onChange: (checked) => setTerminalOptions({ [id]: checked }),
  });
  const zoom = (id: 'larger' | 'smaller' | 'usualSize', size: number): MenuEntry => ({
    type: 'action',
    id,
    label: t(`options.${id}`),
    disabled: size === fontSize || size > FONT_SIZES.largest || size < FONT_SIZES.smallest,
    onSelect: () => setTerminalOptions({ fontSize: size }),
  });
  const ofShown: readonly MenuEntry[] =
    onRename === undefined || onClose === undefined
      ? []
      : [
          { type: 'action', id: 'rename', label: t('rename'), onSelect: () => setTimeout(onRename) },
          { type: 'action', id: 'close', label: t('close'), onSelect: onClose },
          { type: 'separator', id: 'between' },
        ];
  return (
    <Menu
      align="end"
      side="top"
      trigger={<IconButton size="sm" label={t('options.title')} icon={<Ellipsis size={14} />} />}
      entries={[
        ...ofShown,
        zoom('larger', fontSize + 1),
        zoom('smaller', fontSize - 1),
        zoom('usualSize', FONT_SIZES.usual),
        { type: 'separator', id: 'before-checks' },
        check('copyOnSelect'),
        check('askBeforePaste'),
        check('screenReader'),
      ]}
    />
  );
}
