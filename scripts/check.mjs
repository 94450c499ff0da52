/** `npm run check` */
import { requireNode } from './setup/node-version.mjs';

requireNode();
const { check } = await import('./suites/check.mjs');
const { asProgram } = await import('./setup/as-program.mjs');
await asProgram(import.meta.url, check);
