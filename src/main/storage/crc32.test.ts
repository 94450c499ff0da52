import fc from 'fast-check';
import { expect, test } from 'vitest';
import { crc32, crc32InScript } from './crc32.ts';

test('the check value of CRC-32/ISO-HDLC', () => {
  expect(crc32InScript(Buffer.from('123456789'))).toBe(0xcbf43926);
  expect(crc32InScript(Buffer.alloc(0))).toBe(0);
});

test('what the runtime offers and our own agree on any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      expect(crc32InScript(bytes)).toBe(crc32(bytes));
    }),
  );
});
