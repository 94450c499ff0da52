import type { SecretCipher } from '../secret-store.ts';

/** Enough for tests to see that nothing is written as it is. */
export function reversingCipher(available = true): SecretCipher & { available: boolean } {
  const turn = (data: Uint8Array) => Uint8Array.from(data, (byte) => byte ^ 0x5a);
  return {
    available,
    isAvailable() {
      return this.available;
    },
    encrypt: (text) => turn(Buffer.from(text)),
    decrypt: (data) => Buffer.from(turn(data)).toString(),
  };
}
