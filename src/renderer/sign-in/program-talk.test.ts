import { expect, test } from 'vitest';
import { linksIn } from './program-talk.tsx';

test('pages to open are found in what a program writes, without the marks around them; deceptive ones are not', () => {
  expect(
    linksIn(
      'Go to https://a.example/x?c=1. Or (http://b.example), not https://bank.example@evil.example/ or ftp://c.example',
    ),
  ).toEqual(['https://a.example/x?c=1', 'http://b.example']);
  expect(linksIn('https://1.example https://2.example https://3.example https://4.example')).toHaveLength(3);
});
