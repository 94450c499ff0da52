import { describe, expect, test } from 'vitest';
import type { SlashCommand } from '../../shared/session/content.ts';
import { completeCommand, fuzzyMatch, hintFor, rankCommands, slashQuery } from './slash-command.ts';

function command(name: string, hint: string | null = null): SlashCommand {
  return { name, description: '', hint };
}
const commands = [
  command('review', 'branch'),
  command('deep-research'),
  command('create-plan'),
  command('plan'),
  command('replace'),
];

test.each<[string, number, string | null]>([
  ['/', 1, ''],
  ['/pl', 3, 'pl'],
  ['/plan', 3, 'pl'],
  ['/plan x', 3, 'pl'],
  ['/plan x', 7, null],
  ['/plan ', 6, null],
  ['/', 0, null],
  [' /plan', 3, null],
  ['see /plan', 9, null],
  ['', 0, null],
])('%j with the caret at %i asks for %j', (text, caret, query) => {
  expect(slashQuery(text, caret)).toBe(query);
});

describe('ranking', () => {
  const names = (query: string) => rankCommands(commands, query).map((ranked) => ranked.command.name);
  test("keeps the agent's order without a query", () => {
    expect(names('')).toEqual(['review', 'deep-research', 'create-plan', 'plan', 'replace']);
  });
  test('puts a beginning before a word start before the middle', () => {
    expect(names('pla')).toEqual(['plan', 'create-plan', 'replace']);
  });
  test('finds letters in order and leaves out what lacks them', () => {
    expect(names('dr')).toEqual(['deep-research']);
    expect(names('zz')).toEqual([]);
  });
  test('says which letters matched', () => {
    expect(fuzzyMatch('deep-research', 'dr')?.matched).toEqual([0, 5]);
    expect(fuzzyMatch('create-plan', 'PLAN')?.matched).toEqual([7, 8, 9, 10]);
  });
});

test('completing keeps what stands after the name', () => {
  expect(completeCommand('/re', command('review'))).toEqual({ text: '/review ', caret: 8 });
  expect(completeCommand('/re main branch', command('review'))).toEqual({
    text: '/review main branch',
    caret: 8,
  });
});

test('a hint shows until something stands after the name', () => {
  expect([
    hintFor('/review ', commands),
    hintFor('/review', commands),
    hintFor('/review x', commands),
    hintFor('/plan ', commands),
  ]).toEqual(['branch', null, null, null]);
});
