import { expect, test } from 'vitest';
import {
  draftOf,
  emptyDraft,
  joinDrafts,
  partsOf,
  promptLine,
  withoutSent,
  type Attachment,
  type Draft,
} from './draft.ts';

const image: Attachment = { type: 'image', id: 'i1', name: 'a.png', mimeType: 'image/png', data: 'AAAA' };
const sound: Attachment = { type: 'audio', id: 's1', name: 'a.wav', mimeType: 'audio/wav', data: 'BBBB' };
const file: Attachment = { type: 'file', id: 'f1', name: 'a.ts', uri: 'file:///w/a.ts' };

test('a draft becomes parts, attachments first, blanks around the text gone', () => {
  expect(partsOf({ text: '  look\n', attachments: [image, file] })).toEqual([
    { type: 'image', mimeType: 'image/png', data: 'AAAA' },
    { type: 'resource-link', uri: 'file:///w/a.ts', name: 'a.ts' },
    { type: 'text', text: 'look' },
  ]);
});

test('sound goes along and comes back', () => {
  const parts = partsOf({ text: 'listen', attachments: [sound] });
  expect(parts[0]).toEqual({ type: 'audio', mimeType: 'audio/wav', data: 'BBBB' });
  expect(draftOf([{ type: 'audio', mimeType: 'audio/wav', data: 'BBBB' }], () => 'n').attachments).toEqual([
    { ...sound, id: 'n', name: '' },
  ]);
});

test('an image alone is a prompt, blanks alone are none', () => {
  expect(partsOf({ text: ' \n', attachments: [image] })).toEqual([
    { type: 'image', mimeType: 'image/png', data: 'AAAA' },
  ]);
  expect(partsOf({ text: ' \n\t', attachments: [] })).toEqual([]);
  expect(partsOf(emptyDraft)).toEqual([]);
});

test('a queued prompt comes back as the draft it was', () => {
  let count = 0;
  const draft = draftOf(
    [
      { type: 'image', mimeType: 'image/png', data: 'AAAA', uri: null },
      { type: 'resource-link', uri: 'file:///w/a.ts', name: 'a.ts' },
      { type: 'text', text: 'look' },
    ],
    () => `n${(count += 1)}`,
  );
  expect(draft).toEqual({
    text: 'look',
    attachments: [
      { ...image, id: 'n1', name: '' },
      { ...file, id: 'n2' },
    ],
  });
});

test('what comes back stands after what is there, and nothing twice', () => {
  expect(
    joinDrafts(
      { text: 'now \n', attachments: [file] },
      { text: 'then', attachments: [{ ...file, id: 'f2' }, image] },
    ),
  ).toEqual({
    text: 'now\n\nthen',
    attachments: [file, image],
  });
  expect(joinDrafts(emptyDraft, { text: 'then', attachments: [] }).text).toBe('then');
});

test('what was typed or attached while the prompt travelled stays', () => {
  const sent: Draft = { text: 'do it', attachments: [file] };
  expect(withoutSent(sent, sent)).toEqual(emptyDraft);
  expect(withoutSent({ text: 'do it and more', attachments: [file, image] }, sent)).toEqual({
    text: 'and more',
    attachments: [image],
  });
  expect(withoutSent({ text: 'please do it', attachments: [] }, sent)).toEqual({
    text: 'please do it',
    attachments: [],
  });
});

test('a prompt in one line', () => {
  expect(
    promptLine([
      { type: 'text', text: 'a\n\n b' },
      { type: 'resource-link', uri: 'x', name: 'y' },
    ]),
  ).toBe('a b');
});
