import { expect, test } from 'vitest';
import type { CatalogueEntry } from '../../shared/ipc/contract/catalogue.ts';
import { byteWords } from './byte-words.ts';
import { catalogueSections } from './catalogue-sections.ts';

function entry(id: string, origin: CatalogueEntry['origin'], description = ''): CatalogueEntry {
  return { id, name: id.toUpperCase(), origin, description, commandLine: `npx ${id}` } as CatalogueEntry;
}

const entries = [
  entry('own', 'bundled'),
  entry('mine', 'custom'),
  entry('goose', 'found'),
  entry('gemini', 'available', 'From Google'),
  entry('kilo', 'installed'),
];

const shown = (search: string) =>
  catalogueSections(entries, search).map((section) => [section.id, section.entries.map(({ id }) => id)]);

test('agents stand under what they are', () => {
  expect(shown('')).toEqual([
    ['inUse', ['own', 'mine', 'kilo']],
    ['found', ['goose']],
    ['available', ['gemini']],
  ]);
});

test('every word of the search has to be somewhere in an agent, and empty sections go', () => {
  expect(shown(' google  NPX')).toEqual([['available', ['gemini']]]);
  expect(shown('google goose')).toEqual([]);
});

test('bytes are told in the unit that people expect', () => {
  expect([byteWords('en', 480_000), byteWords('en', 4_830_000), byteWords('en', 48_300_000)]).toEqual([
    '480 kB',
    '4.8 MB',
    '48 MB',
  ]);
  expect(byteWords('zh-CN', 2_130_000_000)).toBe('2.1 GB');
});
