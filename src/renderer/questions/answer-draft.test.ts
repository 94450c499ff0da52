import { expect, test } from 'vitest';
import { readQuestion } from '../../shared/session/question.ts';
import { contentOf, emptyDraft, forgetDraft, keepDraft, keptDraft } from './answer-draft.ts';

function fields() {
  const question = readQuestion({
    mode: 'form',
    message: '',
    requestedSchema: {
      properties: {
        name: { type: 'string', default: 'x' },
        note: { type: 'string' },
        count: { type: 'integer', default: 3 },
        must: { type: 'boolean' },
        may: { type: 'boolean' },
        one: { type: 'string', enum: ['a'] },
        many: { type: 'array', items: { enum: ['a', 'b'] } },
        some: { type: 'array', items: { enum: ['a', 'b'] }, minItems: 1 },
        odd: { type: '_x' },
      },
      required: ['must'],
    },
  });
  if (question?.mode !== 'form') throw new Error('it is a form');
  return question.fields;
}

test('defaults are filled in; what is left empty is left out; a box that must be answered says no', () => {
  expect(contentOf(fields(), emptyDraft(fields()))).toEqual({ name: 'x', count: 3, must: false, some: [] });
});

test('what the person chose is sent as the form wants it, a number as a number', () => {
  const draft = new Map([
    ...emptyDraft(fields()),
    ['name', ''],
    ['count', ' 12 '],
    ['may', true],
    ['one', 'a'],
    ['many', ['b']],
    ['odd', 'never sent'],
  ] as const);
  expect(contentOf(fields(), draft)).toEqual({
    count: 12,
    must: false,
    may: true,
    one: 'a',
    many: ['b'],
    some: [],
  });
  expect(contentOf(fields(), new Map([['count', 'many']]))['count']).toBeNaN();
});

test('a draft outlives its card, and goes when the question is answered', () => {
  keepDraft('q', new Map([['name', 'kept']]));
  expect(keptDraft('q', fields()).get('name')).toBe('kept');
  forgetDraft('q');
  expect(keptDraft('q', fields()).get('name')).toBe('x');
});
