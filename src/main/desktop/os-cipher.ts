/** Encryption that the system offers for this person: keychain, secret service, DPAPI. Ask only once it is ready. */
import { safeStorage } from 'electron';

export const osCipher = {
  isAvailable(): boolean {
    // On Linux it falls back to a password that everybody knows when there is no keyring.
    if (process.platform === 'linux' && typeof safeStorage.getSelectedStorageBackend === 'function') {
      const backend: string = safeStorage.getSelectedStorageBackend();
      if (backend === 'basic_text' || backend === 'unknown') return false;
    }
    return safeStorage.isEncryptionAvailable();
  },
  encrypt: (text: string): Uint8Array => safeStorage.encryptString(text),
  decrypt: (data: Uint8Array): string => safeStorage.decryptString(Buffer.from(data)),
};
