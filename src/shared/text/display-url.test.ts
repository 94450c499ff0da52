import { describe, expect, test } from 'vitest';
import { viewUrl } from './display-url.ts';
import { mixedScriptWords } from './scripts.ts';

describe('viewUrl', () => {
  test('shows a host that mixes scripts in punycode', () => {
    expect(viewUrl('https://pаypal.com/login')).toEqual({
      scheme: 'https:',
      host: 'xn--pypal-4ve.com',
      asciiHost: 'xn--pypal-4ve.com',
      text: 'https://xn--pypal-4ve.com/login',
      mixedScript: true,
      userInfo: false,
    });
  });

  test('shows a host in one script as it is written, with the ASCII form beside it', () => {
    expect(viewUrl('https://пример.рф:8443/a')).toEqual({
      scheme: 'https:',
      host: 'пример.рф:8443',
      asciiHost: 'xn--e1afmkfd.xn--p1ai:8443',
      text: 'https://пример.рф:8443/a',
      mixedScript: false,
      userInfo: false,
    });
  });

  test.each([
    ['a name before the at sign', 'https://bank.example@evil.example/', 'evil.example', true],
    ['a backslash before the at sign', 'https://evil.example\\@bank.example/', 'evil.example', false],
    ['a port', 'http://LOCALHOST:3000/x', 'localhost:3000', false],
    ['a number that is an address', 'http://2130706433/', '127.0.0.1', false],
    ['an address in hexadecimal', 'http://0x7f.1/', '127.0.0.1', false],
    ['an IPv6 address', 'http://[::1]:80/', '[::1]', false],
    ['full-width letters', 'https://ｇｏｏｇｌｅ.com/', 'google.com', false],
    ['a zero-width space', 'https://goo\u200Bgle.com/', 'google.com', false],
    ['Chinese with Latin', 'https://api.例子.com/', 'api.例子.com', false],
    ['a scheme without a host', 'mailto:a@b.example', '', false],
  ])('finds the real host behind %s', (_name, url, host, userInfo) => {
    const view = viewUrl(url);
    expect({ host: view?.host, userInfo: view?.userInfo }).toEqual({ host, userInfo });
  });

  test.each(['', 'not a url', '/relative', 'https://', 'https://a b/'])('%j is no URL', (raw) => {
    expect(viewUrl(raw)).toBeNull();
  });
});

describe('mixedScriptWords', () => {
  test('finds words with an imitated letter and passes ordinary mixed sentences', () => {
    expect(mixedScriptWords('npm install rеact && npm test')).toEqual(['rеact']);
    expect(mixedScriptWords('git commit -m "Исправить login, 修复 bug"')).toEqual([]);
  });
});
