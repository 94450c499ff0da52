/** ACP content blocks to ours. https://agentclientprotocol.com/protocol/content */
import type { ContentBlock } from './content.ts';
import { boundedRaw, isRecord, textOf } from './json-value.ts';

/** `null` only for what is no object at all; a block that we cannot read keeps its raw object. */
export function decodeContentBlock(value: unknown): ContentBlock | null {
  if (!isRecord(value)) return null;
  return decodeKnownBlock(value.type, value) ?? { type: 'unknown', raw: boundedRaw(value) };
}

function decodeKnownBlock(type: unknown, value: { readonly [key: string]: unknown }): ContentBlock | null {
  switch (type) {
    case 'text':
      return typeof value.text === 'string' ? { type: 'text', text: value.text } : null;
    case 'image':
      return typeof value.data === 'string' && typeof value.mimeType === 'string'
        ? { type: 'image', mimeType: value.mimeType, data: value.data, uri: textOf(value.uri) ?? null }
        : null;
    case 'audio':
      return typeof value.data === 'string' && typeof value.mimeType === 'string'
        ? { type: 'audio', mimeType: value.mimeType, data: value.data }
        : null;
    case 'resource_link':
      return typeof value.uri === 'string'
        ? { type: 'resource-link', uri: value.uri, name: textOf(value.name) ?? value.uri }
        : null;
    case 'resource':
      return isRecord(value.resource) && typeof value.resource.uri === 'string'
        ? {
            type: 'resource',
            uri: value.resource.uri,
            mimeType: textOf(value.resource.mimeType) ?? null,
            text: textOf(value.resource.text) ?? null,
          }
        : null;
    default:
      return null;
  }
}

/** All the text of some blocks, joined; blocks of other types add nothing. */
export function textOfBlocks(blocks: readonly ContentBlock[]): string {
  return blocks.map((block) => (block.type === 'text' ? block.text : '')).join('');
}
