/** `npm start`: all the set-up, then the app. */
import { requireNode } from './setup/node-version.mjs';

requireNode();
const { start } = await import('./setup/start.mjs');
const { asProgram } = await import('./setup/as-program.mjs');
await asProgram(import.meta.url, start);
