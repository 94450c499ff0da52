import { expect, test } from 'vitest';
import { firstLocale } from './system-locale.ts';

test('the first name that is a language tag counts, whatever the system wrote around it', () => {
  expect(firstLocale(['c', 'C.UTF-8', '', 'de_DE.UTF-8', 'en'])).toBe('de-DE');
  expect(firstLocale(['zh-Hans-CN', 'en'])).toBe('zh-Hans-CN');
  expect(firstLocale(['zh_CN@modifier'])).toBe('zh-CN');
});

test('without any it is English', () => {
  expect(firstLocale(['c', ''])).toBe('en');
});
