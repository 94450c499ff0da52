/** The colours code is shown in. `plain` is the text colour; the others are the `code-*` tokens. */
export type Tone = 'plain' | 'kw' | 'fn' | 'str' | 'num' | 'com' | 'type';

/** One line of code as runs of one tone. The texts concatenated are the line. */
export type ToneLine = readonly (readonly [text: string, tone: Tone])[];

export const toneClass: Readonly<Record<Tone, string | undefined>> = {
  plain: undefined,
  kw: 'text-code-kw',
  fn: 'text-code-fn',
  str: 'text-code-str',
  num: 'text-code-num',
  com: 'text-code-com',
  type: 'text-code-type',
};

/** TextMate scopes by tone. Operators and punctuation stay plain. */
export const toneScopes: Readonly<Record<Exclude<Tone, 'plain'>, readonly string[]>> = {
  com: ['comment', 'punctuation.definition.comment'],
  str: ['string', 'markup.inline.raw', 'markup.inserted', 'punctuation.definition.string'],
  num: [
    'constant.numeric',
    'constant.language',
    'constant.character',
    'keyword.other.unit',
    'constant.other.color',
  ],
  kw: [
    'keyword',
    'storage',
    'variable.language',
    'markup.heading',
    'entity.name.section',
    'punctuation.definition.heading',
    'markup.deleted',
    'keyword.operator.new',
    'keyword.operator.expression',
    'keyword.operator.logical.python',
  ],
  fn: [
    'entity.name.function',
    'support.function',
    'entity.other.attribute-name',
    'support.type.property-name',
    'entity.name.tag.yaml',
    'markup.underline.link',
    'meta.diff.range',
  ],
  type: [
    'entity.name.type',
    'entity.name.class',
    'entity.name.namespace',
    'entity.other.inherited-class',
    'support.type',
    'support.class',
    'entity.name.tag',
    'variable.other.constant',
    'constant.other',
  ],
};

export const plainScopes = ['keyword.operator', 'punctuation', 'storage.type.function.arrow', 'meta.brace'];
