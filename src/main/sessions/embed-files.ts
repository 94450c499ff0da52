/** Files of a prompt for agents that take their text with it: what is small and in the workspace goes along. */
import { fileURLToPath } from 'node:url';
import type { ContentBlock } from '../../shared/session/content.ts';
import type { ReadText } from './diff-mismatch.ts';

/** Larger files stay links. Bytes of UTF-8. */
export const MAX_EMBEDDED_BYTES = 256 * 1024;
/** Of all files of one prompt together. */
const MAX_EMBEDDED_TOTAL = 1024 * 1024;

/** The links of `prompt` with the text of their files; those that cannot be read stay links. */
export async function embedFiles(
  prompt: readonly ContentBlock[],
  readText: ReadText,
): Promise<readonly ContentBlock[]> {
  let left = MAX_EMBEDDED_TOTAL;
  const blocks: ContentBlock[] = [];
  for (const block of prompt) {
    const path = block.type === 'resource-link' ? pathOf(block.uri) : null;
    const text = path === null ? null : await readText(path).catch(() => null);
    const size = text === null ? Infinity : Buffer.byteLength(text);
    if (block.type !== 'resource-link' || size > Math.min(left, MAX_EMBEDDED_BYTES)) {
      blocks.push(block);
      continue;
    }
    left -= size;
    blocks.push({ type: 'resource', uri: block.uri, mimeType: 'text/plain', text });
  }
  return blocks;
}

function pathOf(uri: string): string | null {
  try {
    return uri.startsWith('file:') ? fileURLToPath(uri) : null;
  } catch {
    return null;
  }
}
