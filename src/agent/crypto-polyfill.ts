/** Must be imported before the SDK: Node 18 in Electron has no global `crypto`. */
import { webcrypto } from 'node:crypto';

const scope = globalThis as { crypto?: unknown };
scope.crypto ??= webcrypto;
