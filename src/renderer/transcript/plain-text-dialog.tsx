import { useTranslation } from 'react-i18next';
import { SafeText } from '../permissions/safe-text.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { CopyButton } from './copy-button.tsx';

/** A response as plain text: for screen readers, for selecting, and to see what was really written. */
export function PlainTextDialog({ text, onClose }: { readonly text: string; readonly onClose: () => void }) {
  const { t } = useTranslation('transcript');
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t('plainTitle')}
      size="lg"
      footer={<CopyButton text={() => text} />}
    >
      <div className="mono selectable" tabIndex={0}>
        <SafeText text={text} context="file" className="block" />
      </div>
    </Dialog>
  );
}
