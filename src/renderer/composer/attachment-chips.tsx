import { FileText, Volume2, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { displayText } from '../../shared/text/display.ts';
import { SafeText } from '../permissions/safe-text.tsx';
import type { Attachment } from './draft.ts';

/** What goes along with the prompt, each with a button to take it out. */
export function AttachmentChips({
  attachments,
  onRemove,
}: {
  readonly attachments: readonly Attachment[];
  readonly onRemove: (id: string) => void;
}) {
  const { t } = useTranslation('composer');
  if (attachments.length === 0) return null;
  return (
    <ul aria-label={t('attachments')} className="flex flex-wrap gap-1.5 px-3 pt-2.5">
      {attachments.map((attachment) => {
        const name =
          attachment.name !== '' ? attachment.name : t(attachment.type === 'audio' ? 'sound' : 'picture');
        return (
          <li
            key={attachment.id}
            data-attachment={attachment.type}
            className="flex h-7 max-w-60 items-center gap-1.5 rounded-2 border border-line bg-raised pr-0.5 pl-1.5 text-12"
          >
            {attachment.type === 'image' ? (
              <img
                alt=""
                src={`data:${attachment.mimeType};base64,${attachment.data}`}
                className="size-5 flex-none rounded-1 object-cover"
              />
            ) : attachment.type === 'audio' ? (
              <Volume2 size={13} aria-hidden className="flex-none text-fg-3" />
            ) : (
              <FileText size={13} aria-hidden className="flex-none text-fg-3" />
            )}
            <span className="min-w-0 truncate" title={displayText(name, 'line')}>
              <SafeText text={name} context="line" className="whitespace-nowrap" />
            </span>
            <button
              type="button"
              aria-label={t('removeAttachment', { name: displayText(name, 'line') })}
              onClick={() => onRemove(attachment.id)}
              className="flex size-5 flex-none items-center justify-center rounded-1 text-fg-3 hover:bg-hover hover:text-fg"
            >
              <X size={12} aria-hidden />
            </button>
          </li>
        );
      })}
    </ul>
  );
}
