import { expect, test } from 'vitest';
import { packAsar, unpackAsar } from './asar.mjs';

test('what was packed reads back, byte for byte, whatever the length of the index', () => {
  for (const name of ['a', 'ab', 'abc', 'abcd']) {
    const files = {
      [name]: Buffer.from('first'),
      'package.json': Buffer.from('{"é":1}'),
      empty: Buffer.alloc(0),
    };
    expect(unpackAsar(packAsar(files))).toEqual(files);
  }
});

test('the header is the pickle that Electron reads', () => {
  const json = '{"files":{"a":{"size":1,"offset":"0"}}}'; // 39 characters, one of padding
  const expected = Buffer.concat([
    Buffer.from(Uint32Array.of(4, 48, 44, 39).buffer),
    Buffer.from(`${json}\0`),
    Buffer.from('x'),
  ]);
  expect(packAsar({ a: Buffer.from('x') })).toEqual(expected);
});
