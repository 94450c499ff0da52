import { File, ImageOff, Volume2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ContentBlock } from '../../shared/session/content.ts';
import { SafeText } from '../permissions/safe-text.tsx';
import { Chip } from '../ui/chip.tsx';
import { plainJson } from './plain-json.ts';

const pictureTypes: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif']);
/** Base64 units of a picture that is shown. */
const largestPicture = 12 * 1024 * 1024;

/** A block that is not running text: pictures from their own data only, everything else named. */
export function ContentBlockView({ block }: { readonly block: Exclude<ContentBlock, { type: 'text' }> }) {
  const { t } = useTranslation('transcript');
  switch (block.type) {
    case 'image': {
      const shown =
        pictureTypes.has(block.mimeType) &&
        block.data.length <= largestPicture &&
        /^[A-Za-z0-9+/\s]+=*\s*$/.test(block.data.slice(0, 4096));
      return shown ? (
        <img
          src={`data:${block.mimeType};base64,${block.data}`}
          alt={t('image.attached')}
          className="max-h-80 max-w-full rounded-2 border border-line bg-inset object-contain"
        />
      ) : (
        <Chip icon={<ImageOff size={12} aria-hidden />}>
          {t('image.notShown', { name: block.mimeType.slice(0, 60) })}
        </Chip>
      );
    }
    case 'audio':
      return (
        <Chip icon={<Volume2 size={12} aria-hidden />}>
          {t('audio', { type: block.mimeType.slice(0, 60) })}
        </Chip>
      );
    case 'resource-link':
      return (
        <Chip icon={<File size={12} aria-hidden />} title={block.uri.slice(0, 500)}>
          <SafeText text={(block.name === '' ? block.uri : block.name).slice(0, 200)} context="line" />
        </Chip>
      );
    case 'resource':
      return block.text === null ? (
        <Chip icon={<File size={12} aria-hidden />}>
          <SafeText text={block.uri.slice(0, 200)} context="line" />
        </Chip>
      ) : (
        <div className="overflow-hidden rounded-2 border border-line bg-inset">
          <div className="mono truncate border-b border-line px-3 py-1 text-11 text-fg-3">
            <SafeText text={block.uri.slice(0, 500)} context="line" />
          </div>
          <pre
            className="mono selectable max-h-60 overflow-auto px-3 py-1.5 whitespace-pre-wrap"
            tabIndex={0}
          >
            <SafeText text={block.text.slice(0, 64 * 1024)} context="file" />
          </pre>
        </div>
      );
    case 'unknown':
      return (
        <pre
          className="mono selectable max-h-60 overflow-auto rounded-2 border border-line bg-inset px-3 py-1.5 whitespace-pre-wrap text-fg-2"
          tabIndex={0}
        >
          <SafeText text={plainJson(block.raw)} context="file" />
        </pre>
      );
  }
}
