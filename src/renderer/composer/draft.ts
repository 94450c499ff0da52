/** What stands in a composer, and how it becomes a prompt and comes back from one. */
import type { ContentBlock } from '../../shared/session/content.ts';
import type { PromptPart } from '../../shared/ipc/contract/sessions.ts';

export type Attachment =
  | {
      readonly type: 'image' | 'audio';
      readonly id: string;
      readonly name: string;
      readonly mimeType: string;
      readonly data: string;
    }
  | { readonly type: 'file'; readonly id: string; readonly name: string; readonly uri: string };

export type Draft = { readonly text: string; readonly attachments: readonly Attachment[] };

export const emptyDraft: Draft = { text: '', attachments: [] };

export function isEmptyDraft(draft: Draft): boolean {
  return draft.text.trim() === '' && draft.attachments.length === 0;
}

/** Files first, then the text that speaks of them. Empty: there is nothing to send. */
export function partsOf(draft: Draft): readonly PromptPart[] {
  if (isEmptyDraft(draft)) return [];
  const text = draft.text.trim();
  return [
    ...draft.attachments.map((attachment): PromptPart =>
      attachment.type === 'file'
        ? { type: 'resource-link', uri: attachment.uri, name: attachment.name }
        : { type: attachment.type, mimeType: attachment.mimeType, data: attachment.data },
    ),
    ...(text === '' ? [] : [{ type: 'text', text } as const]),
  ];
}

/** A prompt as a draft again. `newId` names its attachments. Blocks that a draft cannot hold are left out. */
export function draftOf(prompt: readonly ContentBlock[], newId: () => string): Draft {
  const texts: string[] = [];
  const attachments: Attachment[] = [];
  for (const block of prompt) {
    if (block.type === 'text') texts.push(block.text);
    else if (block.type === 'image' || block.type === 'audio') {
      const { type, mimeType, data } = block;
      attachments.push({ type, id: newId(), name: '', mimeType, data });
    } else if (block.type === 'resource-link') {
      attachments.push({ type: 'file', id: newId(), name: block.name, uri: block.uri });
    }
  }
  return { text: texts.join('\n\n'), attachments };
}

/** `added` after what stands there already; nothing is lost. */
export function joinDrafts(draft: Draft, added: Draft): Draft {
  const texts = [draft.text.trimEnd(), added.text].filter((text) => text !== '');
  const known = new Set(draft.attachments.map(identity));
  return {
    text: texts.join('\n\n'),
    attachments: [
      ...draft.attachments,
      ...added.attachments.filter((attachment) => !known.has(identity(attachment))),
    ],
  };
}

/** What is left once `sent` was taken: all that was written or attached meanwhile. */
export function withoutSent(draft: Draft, sent: Draft): Draft {
  const gone = new Set(sent.attachments.map(({ id }) => id));
  const text = draft.text.startsWith(sent.text)
    ? draft.text.slice(sent.text.length).replace(/^\s+/, '')
    : draft.text;
  return { text, attachments: draft.attachments.filter(({ id }) => !gone.has(id)) };
}

function identity(attachment: Attachment): string {
  return attachment.type === 'file' ? attachment.uri : attachment.data;
}

/** The text of a prompt in one line, for lists. */
export function promptLine(prompt: readonly ContentBlock[]): string {
  const text = prompt.map((block) => (block.type === 'text' ? block.text : '')).join(' ');
  return text.replace(/\s+/g, ' ').trim().slice(0, 300);
}
