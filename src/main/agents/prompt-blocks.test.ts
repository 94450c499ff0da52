import { expect, test } from 'vitest';
import type { ContentBlock } from '../../shared/session/content.ts';
import { toAcpBlocks, unwelcomeBlock } from './prompt-blocks.ts';

const image: ContentBlock = { type: 'image', mimeType: 'image/png', data: 'AAAA', uri: null };
const audio: ContentBlock = { type: 'audio', mimeType: 'audio/wav', data: 'AAAA' };
const file: ContentBlock = { type: 'resource', uri: 'file:///a', mimeType: null, text: 'a' };
const link: ContentBlock = { type: 'resource-link', uri: 'file:///a', name: 'a' };
const words: ContentBlock = { type: 'text', text: 'go' };

test('an agent gets only kinds of content that it says it takes', () => {
  const none = { promptImages: false, promptAudio: false, embeddedContext: false };
  expect(unwelcomeBlock([words, link], none)).toBeNull();
  expect(unwelcomeBlock([words, image], none)).toBe('image');
  expect(unwelcomeBlock([audio], none)).toBe('audio');
  expect(unwelcomeBlock([file], none)).toBe('resource');
  const all = { promptImages: true, promptAudio: true, embeddedContext: true };
  expect(unwelcomeBlock([words, link, image, audio, file], all)).toBeNull();
  // An agent that was described before sound was known of.
  expect(unwelcomeBlock([audio], { promptImages: true, embeddedContext: true })).toBe('audio');
});

test('blocks are spelled as the protocol has them', () => {
  expect(toAcpBlocks([image, audio, file, link, words])).toEqual([
    { type: 'image', mimeType: 'image/png', data: 'AAAA' },
    { type: 'audio', mimeType: 'audio/wav', data: 'AAAA' },
    { type: 'resource', resource: { uri: 'file:///a', text: 'a' } },
    { type: 'resource_link', uri: 'file:///a', name: 'a' },
    { type: 'text', text: 'go' },
  ]);
});
