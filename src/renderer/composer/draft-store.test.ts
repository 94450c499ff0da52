import { expect, test } from 'vitest';
import { createDrafts, longestKept, mostDrafts, type DraftStorage } from './draft-store.ts';
import { emptyDraft, type Draft } from './draft.ts';

function memory(initial: string | null = null): DraftStorage & { text: string | null; writes: number } {
  const storage = {
    text: initial,
    writes: 0,
    getItem: () => storage.text,
    setItem: (_key: string, value: string) => {
      storage.text = value;
      storage.writes += 1;
    },
  };
  return storage;
}

const never = () => () => {};
const draft = (text: string): Draft => ({ text, attachments: [] });

test('a draft is there after going away and after a restart', () => {
  const storage = memory();
  const first = createDrafts(storage, never);
  first.set('a', draft('half a thought'));
  first.set('b', draft('other'));
  expect(first.get('a')).toEqual(draft('half a thought'));
  first.flush();
  expect(createDrafts(storage, never).get('a')).toEqual(draft('half a thought'));
});

test('a sent draft is gone for good', () => {
  const storage = memory();
  const drafts = createDrafts(storage, never);
  drafts.set('a', draft('x'));
  drafts.flush();
  drafts.set('a', emptyDraft);
  drafts.flush();
  expect([drafts.get('a'), createDrafts(storage, never).get('a')]).toEqual([emptyDraft, emptyDraft]);
});

test('many changes are one write', () => {
  const storage = memory();
  let pending: (() => void) | null = null;
  const drafts = createDrafts(storage, (write) => {
    pending = write;
    return () => {
      pending = null;
    };
  });
  for (let index = 0; index < 50; index += 1) drafts.set('a', draft('x'.repeat(index + 1)));
  expect(storage.writes).toBe(0);
  (pending as (() => void) | null)?.();
  expect([storage.writes, createDrafts(storage, never).get('a').text.length]).toEqual([1, 50]);
});

test('old drafts go when there are too many, changing one makes it young', () => {
  const drafts = createDrafts(memory(), never);
  for (let index = 0; index < mostDrafts; index += 1) drafts.set(`s${index}`, draft('x'));
  drafts.change('s0', (before) => ({ ...before, text: `${before.text}y` }));
  drafts.set('new', draft('x'));
  expect([drafts.get('s0').text, drafts.get('s1').text, drafts.store.getState().size]).toEqual([
    'xy',
    '',
    mostDrafts,
  ]);
});

test('a text too long to keep stays in the window and leaves the others alone', () => {
  const storage = memory();
  const drafts = createDrafts(storage, never);
  drafts.set('long', draft('x'.repeat(longestKept + 1)));
  drafts.set('short', draft('y'));
  drafts.flush();
  expect(drafts.get('long').text.length).toBe(longestKept + 1);
  const again = createDrafts(storage, never);
  expect([again.get('long'), again.get('short')]).toEqual([emptyDraft, draft('y')]);
});

test.each(['not json', '{}', '[["a"]]', '[[1,2]]'])('broken storage %j is no draft', (text) => {
  expect(createDrafts(memory(text), never).store.getState().size).toBe(0);
});

test('a storage that refuses does not break typing', () => {
  const drafts = createDrafts(
    {
      getItem: () => {
        throw new Error('denied');
      },
      setItem: () => {
        throw new Error('full');
      },
    },
    never,
  );
  drafts.set('a', draft('x'));
  drafts.flush();
  expect(drafts.get('a')).toEqual(draft('x'));
});
