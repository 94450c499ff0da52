/** `npm run bench [-- NAME…] [--json]` */
import { asProgram } from './setup/as-program.mjs';
import { runPrepared } from './setup/run-prepared.mjs';

await asProgram(import.meta.url, (args) => runPrepared('tests/bench/run.mjs', args));
