import { useTranslation } from 'react-i18next';
import type { MessageEntry } from '../../shared/session/state.ts';
import { CopyButton } from './copy-button.tsx';
import { MarkdownBlock } from './markdown/markdown-block.tsx';
import type { TextRow } from './row.ts';

/** A part of what the agent says, on the page itself. */
export function TextRowView({ row }: { readonly row: TextRow }) {
  const { message } = row;
  return (
    <div className="group/message selectable relative flex flex-col gap-1 text-14 break-words">
      {row.blocks.map((block, index) => (
        <MarkdownBlock
          key={index}
          text={block.text}
          definitions={block.definitions}
          openFence={block.openFence}
          live={row.live && index === row.blocks.length - 1}
        />
      ))}
      {message !== null && !row.live && <CopyMessage message={message} />}
    </div>
  );
}

function CopyMessage({ message }: { readonly message: MessageEntry }) {
  const { t } = useTranslation('transcript');
  return (
    <div className="absolute -right-1 -bottom-1 rounded-2 bg-main opacity-0 group-hover/message:opacity-100 focus-within:opacity-100">
      <CopyButton text={() => messageText(message)} label={t('copyMessage')} />
    </div>
  );
}

/** The Markdown of a message as the agent wrote it. */
export function messageText(entry: MessageEntry): string {
  return entry.blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n\n');
}
