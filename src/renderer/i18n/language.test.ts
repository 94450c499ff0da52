import { expect, test } from 'vitest';
import { pickLanguage } from './language.ts';

test('an explicit choice wins over the system', () => {
  expect([pickLanguage('en', 'zh-CN'), pickLanguage('zh-CN', 'de-DE')]).toEqual(['en', 'zh-CN']);
});

test('the system language decides otherwise, and anything unknown is English', () => {
  expect(
    ['zh-CN', 'zh-Hant-TW', 'zh', 'en-GB', 'de', 'zha', ''].map((tag) => pickLanguage('system', tag)),
  ).toEqual(['zh-CN', 'zh-CN', 'zh-CN', 'en', 'en', 'en', 'en']);
});
