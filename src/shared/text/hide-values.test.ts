import { expect, it } from 'vitest';
import { hiderOf } from './hide-values.ts';

it('values go wherever they stand, also as JSON writes them', () => {
  const hide = hiderOf(['pa"ss\\word', 'token-1', 'token-12345']);
  expect(hide('error: pa"ss\\word')).toBe('error: [redacted]');
  expect(hide(JSON.stringify({ env: [{ name: 'A', value: 'pa"ss\\word' }] }))).not.toContain('word');
  expect(hide('token-12345 token-1')).toBe('[redacted] [redacted]');
});

it('a short value goes only where the protocol writes values', () => {
  const hide = hiderOf(['42', '']);
  expect(hide('{"name":"A","value":"42"} took 42 ms')).toBe('{"name":"A","value":"[redacted]"} took 42 ms');
});
