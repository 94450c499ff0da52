/** Older runtimes have no global `crypto` in main; libraries count on it. Imported before anything else. */
import { webcrypto } from 'node:crypto';

const scope: { crypto?: unknown } = globalThis;
scope.crypto ??= webcrypto;
