/** A prompt's blocks as one sentence: links to files of the workspace become their paths, quoted where needed. */
import { fileURLToPath } from 'node:url';
import { isAbsolute, relative, sep } from 'node:path';
import type { ContentBlock } from '@agentclientprotocol/sdk/unstable';

export function promptText(prompt: readonly ContentBlock[], cwd: string): string {
  return prompt
    .map((block) => {
      switch (block.type) {
        case 'text':
          return block.text;
        case 'resource_link':
          return mention(block.uri, cwd) ?? block.name;
        case 'resource':
          return mention(block.resource.uri, cwd) ?? '';
        default:
          return '';
      }
    })
    .reduce(
      (text, part) => (text === '' || /\s$/.test(text) || /^\s/.test(part) ? text + part : `${text} ${part}`),
      '',
    )
    .trim();
}

function mention(uri: string, cwd: string): string | null {
  if (!uri.startsWith('file:')) return null;
  let path: string;
  try {
    path = fileURLToPath(uri);
  } catch {
    return null;
  }
  const inside = relative(cwd, path);
  const shown =
    inside === '' || inside.startsWith('..') || isAbsolute(inside) ? path : inside.split(sep).join('/');
  return /\s/.test(shown) ? `"${shown}"` : shown;
}
