import { expect, test } from 'vitest';
import { refusalOfPort } from './port-sender.ts';
import type { PortSender } from './port-sender.ts';

const good: PortSender = { frame: { url: 'app://ui/index.html', isMainFrame: true }, webContentsId: 3 };
const isOwnWindow = (id: number) => id === 3;
const built = { pages: { devServerUrl: null }, isOwnWindow };

test('our page in the main frame of our window gets a port', () => {
  expect(refusalOfPort(good, built)).toBeNull();
  expect(
    refusalOfPort({ ...good, frame: { url: 'app://ui/index.html#x', isMainFrame: true } }, built),
  ).toBeNull();
});

test.each<[string, PortSender, string]>([
  ['a frame that is gone', { ...good, frame: null }, 'no-frame'],
  ['web contents that we did not make', { ...good, webContentsId: 4 }, 'not-our-window'],
  ['web contents with a wrong kind of id', { ...good, webContentsId: Number.NaN }, 'not-our-window'],
  [
    'a frame inside our page',
    { ...good, frame: { url: 'app://ui/index.html', isMainFrame: false } },
    'not-the-main-frame',
  ],
  [
    'a blank frame inside our page',
    { ...good, frame: { url: 'about:blank', isMainFrame: false } },
    'not-the-main-frame',
  ],
  ...[
    'https://example.org/',
    'app://ui.example.org/index.html',
    'app://ui/index.html?from=elsewhere',
    'app://ui/other.html',
    'about:blank',
    'data:text/html,x',
    'file:///app/index.html',
    'http://localhost:5173/', // the development server in a built app
    '',
  ].map((url): [string, PortSender, string] => [
    `our window at "${url}"`,
    { ...good, frame: { url, isMainFrame: true } },
    'not-our-page',
  ]),
])('%s gets none', (_who, sender, refusal) => {
  expect(refusalOfPort(sender, built)).toBe(refusal);
});

test('while developing the page of the development server gets a port', () => {
  const developing = { pages: { devServerUrl: 'http://localhost:5173' }, isOwnWindow };
  const sender = { ...good, frame: { url: 'http://localhost:5173/', isMainFrame: true } };
  expect(refusalOfPort(sender, developing)).toBeNull();
  expect(refusalOfPort({ ...sender, webContentsId: 4 }, developing)).toBe('not-our-window');
});
