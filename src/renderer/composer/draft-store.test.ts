import { expect, test } from 'vitest';
import { MAX_DRAFT_MEDIA, MAX_DRAFTS, type KeptDraft } from '../../shared/ipc/contract/drafts.ts';
import { createDrafts, type DraftKeeper } from './draft-store.ts';
import { emptyDraft, type Draft } from './draft.ts';

/** A keeper as main is one. */
function keeperOf(places = new Map<string, KeptDraft>(), sent: string[] = []) {
  let told = 0;
  const keeper: DraftKeeper = {
    all: () =>
      Promise.resolve({ drafts: [...places].map(([place, draft]) => ({ place, draft })), sent: [...sent] }),
    keep: (place, draft) => {
      told += 1;
      if (draft === null) places.delete(place);
      else places.set(place, draft);
    },
    sent: (text) => void sent.unshift(text),
  };
  return { keeper, places, sent, told: () => told };
}

const never = () => () => {};
const draft = (text: string): Draft => ({ text, attachments: [] });

test('a draft is there after going away and after a restart', async () => {
  const { keeper } = keeperOf();
  const first = createDrafts(never);
  await first.connect(keeper);
  first.set('a', draft('half a thought'));
  first.set('b', draft('other'));
  expect(first.get('a')).toEqual(draft('half a thought'));
  first.flush();
  const again = createDrafts(never);
  await again.connect(keeper);
  expect(again.get('a')).toEqual(draft('half a thought'));
});

test('a sent draft is gone for good', async () => {
  const { keeper, places } = keeperOf();
  const drafts = createDrafts(never);
  await drafts.connect(keeper);
  drafts.set('a', draft('x'));
  drafts.flush();
  drafts.set('a', emptyDraft);
  drafts.flush();
  expect([drafts.get('a'), places.size]).toEqual([emptyDraft, 0]);
});

test('many changes are told once', async () => {
  const { keeper, places, told } = keeperOf();
  let pending: (() => void) | null = null;
  const drafts = createDrafts((tell) => {
    pending = tell;
    return () => {
      pending = null;
    };
  });
  await drafts.connect(keeper);
  for (let index = 0; index < 50; index += 1) drafts.set('a', draft('x'.repeat(index + 1)));
  expect(told()).toBe(0);
  (pending as (() => void) | null)?.();
  expect([told(), places.get('a')?.text.length]).toEqual([1, 50]);
});

test('what is written before main has answered wins over what main has, and main hears of it', async () => {
  const { keeper, places } = keeperOf(
    new Map([
      ['a', { text: 'old', attachments: [] }],
      ['b', { text: 'kept', attachments: [] }],
    ]),
  );
  const drafts = createDrafts(never);
  drafts.set('a', draft('new'));
  await drafts.connect(keeper);
  expect([drafts.get('a').text, drafts.get('b').text, places.get('a')?.text]).toEqual(['new', 'kept', 'new']);
});

test('old drafts go when there are too many, changing one makes it young', () => {
  const drafts = createDrafts(never);
  for (let index = 0; index < MAX_DRAFTS; index += 1) drafts.set(`s${index}`, draft('x'));
  drafts.change('s0', (before) => ({ ...before, text: `${before.text}y` }));
  drafts.set('new', draft('x'));
  expect([drafts.get('s0').text, drafts.get('s1').text, drafts.store.getState().size]).toEqual([
    'xy',
    '',
    MAX_DRAFTS,
  ]);
});

test('a picture too large to keep stays in the window; files are kept by their place', async () => {
  const { keeper, places } = keeperOf();
  const drafts = createDrafts(never);
  await drafts.connect(keeper);
  const picture = { type: 'image', id: 'p', name: '', mimeType: 'image/png', data: 'A' } as const;
  const file = { type: 'file', id: 'f', name: 'a.ts', uri: 'file:///w/a.ts' } as const;
  const large = { ...picture, id: 'l', data: 'A'.repeat(MAX_DRAFT_MEDIA) };
  drafts.set('a', { text: 'see', attachments: [picture, large, file] });
  drafts.flush();
  expect(drafts.get('a').attachments.length).toBe(3);
  expect(places.get('a')?.attachments.map(({ id }) => id)).toEqual(['p', 'f']);
});

test('what was sent is known over all sessions and restarts, the newest first, once', async () => {
  const { keeper } = keeperOf(new Map(), ['older']);
  const drafts = createDrafts(never);
  await drafts.connect(keeper);
  drafts.noteSent('one');
  drafts.noteSent('two');
  drafts.noteSent('one');
  expect(drafts.sent.getState()).toEqual(['one', 'two', 'older']);
});
