import { useTranslation } from 'react-i18next';
import type { MessageEntry } from '../../shared/session/state.ts';
import { CopyButton } from './copy-button.tsx';
import { MarkdownBlock } from './markdown/markdown-block.tsx';
import type { BlockRow } from './row.ts';

/** One block of what the agent says, on the page itself. */
export function BlockRowView({ row }: { readonly row: BlockRow }) {
  const { message } = row;
  return (
    <div className="group/message selectable relative text-14 break-words">
      <MarkdownBlock
        text={row.text}
        definitions={row.definitions}
        openFence={row.openFence}
        live={row.live}
      />
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
