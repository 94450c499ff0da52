import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readQuestion, type QuestionField } from './question.ts';
import { harmlessPattern, problemOf, problemsOf } from './question-answer.ts';

function fieldsOf(properties: object, required: readonly string[] = []): readonly QuestionField[] {
  const question = readQuestion({ mode: 'form', message: 'm', requestedSchema: { properties, required } });
  if (question?.mode !== 'form') throw new Error('it is a form');
  return question.fields;
}

function field(schema: object, required = false): QuestionField {
  const [read] = fieldsOf({ a: schema }, required ? ['a'] : []);
  if (read === undefined) throw new Error('it has one field');
  return read;
}

describe('reading', () => {
  test('every kind of field, with its defaults', () => {
    const base = { title: null, description: null, required: false };
    expect(
      fieldsOf(
        {
          text: { type: 'string', title: 'T', minLength: 2, format: 'email', default: 'x' },
          plain: { type: 'string', enum: ['a', 'b'], enumNames: ['A'], default: 'b' },
          titled: {
            type: 'string',
            oneOf: [{ const: 'a', title: 'A', description: 'first' }, { title: 'no' }],
          },
          whole: { type: 'integer', minimum: 1, default: 3 },
          yes: { type: 'boolean', default: true },
          many: { type: 'array', items: { enum: ['a', 'b'] }, default: ['b', 'gone'], maxItems: 1 },
          odd: { type: '_colour' },
          list: { type: 'array', items: { type: 'number' } },
          none: 7,
        },
        ['whole'],
      ),
    ).toEqual([
      {
        ...base,
        name: 'text',
        title: 'T',
        type: 'text',
        minLength: 2,
        maxLength: null,
        pattern: null,
        format: 'email',
        value: 'x',
      },
      {
        ...base,
        name: 'plain',
        type: 'choice',
        choices: [
          { value: 'a', title: 'A', description: null },
          { value: 'b', title: 'b', description: null },
        ],
        value: 'b',
      },
      {
        ...base,
        name: 'titled',
        type: 'choice',
        choices: [{ value: 'a', title: 'A', description: 'first' }],
        value: null,
      },
      {
        ...base,
        name: 'whole',
        required: true,
        type: 'number',
        integer: true,
        minimum: 1,
        maximum: null,
        value: 3,
      },
      { ...base, name: 'yes', type: 'boolean', value: true },
      {
        ...base,
        name: 'many',
        type: 'choices',
        choices: [
          { value: 'a', title: 'a', description: null },
          { value: 'b', title: 'b', description: null },
        ],
        minItems: null,
        maxItems: 1,
        value: ['b'],
      },
      { ...base, name: 'odd', type: 'unknown', kind: '_colour', raw: { type: '_colour' } },
      {
        ...base,
        name: 'list',
        type: 'unknown',
        kind: 'array',
        raw: { type: 'array', items: { type: 'number' } },
      },
      { ...base, name: 'none', type: 'unknown', kind: '', raw: 7 },
    ]);
  });

  test('a page needs its address and its id; other modes cannot be asked', () => {
    const page = { mode: 'url', message: 'm', url: 'https://a.example', elicitationId: 'e' };
    expect(readQuestion(page)).toEqual({
      message: 'm',
      mode: 'url',
      url: 'https://a.example',
      elicitationId: 'e',
    });
    expect(readQuestion({ ...page, elicitationId: 3 })).toBeNull();
    expect(readQuestion({ ...page, mode: '_hologram' })).toBeNull();
    expect(readQuestion({ mode: 'form', requestedSchema: {} })).toBeNull();
  });

  test('any schema can be read and answered with anything without throwing', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue(), (properties, value) => {
        for (const each of fieldsOf(properties, Object.keys(properties))) problemOf(each, value as string);
      }),
      { numRuns: 200 },
    );
  });
});

describe('checking an answer', () => {
  test.each([
    [{ type: 'string' }, '', null],
    [{ type: 'string', minLength: 2 }, 'a', { code: 'too-short', limit: 2 }],
    // Two characters, four UTF-16 units.
    [{ type: 'string', maxLength: 2 }, '😀😀', null],
    [{ type: 'string', maxLength: 2 }, 'abc', { code: 'too-long', limit: 2 }],
    [{ type: 'string', pattern: '^[a-z]+$' }, 'A', { code: 'pattern' }],
    [{ type: 'string', pattern: '^[a-z]+$' }, 'a', null],
    [{ type: 'string', format: 'email' }, 'a@b', { code: 'email' }],
    [{ type: 'string', format: 'email' }, 'a@b.example', null],
    [{ type: 'string', format: 'uri' }, 'b.example', { code: 'uri' }],
    [{ type: 'string', format: 'uri' }, 'https://b.example', null],
    [{ type: 'string', format: 'date' }, '2026-02-30', { code: 'date' }],
    [{ type: 'string', format: 'date' }, '2026-02-28', null],
    [{ type: 'string', format: 'date-time' }, '2026-02-28', { code: 'date-time' }],
    [{ type: 'string', format: 'date-time' }, '2026-02-28T10:00:00Z', null],
    [{ type: 'integer' }, 1.5, { code: 'integer' }],
    [{ type: 'number' }, Number.NaN, { code: 'number' }],
    [{ type: 'number', minimum: 1 }, 0, { code: 'minimum', limit: 1 }],
    [{ type: 'number', maximum: 1 }, 2, { code: 'maximum', limit: 1 }],
    [{ type: 'boolean' }, 'yes', { code: 'not-offered' }],
    [{ type: 'string', enum: ['a'] }, 'b', { code: 'not-offered' }],
    [{ type: 'array', items: { enum: ['a', 'b'] }, minItems: 2 }, ['a'], { code: 'too-few', limit: 2 }],
    [{ type: 'array', items: { enum: ['a', 'b'] }, maxItems: 1 }, ['a', 'b'], { code: 'too-many', limit: 1 }],
    [{ type: 'array', items: { enum: ['a'] } }, ['a', 'a'], { code: 'not-offered' }],
  ] as const)('%j answered with %j', (schema, value, problem) => {
    expect(problemOf(field(schema), value)).toEqual(problem);
  });

  test('what is required and missing, what nobody asked for, and what cannot be filled in', () => {
    const fields = fieldsOf({ a: { type: 'string' }, b: { type: '_x' }, c: { type: '_x' } }, ['a', 'b']);
    expect([...problemsOf(fields, { d: 'extra' })]).toEqual([
      ['a', { code: 'required' }],
      ['b', { code: 'unknown-kind' }],
      ['d', { code: 'not-offered' }],
    ]);
  });

  test('patterns that could take for ever are left to the agent', () => {
    for (const pattern of ['(a+)+$', '(a|a)*$', '(.*)*', '(?:(a)\\1)+', '(a{1,9}){9}', 'a*a*a*a*b', '[']) {
      expect([pattern, harmlessPattern(pattern)]).toEqual([pattern, null]);
    }
    for (const pattern of ['^\\d{3}-\\d{4}$', '^(foo|bar)$', '^[A-Z][a-z]+$', '^v\\d+\\.\\d+\\.\\d+$']) {
      expect([pattern, harmlessPattern(pattern) instanceof RegExp]).toEqual([pattern, true]);
    }
  });
});
