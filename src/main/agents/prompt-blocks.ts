/** Our content blocks as ACP spells them in a prompt. */
import { assertNever } from '../../shared/result.ts';
import type { ContentBlock } from '../../shared/session/content.ts';

export function toAcpBlocks(blocks: readonly ContentBlock[]): readonly unknown[] {
  return blocks.map(toAcpBlock);
}

function toAcpBlock(block: ContentBlock): unknown {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: block.text };
    case 'image':
      return {
        type: 'image',
        mimeType: block.mimeType,
        data: block.data,
        ...(block.uri === null ? {} : { uri: block.uri }),
      };
    case 'audio':
      return { type: 'audio', mimeType: block.mimeType, data: block.data };
    case 'resource-link':
      return { type: 'resource_link', uri: block.uri, name: block.name };
    case 'resource':
      return {
        type: 'resource',
        resource: {
          uri: block.uri,
          text: block.text ?? '',
          ...(block.mimeType === null ? {} : { mimeType: block.mimeType }),
        },
      };
    case 'unknown':
      return block.raw;
    default:
      return assertNever(block);
  }
}
