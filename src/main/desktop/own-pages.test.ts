import { expect, test } from 'vitest';
import { isOwnOrigin, isOwnPage } from './own-pages.ts';

const built = { devServerUrl: null };
const developing = { devServerUrl: 'http://localhost:5173' };

test.each(['app://ui/index.html', 'app://ui/index.html#', 'app://ui/index.html#/session/1'])(
  '%s is ours',
  (url) => {
    expect(isOwnPage(url, built)).toBe(true);
  },
);

test.each([
  '',
  'about:blank',
  'app://ui',
  'app://ui/',
  'app://ui/index.html?x=1',
  'app://ui/INDEX.html',
  'app://ui/other.html',
  'app://ui/index.html/',
  'app://ui/x/../index.html', // Chromium has normalised what it reports
  'app://ui.example.org/index.html',
  'app://user@ui/index.html',
  'app://ui:80/index.html',
  'APP://ui/index.html',
  'apps://ui/index.html',
  'http://ui/index.html',
  'https://example.org/#app://ui/index.html',
  'file:///app://ui/index.html',
  'data:text/html,app://ui/index.html',
  'blob:app://ui/0000',
  'http://localhost:5173/',
])('%s is not ours', (url) => {
  expect(isOwnPage(url, built)).toBe(false);
});

test('the development server is ours only while developing, and only its one page', () => {
  expect(isOwnPage('http://localhost:5173/', developing)).toBe(true);
  expect(isOwnPage('http://localhost:5173/#x', developing)).toBe(true);
  for (const url of [
    'http://localhost:5173/other',
    'http://localhost:51730/',
    'https://localhost:5173/',
    'http://user@localhost:5173/',
    'http://localhost:5173.example.org/',
    'not a url',
  ]) {
    expect({ url, own: isOwnPage(url, developing) }).toEqual({ url, own: false });
  }
});

test('an origin is ours with or without its trailing slash', () => {
  expect(['app://ui', 'app://ui/'].map((origin) => isOwnOrigin(origin, built))).toEqual([true, true]);
  expect(isOwnOrigin('http://localhost:5173/', developing)).toBe(true);
  for (const origin of [
    '',
    'null',
    'app://',
    'app://ui2',
    'app://ui/x',
    'http://localhost:5173',
    'https://ui',
  ]) {
    expect({ origin, own: isOwnOrigin(origin, built) }).toEqual({ origin, own: false });
  }
});
