/** Our content blocks as ACP spells them in a prompt. */
import { assertNever } from '../../shared/result.ts';
import type { ContentBlock } from '../../shared/session/content.ts';
import type { AgentDescription } from '../../shared/session/event.ts';

export function toAcpBlocks(blocks: readonly ContentBlock[]): readonly unknown[] {
  return blocks.map(toAcpBlock);
}

/** The first kind of content that the agent does not say it takes; null: it takes all of it. */
export function unwelcomeBlock(
  blocks: readonly ContentBlock[],
  agent: Pick<AgentDescription, 'promptImages' | 'promptAudio' | 'embeddedContext'>,
): 'image' | 'audio' | 'resource' | null {
  for (const { type } of blocks) {
    if (type === 'image' && !agent.promptImages) return type;
    if (type === 'audio' && agent.promptAudio !== true) return type;
    if (type === 'resource' && !agent.embeddedContext) return type;
  }
  return null;
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
