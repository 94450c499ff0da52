/** `npm run shots [-- VIEW…]` */
import { asProgram } from './setup/as-program.mjs';
import { runPrepared } from './setup/run-prepared.mjs';

await asProgram(import.meta.url, (args) => runPrepared('tests/shots/run.mjs', args));
