/** `npm test` */
import { requireNode } from './setup/node-version.mjs';

requireNode();
const { test } = await import('./suites/test.mjs');
const { asProgram } = await import('./setup/as-program.mjs');
await asProgram(import.meta.url, test);
