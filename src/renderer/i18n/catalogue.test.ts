import { expect, test } from 'vitest';
import { enCatalogue, zhCatalogue } from './catalogues.ts';

type Messages = { readonly [key: string]: string | Messages };

function flatten(messages: Messages, prefix = ''): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [key, value] of Object.entries(messages)) {
    if (typeof value === 'string') flat.set(prefix + key, value);
    else for (const [inner, text] of flatten(value, `${prefix}${key}.`)) flat.set(inner, text);
  }
  return flat;
}

/** Chinese has one plural form: `_one` and `_other` are one message. */
function messageOf(key: string): string {
  return key.replace(/_(one|other)$/, '');
}

function placeholders(text: string): string[] {
  return [...text.matchAll(/\{\{\s*(\w+)|<\/?(\w+)\s*\/?>/g)]
    .map((match) => match[1] ?? match[2] ?? '')
    .sort();
}

for (const namespace of Object.keys(enCatalogue) as (keyof typeof enCatalogue)[]) {
  const english = flatten(enCatalogue[namespace]);
  const chinese = flatten(zhCatalogue[namespace]);

  test(`${namespace}: both languages have the same messages`, () => {
    expect([...new Set([...chinese.keys()].map(messageOf))].sort()).toEqual(
      [...new Set([...english.keys()].map(messageOf))].sort(),
    );
  });

  test(`${namespace}: a translation takes the same values`, () => {
    const different = [...chinese]
      .filter(([key]) => !key.endsWith('_one'))
      .filter(([key, text]) => {
        const source = english.get(key) ?? english.get(`${messageOf(key)}_other`) ?? '';
        return JSON.stringify(placeholders(source)) !== JSON.stringify(placeholders(text));
      })
      .map(([key]) => key);
    expect(different).toEqual([]);
  });

  test(`${namespace}: no message is empty`, () => {
    expect([...english, ...chinese].filter(([, text]) => text.trim() === '').map(([key]) => key)).toEqual([]);
  });
}
