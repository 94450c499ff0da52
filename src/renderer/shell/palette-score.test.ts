import { expect, test } from 'vitest';
import { scoreItem } from './palette-score.ts';

const titles = [
  'Typed errors for the client',
  'Explain the cart reducer',
  'Carts',
  'Smart retries',
  'New session',
];

function found(search: string): readonly string[] {
  return titles
    .map((title) => ({ title, score: scoreItem('session 1', search, [title, 'payments-api']) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ title }) => title);
}

test('the start of a title beats the start of a word, which beats its middle', () => {
  expect(found('cart')).toEqual(['Carts', 'Explain the cart reducer']);
  expect(found('art')).toEqual(['Explain the cart reducer', 'Carts', 'Smart retries']);
});

test('letters that are merely somewhere in the title are no match', () => {
  expect(scoreItem('x', 'cart', ['Typed errors for the client'])).toBe(0);
});

test('every word must be found, in any order, also among the other keywords', () => {
  expect(found('reducer cart')).toEqual(['Explain the cart reducer']);
  expect(found('payments cart').at(0)).toBe('Carts');
  expect(found('cart nowhere')).toEqual([]);
});

test('initials, accents and case do not matter', () => {
  expect(found('ns')).toContain('New session');
  expect(scoreItem('x', 'elan', ['Élan'])).toBe(1);
});

test('an id is never searched', () => {
  expect(scoreItem('command session.new', 'command', ['New session'])).toBe(0);
});
